// Reads {"program": …, "question": …} as JSON, runs the program as the body of a function that
// gets `question` and `require`, and prints what it returns as JSON.
const { readFileSync } = require("fs");

const { program, question } = JSON.parse(readFileSync(0, "utf8"));
const answer = new Function("question", "require", program)(question, require);
process.stdout.write(JSON.stringify(answer === undefined ? null : answer));
