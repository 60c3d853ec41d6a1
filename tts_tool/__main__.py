"""`python -m tts_tool` is `tts-tool`."""

from tts_tool.cli.main import main

if __name__ == "__main__":
    main()
