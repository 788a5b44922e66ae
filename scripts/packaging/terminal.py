"""A shell at a terminal, which is asked to complete what is typed."""

import os
import pty
import re
import select
import signal
import time

# A title, the keys, and what the line is then.
CASES = [
    ("options", "tusk --rat\t", "tusk --rate "),
    ("subcommands", "tusk sandb\t", "tusk sandbox "),
    ("values of options", "tusk --rate pa\t", "tusk --rate pace "),
    ("values after =", "tusk --format=j\t", "tusk --format=json "),
    ("subcommands for help", "tusk help journal se\t", "tusk help journal settle "),
    ("lines with quotes", "tusk -c 'post \"Hello\" visib\t", "tusk -c 'post \"Hello\" visibility="),
    ("verbs", "tusk -c 'bookmarks cou\t", "tusk -c 'bookmarks count="),
    ("parameters", "tusk -c 'post Hi visib\t", "tusk -c 'post Hi visibility="),
    ("values of parameters", "tusk -c 'post Hi visibility=unl\t", "tusk -c 'post Hi visibility=unlisted' "),
    ("files", "tusk hello\t", "tusk hello.tsk "),
]


def line_after(words, setup, keys, expected, environment=None, folder=None):
    """The line of a shell after these keys, as soon as it is what is expected; `setup` are commands before them."""
    child, terminal = pty.fork()
    if child == 0:
        # Whatever fails here must not go on as a second copy of this program.
        try:
            os.chdir(folder or "/")
            os.execvpe(words[0], [str(word) for word in words], environment or os.environ)
        finally:
            os._exit(127)
    try:
        os.write(terminal, f"{setup}; PS1='ready''> '\n".encode())
        shown = read(terminal, lambda text: plain(text).endswith("ready> "), 20)
        os.write(terminal, keys.encode())
        # A shell redraws what it completes: the line is what was shown last.
        shown = read(terminal, lambda text: plain(text).endswith(expected), 20)
    finally:
        os.kill(child, signal.SIGKILL)
        os.close(terminal)
        os.waitpid(child, 0)
    return plain(shown)


def plain(text):
    """The text without what moves the cursor, changes colors or rings."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x07", "", text)


def read(terminal, is_over, seconds):
    text, limit = "", time.monotonic() + seconds
    while time.monotonic() < limit and not is_over(text):
        try:
            if select.select([terminal], [], [], 0.1)[0]:
                text += os.read(terminal, 65536).decode(errors="replace")
        except OSError:
            # The shell has ended.
            return text
    return text
