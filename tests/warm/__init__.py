"""What tests start of ours is forked from a process that has imported it all.

A good part of the whole suite was Python importing the same modules in some thousand processes: for
each command that is typed, each table that is opened. What runs is a process of its own all the
same, with its own pipes, folder and environment, that can be asked, killed and waited for; only
what comes before its first line has been done before. Whoever tests just that starts Python with
other words (`-c`). With `--cold` or `--soak`, and where the system is not Linux, everything is
started as people start it.
"""
