"""XML UIs are put together and taken apart without losing a letter."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.node import ask
from tts_tool.errors import BadInput, UserError
from tts_tool.lua.includes import expand, split

Files = dict[str, str]


def write(folder: Path, files: Files) -> None:
    """Write files as they stand."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def expanded(folder: Path, files: Files, *folders: str) -> str:
    """Write files and expand main.xml."""
    write(folder, files)
    where = [folder, *(folder / name for name in folders)]
    return expand(files["main.xml"], folder / "main.xml", where).text


NESTED = {
    "main.xml": '<Panel>\n  <Include src="ui/a"/>\n  <Text>x</Text>\n</Panel>\n',
    "ui/a.xml": '<Row>\n\n\t<Include src="b.xml"/>\n</Row>',
    "ui/b.xml": "<Cell/>\n",
}


def test_form(tmp_path: Path) -> None:
    """Marks are pairs of equal comments, indented like the tag, as is all between them."""
    assert expanded(tmp_path, NESTED) == (
        "<Panel>\n"
        "  <!-- include ui/a -->\n"
        "  <Row>\n"
        "\n"
        "  \t<!-- include b.xml -->\n"
        "  \t<Cell/>\n"
        "\n"
        "  \t<!-- include b.xml -->\n"
        "  </Row>\n"
        "  <!-- include ui/a -->\n"
        "  <Text>x</Text>\n"
        "</Panel>\n"
    )
    whole = expand(NESTED["main.xml"], tmp_path / "main.xml", [tmp_path])
    assert whole.files == tuple((tmp_path / f"ui/{name}.xml").as_posix() for name in "ab")


def test_there_and_back(tmp_path: Path) -> None:
    """Each file comes back, nested ones under the folder of what includes them."""
    undone = split(expanded(tmp_path, NESTED), "ui")
    assert {"main.xml": undone.text, **undone.files} == NESTED


@pytest.mark.parametrize(
    "main",
    [
        "<Panel/>",
        "",
        '<!-- <Include src="a"/> --><Panel/>',
        '<Panel><![CDATA[ <Include src="a"/> ]]></Panel>',
        "<Text text='<Include src=\"a\"/>'/>",
        '<IncludeMore src="a"/>',
        "<!-- include a --><Panel/>",
        "<!-- include a -->\n<Panel/>\n<!-- include a -->",
    ],
)
def test_what_is_no_include(tmp_path: Path, main: str) -> None:
    """Comments, CDATA, attributes and other tags are left alone; so is what is expanded already."""
    assert expanded(tmp_path, {"main.xml": main, "a.xml": "<A/>"}) == main


@pytest.mark.parametrize(
    "tag",
    [
        '<Include src="a"/>',
        "<Include src='a' />",
        '<include\n src = "a.xml" />',
        '<Include src="./a"/>',
    ],
)
def test_ways_to_write_it(tmp_path: Path, tag: str) -> None:
    """Quotes, blanks, case of the tag and the ending of the name are free."""
    text = expanded(tmp_path, {"main.xml": f"<P>{tag}</P>", "a.xml": "<A/>"})
    assert text.count("<A/>") == 1
    assert text.count("<!-- include ") == 2


def test_where_files_are(tmp_path: Path) -> None:
    """Beside the including file first, then in the folders; `..` may not leave them."""
    files = {
        "main.xml": '<Include src="in/x"/><Include src="far"/>',
        "in/x.xml": '<Include src="y"/><Include src="../z"/><Include src="far"/>',
        "in/y.xml": "<InY/>",
        "y.xml": "<OuterY/>",
        "z.xml": "<Z/>",
        "lib/far.xml": "<Far/>",
    }
    text = expanded(tmp_path, files, "lib")
    assert "<InY/>" in text
    assert "<OuterY/>" not in text
    assert "<Z/>" in text
    assert text.count("<Far/>") == 2
    assert (
        expand(split(text, "x").text, tmp_path / "main.xml", [tmp_path, tmp_path / "lib"]).text
        == text
    )


def test_cdata_keeps_its_blanks(tmp_path: Path) -> None:
    """A line inside CDATA is text: it is neither indented nor taken back."""
    files = {"main.xml": '  <Include src="a"/>', "a.xml": "<T><![CDATA[one\ntwo\n  three]]>\n</T>"}
    text = expanded(tmp_path, files)
    assert "[one\ntwo\n  three]" in text
    assert split(text, "x").files == {"a.xml": files["a.xml"]}


@pytest.mark.parametrize(
    ("files", "where", "what"),
    [
        ({"main.xml": '\n <Include src="no"/>'}, "main.xml:2:2", 'no file "no"'),
        (
            {"main.xml": '<Include src="a"/>', "a.xml": '\n<Include src="b"/>'},
            "a.xml:2:1",
            'no file "b"',
        ),
        ({"main.xml": '<Include src="A"/>', "a.xml": ""}, "main.xml:1:1", "the case differs"),
        ({"main.xml": '<Include src="../up"/>'}, "main.xml:1:1", "no name inside the folders"),
        (
            {"main.xml": '<Include src="/etc/passwd"/>'},
            "main.xml:1:1",
            "no name inside the folders",
        ),
        ({"main.xml": '<Include src="main"/>'}, "main.xml:1:1", "circle"),
        (
            {
                "main.xml": '<Include src="a"/>',
                "a.xml": '<Include src="b"/>',
                "b.xml": '\n<Include src="a"/>',
            },
            "b.xml:2:1",
            "circle",
        ),
        ({"main.xml": "<Panel>\n<Include/>"}, "main.xml:2:1", "this is no include"),
        ({"main.xml": '<Include source="a"/>'}, "main.xml:1:1", "this is no include"),
        ({"main.xml": "<P>\n<!-- x"}, "main.xml:2:1", "comment is never closed"),
        (
            {"main.xml": '<Include src="a"/>', "a.xml": "<![CDATA[ x"},
            "a.xml:1:1",
            "CDATA section is never",
        ),
        (
            {"main.xml": '<Include src="a"/>', "a.xml": '<P\n a="x>'},
            "a.xml:1:1",
            "tag is never closed",
        ),
        (
            {"main.xml": '<Include src="a"/>', "a.xml": "\n<!-- include x -->"},
            "a.xml:2:1",
            "marks what is",
        ),
        ({"main.xml": '<Include src="a--b"/>'}, "main.xml:1:1", "cannot stand in a comment"),
        (
            {
                "main.xml": '<Include src="d/a"/>',
                "d/a.xml": '<Include src="d/a"/>',
                "d/d/a.xml": "x",
            },
            "d/a.xml:1:1",
            "two files inside each other",
        ),
    ],
)
def test_mistakes(tmp_path: Path, files: Files, where: str, what: str) -> None:
    """Each mistake is told with its file, line and column."""
    with pytest.raises(UserError) as caught:
        expanded(tmp_path, files)
    assert caught.value.where == f"{tmp_path.as_posix()}/{where}"
    assert what in f"{caught.value} {caught.value.fix}"


def test_what_cannot_be_split() -> None:
    """Two texts under one name are refused; marks that lead out, or stand alone, are comments."""
    pair = "<!-- include a -->\n{}\n<!-- include a -->\n"
    with pytest.raises(BadInput, match=r"ui:4:1: .a. is included twice"):
        split(pair.format("<A/>") + pair.format("<B/>"), "ui")
    out = pair.replace(" a ", " ../../a ").format("<A/>")
    alone = "<!-- include the rest later -->\n<P>"
    for text in (out, alone, f"{alone}<!-- include me too -->"):
        assert split(text, "ui") == (text, {})


def test_deep_nesting(tmp_path: Path) -> None:
    """Includes inside each other without end are refused, either way."""
    deep = "\n".join(f"<!-- include {number} -->" for number in [*range(400), *range(399, -1, -1)])
    with pytest.raises(BadInput, match="ui: includes are nested deeper than 100"):
        split(deep, "ui")
    files = {f"{number}.xml": f'<Include src="{number + 1}"/>' for number in range(400)}
    with pytest.raises(BadInput, match="nested deeper than 100"):
        expanded(tmp_path, {"main.xml": '<Include src="0"/>', **files})


LINES = st.sampled_from(
    [
        "",
        " ",
        "<A/>",
        "  <B>",
        "\t</B>",
        "text",
        "\r",
        "<T><![CDATA[x",
        "  ]]></T>",
        "<!-- c",
        "-->",
        "é🎲",
        "<T a='<'/>",
        "<!-- include",
        "&lt;",
    ]
)
XML = st.lists(LINES, max_size=6).flatmap(
    lambda lines: st.sampled_from(["\n", "\r\n"]).map(lambda eol: eol.join(lines))
)


@given(
    st.lists(XML, min_size=3, max_size=3),
    st.sampled_from(["", "  ", "\t ", "<P>"]),
    st.sampled_from(["nested", "alone"]),
)
@example(["", "", ""], "  ", "nested")
@example(["a\r", "b\r", "\r"], "  ", "alone")
def test_any_text_comes_back(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], before: str, how: str
) -> None:
    """Whatever the files hold, what is put together is taken apart again, or refused."""
    first, second, third = texts
    files = {
        "main.xml": f'{first}\n{before}<Include src="a/b"/>{third}',
        "a/b.xml": f'{second}\n{before}<Include src="c"/>' if how == "nested" else second,
        "a/c.xml": third,
    }
    if how == "alone":
        del files["a/c.xml"]
    folder = tmp_path_factory.mktemp("xml")
    try:
        text = expanded(folder, files)
    except BadInput:
        return  # broken XML: tested above
    undone = split(text, "ui")
    found = {"main.xml": undone.text, **undone.files}
    if len(found) > 1:
        assert found == files
    else:
        assert text == files["main.xml"]  # the tag stood in a comment or CDATA


def test_another_tool_agrees(tmp_path: Path) -> None:
    """The community's own tool makes the same of plain files, and undoes ours as we do."""
    files = {
        "main.xml": '<Panel>\n  <Include src="ui/a"/>\n</Panel>\n',
        "ui/a.xml": '<Row>\n  <Include src="b"/>\n</Row>',
        "ui/b.xml": "<Cell/>",
    }
    ours = expanded(tmp_path, files)
    program = """
        const { bundle, unbundle } = require("@tts-tools/xmlbundle");
        return [bundle(question.main, question.folder), unbundle(question.ours)];
    """
    asked = {"main": files["main.xml"], "folder": tmp_path.as_posix(), "ours": ours}
    theirs, undone = ask(program, asked)
    assert theirs == ours
    assert undone["root"].replace('" />', '"/>') == files["main.xml"]
    assert undone["bundles"]["ui/a"]["content"].replace('" />', '"/>').rstrip() == files["ui/a.xml"]
    assert split(theirs, "x").files == {name: files[name] for name in ("ui/a.xml", "ui/b.xml")}
