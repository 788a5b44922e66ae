"""tusk signs in and out at a server, with a browser that does what it is told: at our sandbox, which checks every proof,
and at mastodon-mock, which others wrote.

usage: signin.py TUSK TUSK_SANDBOX

Needs the Python package mastodon_mock in the Python that runs this. Prints a line for each sign-in and the sum; the exit
status is 1 if a check failed.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path

from mock import MINE, Table, Tusk, crash, mock_server


class Form(HTMLParser):
    """The first form of a page: where it goes, its hidden fields, its choices and its buttons."""

    def __init__(self, page):
        super().__init__()
        self.action, self.hidden, self.buttons, self.select, self.shown = None, {}, [], None, None
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            self.action = attributes["action"]
        elif tag == "input" and attributes.get("type") == "hidden":
            self.hidden[attributes["name"]] = attributes.get("value", "")
        elif tag == "input" and attributes.get("class") == "oauth-code":
            self.shown = attributes["value"]
        elif tag == "button" and "name" in attributes:
            self.buttons.append((attributes["name"], attributes["value"]))
        elif tag == "select":
            self.select = attributes["name"]


class Stay(urllib.request.HTTPRedirectHandler):
    """A browser that stops at each redirect, so that the test sees where it leads."""

    def redirect_request(self, *_):
        return None


def visit(url, fields=None, headers=None):
    """One request: the status, the body, and where a redirect leads."""
    data = None if fields is None else urllib.parse.urlencode(fields).encode()
    try:
        with urllib.request.build_opener(Stay).open(
                urllib.request.Request(url, data=data, headers=headers or {}), timeout=20) as answer:
            return answer.status, answer.read().decode(), None
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), error.headers.get("Location")


def changed(url, **fields):
    """The address with fields of its query changed; None takes one away."""
    parts = urllib.parse.urlsplit(url)
    query = dict(urllib.parse.parse_qsl(parts.query))
    query.update(fields)
    query = {name: value for name, value in query.items() if value is not None}
    return parts._replace(query=urllib.parse.urlencode(query)).geturl()


class Server:
    """A server to sign in at: its address, how its page is answered, and how a token is tried."""

    def __init__(self, title, base, names, known, checks_proof, secret=None):
        self.title, self.base, self.names, self.known, self.checks_proof = title, base, names, known, checks_proof
        self.secret = secret

    def consent(self, page, person):
        """Where the person's yes leads, or the code that the server shows."""
        status, text, _ = visit(page)
        assert status == 200, f"the page of consent answers {status}: {text[:200]}"
        form = Form(text)
        choice = {form.select: person} if form.select else {"username": person}
        if self.secret:
            choice["secret"] = self.secret
        status, text, target = visit(self.base + form.action, {**form.hidden, **choice})
        if target is None:
            return text.split("Authorization code: ")[1].split("<")[0]
        if target.startswith("/"):
            return Form(visit(self.base + target)[1]).shown
        return target

    def denial(self, page):
        form = Form(visit(page)[1])
        deny = [button for button in form.buttons if button[0] == "deny"]
        if deny:
            return visit(self.base + form.action, {**form.hidden, **dict(deny)})[2]
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(page).query))
        return changed(query["redirect_uri"], error="access_denied", error_description="not today", state=query["state"])

    def accepts(self, token):
        return visit(f"{self.base}/api/v1/accounts/verify_credentials", headers={"Authorization": f"Bearer {token}"})[0] == 200


class Login:
    """A `tusk login` that runs, and the page that it wants to be opened."""

    def __init__(self, tusk, *arguments):
        self.process = subprocess.Popen(
            [tusk.program, "login", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env=tusk.environment)
        self.said = ""
        self.page = None
        for line in self.process.stderr:
            self.said += line
            if line.startswith("http"):
                self.page = line.strip()
                break

    def redirect(self):
        return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.page).query))["redirect_uri"]

    def end(self, text=None):
        output, errors = self.process.communicate(text, timeout=30)
        return subprocess.CompletedProcess([], self.process.returncode, output, self.said + errors)


@contextmanager
def sandbox_server(program, folder):
    state = f"{folder}/sandbox"
    server = subprocess.Popen(
        [program, "serve", "--state", state, "--foreground"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        start = json.loads(server.stdout.readline())
        yield Server(
            "sandbox", f"http://127.0.0.1:{start['port']}", ("alice@sandbox.example", "bob@sandbox.example"), start["token"],
            True, start["secret"])
    finally:
        server.terminate()
        server.wait()


class Home(Tusk):
    """A person's home in which nobody is signed in yet."""

    def __init__(self, program, folder):
        super().__init__(program, folder)
        Path(folder).mkdir()
        self.folder = folder

    def __call__(self, *arguments, text=""):
        return subprocess.run(
            [self.program, *arguments], input=text, capture_output=True, text=True, timeout=60, env=self.environment)

    def token(self):
        accounts = json.loads(Path(self.environment["XDG_CONFIG_HOME"], "tusk/accounts.json").read_text())["accounts"]
        return accounts[-1]["credentials"]["token"]["access_token"] if accounts else None


def closing(done):
    """What a run said of its end; the address of the page, which it says before, is not for the table."""
    lines = [line for line in done.stderr.splitlines() if line.startswith(("error:", "signed"))] or [""]
    return subprocess.CompletedProcess([], done.returncode, lines[-1], lines[-1])


class Trial:
    """The sign-ins at one server."""

    def __init__(self, tusk, server, table, folder):
        self.program, self.server, self.table, self.folder, self.count = tusk, server, table, folder, 0

    def home(self):
        self.count += 1
        return Home(self.program, f"{self.folder}/{self.server.title}-{self.count}")

    def expect(self, title, done, code, words, *more):
        """Each of `more` is a claim and whether it holds."""
        wrong = crash(done) if code != 130 else None
        wrong = wrong or (done.returncode != code and f"the exit status is not {code}")
        wrong = wrong or (words not in done.stderr and f"it does not say '{words}'")
        for claim, holds in more:
            wrong = wrong or (not holds and f"not so: {claim}")
        self.table.row(f"{self.server.title}: {title}", "", closing(done), wrong)

    def run(self):
        self.in_the_browser()
        self.with_a_code()
        self.wrong_answers()
        self.given_up()
        self.tokens_from_elsewhere()

    def in_the_browser(self):
        tusk, (alice, bob) = self.home(), self.server.names
        login = Login(tusk, self.server.base)
        target = self.server.consent(login.page, "alice")
        favicon = visit(login.redirect().replace("/callback", "/favicon.ico"))[0]
        elsewhere = visit(target, headers={"Host": "evil.example"})[0]
        stray, words, _ = visit(login.redirect() + "?x")
        status, page, _ = visit(target)
        done = login.end()
        token = tusk.token()
        self.expect(
            "in the browser", done, 0, f"signed in as @{alice}", ("the page is shown", status == 200),
            ("the page has no script", "script" not in page), ("an icon is not found", favicon == 404),
            ("another name is turned away", elsewhere == 421),
            ("a stray visit is no answer", stray == 400 and "not the response that Tusk is waiting for" in words),
            ("it acts", alice in tusk("-c", "me --ids").stdout),
            ("the token is in no output", token not in done.stdout + done.stderr + page),
            ("it says who and where", tusk("whoami", "--storage").stdout.startswith(f"@{alice}\nthe token is in ")))
        second = Login(tusk, self.server.base)
        visit(self.server.consent(second.page, "bob"))
        done = second.end()
        self.expect(
            "a second account", done, 0, f"signed in as @{bob}", ("it asks who it is", "force_login=true" in second.page),
            ("both are there", tusk("accounts").stdout.count("@") >= 4),
            ("the first is there to be used", tusk("use", f"@{alice}").returncode == 0))
        done = tusk("logout")
        self.expect(
            "signing out", done, 0, f"signed out @{alice}", ("the token is worth nothing", not self.server.accepts(token)),
            ("nothing is left of it", token not in Path(tusk.environment["XDG_CONFIG_HOME"], "tusk/accounts.json").read_text()),
            ("the other stays", bob in tusk("accounts").stdout))

    def with_a_code(self):
        tusk, bob = self.home(), self.server.names[1]
        apps = []
        for _ in range(2):
            login = Login(tusk, "--oob", "--scopes", "read write", self.server.base)
            done = login.end(self.server.consent(login.page, "bob") + "\n")
            apps.append(dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(login.page).query))["client_id"])
        self.expect(
            "with a code", done, 0, f"signed in as @{bob}", ("the scopes are asked for", "scope=read%20write" in login.page),
            ("it acts", bob in tusk("-c", "me --ids").stdout), ("the app is made known once", apps[0] == apps[1]))
        if self.server.checks_proof:
            login = Login(tusk, "--oob", "--scopes", "read", self.server.base)
            login.end(self.server.consent(login.page, "bob") + "\n")
            done = tusk("-c", "fav status:1")
            self.expect("acting beyond the scopes", done, 69, "the token lacks write:favourites, so sign in again with: tusk login")
        done = Login(tusk, "--oob", self.server.base).end("not-a-code\n")
        self.expect("with a wrong code", done, 69, "refused POST /oauth/token")
        done = Login(tusk, "--oob", self.server.base).end("http://x/y\n")
        self.expect("with what is no code", done, 69, "this is not a code")
        done = Login(tusk, "--oob", self.server.base).end("")
        self.expect("with nothing", done, 64, "expected a code")

    def wrong_answers(self):
        def ended(act):
            tusk = self.home()
            login = Login(tusk, self.server.base)
            visit(act(login.page))
            return tusk, login.end()

        def nobody(tusk):
            return ("nobody is signed in", tusk("accounts").stdout == "")

        def consent(page):
            return self.server.consent(page, "alice")

        tusk, done = ended(self.server.denial)
        self.expect("a no", done, 3, "the sign-in was denied", nobody(tusk))
        for title, change in [("another", {"state": "another"}), ("no", {"state": None})]:
            tusk, done = ended(lambda page: changed(consent(page), **change))
            self.expect(f"{title} state", done, 69, "belongs to another sign-in", nobody(tusk))
        tusk, done = ended(lambda page: changed(consent(page), iss="https://evil.example/"))
        self.expect("another issuer", done, 69, "'https://evil.example/'", nobody(tusk))
        tusk, done = ended(lambda page: changed(consent(page), code=None))
        self.expect("no code", done, 69, "contains no code", nobody(tusk))
        if self.server.checks_proof:
            other = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
            tusk, done = ended(lambda page: consent(changed(page, code_challenge=other)))
            self.expect("a wrong verifier", done, 69, "authorization grant is invalid", nobody(tusk))

    def given_up(self):
        tusk = self.home()
        login = Login(tusk, self.server.base)
        redirect = login.redirect()
        login.process.send_signal(signal.SIGINT)
        done = login.end()
        try:
            visit(redirect)
            is_closed = False
        except urllib.error.URLError:
            is_closed = True
        self.expect("Ctrl-C", done, 130, "", ("the port is closed", is_closed))

    def tokens_from_elsewhere(self):
        tusk, alice = self.home(), self.server.names[0]
        done = tusk("login", "--token", "-", self.server.base, text=self.server.known + "\n")
        self.expect("with a token", done, 0, f"signed in as @{alice}", ("it is not shown", self.server.known not in done.stderr))
        done = tusk("logout")
        self.expect("out of a token's account", done, 0, "the token is still valid", ("it does", self.server.accepts(self.server.known)))
        done = tusk("login", "--token", "-", self.server.base, text="wrong\n")
        self.expect("with a wrong token", done, 77, "requires a valid sign-in")
        Path(tusk.folder, "secret").write_text(self.server.known + "\nnot this\n")
        done = tusk("login", "--token-command", f"cat '{tusk.folder}/secret'", self.server.base)
        stored = Path(tusk.environment["XDG_CONFIG_HOME"], "tusk/accounts.json").read_text()
        self.expect(
            "with a token's command", done, 0, f"signed in as @{alice}", ("it is not stored", self.server.known not in stored),
            ("it acts", alice in tusk("-c", "me --ids").stdout),
            ("it says so", "comes from the command: cat" in tusk("whoami", "--storage").stdout))
        Path(tusk.folder, "secret").unlink()
        self.expect("with a command that fails", tusk("-c", "me"), 77, "cannot get a token from 'cat': it exited with status 1")


def signing_out_without_a_server(trial, stop):
    """Last, because the server is gone after it."""
    tusk = trial.home()
    login = Login(tusk, trial.server.base)
    visit(trial.server.consent(login.page, "alice"))
    login.end()
    stop()
    done = tusk("logout")
    trial.expect(
        "signing out without the server", done, 0, "could not be revoked and may still be valid",
        ("the account is forgotten", tusk("accounts").stdout == ""))


def first_status(program, server, table):
    """The program of the documentation's first page, from the page of consent to the status."""
    # As at a terminal, where a line is seen as soon as it is printed.
    process = subprocess.Popen(["stdbuf", "-oL", program, server.base], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    page = process.stdout.readline().split(": ", 1)[1].strip()
    visit(server.consent(page, server.names[0].split("@")[0]))
    output, errors = process.communicate(timeout=30)
    done = subprocess.CompletedProcess([], process.returncode, output, errors)
    wrong = None if done.returncode == 0 and output.startswith("http") else "there is no status"
    table.row(f"{server.title}: the first page's program", "first-status", done, crash(done) or wrong)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    # Who runs this in the background may have the signal ignored, which programs inherit.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    table, (tusk, sandbox) = Table(), map(os.path.abspath, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        with sandbox_server(sandbox, folder) as server:
            trial = Trial(tusk, server, table, folder)
            trial.run()
            first_status(Path(tusk).with_name("first-status"), server, table)
            signing_out_without_a_server(
                trial, lambda: subprocess.run([sandbox, "stop", "--state", f"{folder}/sandbox"], capture_output=True))
        with mock_server(folder) as mock:
            names = tuple(f"{name}@{mock.domain}" for name in ("alice", "bob"))
            server = Server("mock", mock.base, names, MINE, False)
            Trial(tusk, server, table, folder).run()
            first_status(Path(tusk).with_name("first-status"), server, table)
    print(f"{table.passed} passed, {table.failed} failed")
    sys.exit(1 if table.failed else 0)


if __name__ == "__main__":
    main()
