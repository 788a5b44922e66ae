"""Two clients written by others, Mastodon.py and toot, use the sandbox as they would use any Mastodon.

usage: peers.py BASE_URL ACCESS_TOKEN SECRET

Needs the Python packages Mastodon.py, toot and requests. Prints a line for each check and the sum at the end;
the exit status is 1 if a check failed.
"""

import io
import json
import os
import queue
import subprocess
import sys
import tempfile
import time
from html.parser import HTMLParser
from importlib.metadata import version
from urllib.parse import parse_qs, urljoin, urlparse

import requests
from mastodon import (
    Mastodon, MastodonAPIError, MastodonNotFoundError, MastodonUnauthorizedError, StreamListener)

OUT_OF_BAND = "urn:ietf:wg:oauth:2.0:oob"
SCOPES = ["read", "write", "follow"]
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c63f8cfc0f01f00050001ff56c72f0d0000000049454e44ae426082"
)


class Checks:
    """Counts what passed and what did not."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def check(self, name, function):
        try:
            note = function()
            self.passed += 1
            print(f"ok   {name}" + (f": {note}" if isinstance(note, str) else ""))
        except Exception as error:  # a check may fail in any way its library likes
            self.failed += 1
            print(f"FAIL {name}: {type(error).__name__}: {str(error)[:300]}")

    def close(self):
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed else 0


class ConsentForm(HTMLParser):
    """The hidden fields of the page that asks for leave, and the code on the page that shows it."""

    def __init__(self, html):
        super().__init__()
        self.fields = {}
        self.code = None
        self.action = None
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "form":
            self.action = values["action"]
        if tag == "input" and values.get("type") == "hidden":
            self.fields[values["name"]] = values["value"]
        if tag == "input" and values.get("class") == "oauth-code":
            self.code = values["value"]


def same(actual, expected):
    assert actual == expected, f"{actual!r} is not {expected!r}"


def refuses(kind, function):
    try:
        function()
    except kind as error:
        return str(error)[:80]
    raise AssertionError(f"did not refuse with {kind.__name__}")


def consent(address, secret):
    """Fills in the page at `address` as the owner would, and gives the code that comes of it."""
    browser = requests.Session()
    page = browser.get(address)
    page.raise_for_status()
    form = ConsentForm(page.text)
    answer = browser.post(
        urljoin(address, form.action), data={**form.fields, "account": "alice", "secret": secret},
        allow_redirects=False
    )
    target = answer.headers["Location"]
    if "/oauth/authorize/native" in target:
        return ConsentForm(browser.get(urljoin(address, target)).text).code
    return parse_qs(urlparse(target).query)["code"][0]


def check_sign_in(checks, base, secret):
    client_id, client_secret = Mastodon.create_app(
        "peers.py", scopes=SCOPES, redirect_uris=OUT_OF_BAND, api_base_url=base
    )
    api = Mastodon(client_id=client_id, client_secret=client_secret, api_base_url=base)

    def sign_in():
        code = consent(api.auth_request_url(redirect_uris=OUT_OF_BAND, scopes=SCOPES, allow_http=True), secret)
        assert api.log_in(code=code, redirect_uri=OUT_OF_BAND, scopes=SCOPES, allow_http=True)
        same(api.account_verify_credentials()["username"], "alice")

    def wrong_code():
        other = Mastodon(client_id=client_id, client_secret=client_secret, api_base_url=base)
        return refuses(Exception, lambda: other.log_in(code="no", redirect_uri=OUT_OF_BAND, scopes=SCOPES, allow_http=True))

    def sign_out():
        other = Mastodon(client_id=client_id, client_secret=client_secret, api_base_url=base)
        code = consent(other.auth_request_url(redirect_uris=OUT_OF_BAND, scopes=SCOPES, allow_http=True), secret)
        token = other.log_in(code=code, redirect_uri=OUT_OF_BAND, scopes=SCOPES, allow_http=True)
        other.revoke_access_token(allow_http=True)
        late = Mastodon(access_token=token, api_base_url=base)
        return refuses(MastodonUnauthorizedError, late.account_verify_credentials)

    checks.check("Mastodon.py: sign-in by the code flow", sign_in)
    checks.check("Mastodon.py: a wrong code is refused", wrong_code)
    checks.check("Mastodon.py: a revoked token is refused", sign_out)
    return api


def check_reading(checks, api):
    def home():
        page = api.timeline_home(limit=40)
        same(len(page), 40)
        rest = api.fetch_remaining(page)
        same(len({status["id"] for status in rest}), len(rest))
        return f"{len(rest)} statuses in all pages"

    def notifications():
        page = api.notifications()
        same(len(page), 40)
        everything = api.fetch_remaining(page)
        kinds = sorted({notice["type"] for notice in everything})
        assert {"mention", "favourite", "follow", "poll", "admin.report", "severed_relationships"} <= set(kinds)
        return f"{len(everything)}, {', '.join(kinds)}"

    def followers():
        account = api.account_lookup("newsbot")
        everyone = api.fetch_remaining(api.account_followers(account, limit=80))
        same(len(everyone), account["followers_count"])

    def back_again():
        page = api.timeline_home(limit=5)
        older = api.fetch_next(page)
        newer = api.fetch_previous(older)
        same([status["id"] for status in newer], [status["id"] for status in page])

    checks.check("Mastodon.py: instance", lambda: api.instance()["version"])
    checks.check("Mastodon.py: instance v1", lambda: same(api.instance_v1()["uri"], "sandbox.example"))
    checks.check("Mastodon.py: nodeinfo", lambda: same(api.instance_nodeinfo()["software"]["name"], "mastodon"))
    checks.check("Mastodon.py: health", lambda: same(api.instance_health(), True))
    checks.check("Mastodon.py: home, all pages", home)
    checks.check("Mastodon.py: home, forth and back", back_again)
    checks.check("Mastodon.py: local, public, tag and list timelines", lambda: [
        api.timeline_local(), api.timeline_public(), api.timeline_hashtag("trains"), api.timeline_list(1)] and None)
    checks.check("Mastodon.py: notifications, all pages", notifications)
    checks.check("Mastodon.py: one notification", lambda: same(str(api.notifications(77)["id"]), "77"))
    checks.check("Mastodon.py: followers, all pages", followers)
    checks.check("Mastodon.py: old status", lambda: same(str(api.status(123)["id"]), "123"))
    checks.check("Mastodon.py: no such status", lambda: refuses(MastodonNotFoundError, lambda: api.status(99)))
    checks.check("Mastodon.py: context", lambda: same(len(api.status_context(1)["descendants"]), 1))
    checks.check("Mastodon.py: statuses by ids", lambda: same(len(api.statuses([1, 109, 123])), 3))
    checks.check("Mastodon.py: boosters, all pages", lambda: same(
        len(api.fetch_remaining(api.status_reblogged_by(1))), 90))
    checks.check("Mastodon.py: search for an address", lambda: same(
        str(api.search("https://sandbox.example/@bob/123", resolve=True)["statuses"][0]["id"]), "123"))
    checks.check("Mastodon.py: account search", lambda: same(api.account_search("sakura")[0]["username"], "sakura"))
    checks.check("Mastodon.py: emojis, preferences, lists, filters", lambda: [
        api.custom_emojis(), api.preferences(), api.lists(), api.filters_v2()] and None)
    checks.check("Mastodon.py: follow requests", lambda: same(len(api.follow_requests()) > 0, True))
    checks.check("Mastodon.py: grouped notifications", lambda: str(
        len(api.grouped_notifications(limit=40)["notification_groups"])) + " groups")
    checks.check("Mastodon.py: notification policy", lambda: api.notifications_policy() and None)
    checks.check("Mastodon.py: conversations", lambda: same(len(api.conversations()) > 0, True))
    checks.check("Mastodon.py: trends, suggestions, directory", lambda: [
        api.trending_tags(), api.trending_statuses(), api.trending_links(), api.suggestions(), api.directory()] and None)
    checks.check("Mastodon.py: markers", lambda: api.markers_get(["home", "notifications"]) and None)


def check_writing(checks, api):
    mark = f"peers.py {time.time()}"

    def write():
        status = api.status_post(
            f"{mark} @bob #peers https://example.com/one/two/three/four/five/six", visibility="unlisted",
            spoiler_text="a test", language="en")
        same([mention["acct"] for mention in status["mentions"]], ["bob"])
        same([tag["name"] for tag in status["tags"]], ["peers"])
        changed = api.status_update(status, f"{mark} changed")
        assert changed["edited_at"] is not None
        same(len(api.status_history(status)), 2)
        same(api.status_source(status)["text"], f"{mark} changed")
        same(api.status_delete(status)["text"], f"{mark} changed")
        refuses(MastodonNotFoundError, lambda: api.status(status))

    def once():
        first = api.status_post(mark, idempotency_key=mark)
        second = api.status_post(mark, idempotency_key=mark)
        same(first["id"], second["id"])
        api.status_delete(first)

    def media():
        picture = api.media_post(io.BytesIO(PIXEL), mime_type="image/png", description="a dot", focus=(0.1, 0.2))
        status = api.status_post("with a picture", media_ids=[picture], sensitive=True)
        same(status["media_attachments"][0]["description"], "a dot")
        api.status_delete(status)

    def poll():
        question = api.make_poll(["one", "two"], expires_in=600, multiple=True)
        status = api.status_post("how many?", poll=question)
        same(len(status["poll"]["options"]), 2)
        api.status_delete(status)
        theirs = next(s for s in api.timeline_home(limit=40) if s["poll"] and not s["poll"]["expired"]
                      and s["account"]["username"] == "carol")
        if not theirs["poll"]["voted"]:
            same(api.poll_vote(theirs["poll"], 1)["own_votes"], [1])
        return refuses(MastodonAPIError, lambda: api.poll_vote(theirs["poll"], 1))

    def later():
        from datetime import datetime, timedelta, timezone
        waiting = api.status_post("later", scheduled_at=datetime.now(timezone.utc) + timedelta(hours=2))
        assert any(s["id"] == waiting["id"] for s in api.scheduled_statuses())
        api.scheduled_status_delete(waiting)

    def both_ways(do, undo, field):
        same(do(109)[field], True)
        same(do(109)[field], True)
        same(undo(109)[field], False)

    def boost():
        boosted = api.status_reblog(109)
        same(str(boosted["reblog"]["id"]), "109")
        same(api.status_unreblog(109)["reblogged"], False)

    def people():
        bob = api.account_lookup("victor")
        same(api.account_follow(bob)["following"], True)
        same(api.account_unfollow(bob)["following"], False)
        same(api.account_mute(bob)["muting"], True)
        same(api.account_unmute(bob)["muting"], False)
        same(api.account_block(bob)["blocking"], True)
        same(api.account_unblock(bob)["blocking"], False)
        dora = api.account_lookup("dora")
        same(api.account_follow(dora)["requested"], True)
        same(api.account_unfollow(dora)["requested"], False)

    def lists():
        made = api.list_create("peers")
        api.list_accounts_add(made, [1])
        same(len(api.list_accounts(made)), 1)
        same(api.list_update(made, "renamed")["title"], "renamed")
        api.list_accounts_delete(made, [1])
        api.list_delete(made)

    def stream():
        class Listener(StreamListener):
            def __init__(self):
                self.heard = queue.Queue()

            def on_update(self, status):
                self.heard.put(status["id"])

        listener = Listener()
        handle = api.stream_user(listener, run_async=True)
        status = None
        try:
            for _ in range(20):  # the stream begins in its own time
                status = api.status_post(mark, visibility="unlisted")
                try:
                    listener.heard.get(timeout=0.5)
                    return
                except queue.Empty:
                    continue
                finally:
                    api.status_delete(status)
            raise AssertionError("nothing came")
        finally:
            handle.close()

    def thread():
        reply = api.status_reply(api.status(123), "and a chair")
        same(str(reply["in_reply_to_id"]), "123")
        api.status_delete(reply)

    checks.check("Mastodon.py: write, edit, delete", write)
    checks.check("Mastodon.py: one key, one status", once)
    checks.check("Mastodon.py: picture", media)
    checks.check("Mastodon.py: poll and vote", poll)
    checks.check("Mastodon.py: scheduled status", later)
    checks.check("Mastodon.py: favourite", lambda: both_ways(api.status_favourite, api.status_unfavourite, "favourited"))
    checks.check("Mastodon.py: bookmark", lambda: both_ways(api.status_bookmark, api.status_unbookmark, "bookmarked"))
    checks.check("Mastodon.py: mute thread", lambda: both_ways(api.status_mute, api.status_unmute, "muted"))
    checks.check("Mastodon.py: boost", boost)
    checks.check("Mastodon.py: follow, mute, block", people)
    checks.check("Mastodon.py: lists", lists)
    checks.check("Mastodon.py: reply", thread)
    checks.check("Mastodon.py: empty status is refused", lambda: refuses(MastodonAPIError, lambda: api.status_post(" ")))
    checks.check("Mastodon.py: too long a status is refused",
                 lambda: refuses(MastodonAPIError, lambda: api.status_post("x" * 501)))
    checks.check("Mastodon.py: stream", stream)
    checks.check("Mastodon.py: profile", lambda: same(
        api.account_update_credentials(fields=[("Web", "https://alice.example")])["fields"][0]["name"], "Web"))
    checks.check("Mastodon.py: filters", lambda: api.delete_filter_v2(api.create_filter_v2(
        "peers", ["home"], "hide", keywords_attributes=[{"keyword": "x", "whole_word": True}])))
    checks.check("Mastodon.py: tags", lambda: both_ways_tag(api))
    checks.check("Mastodon.py: report", lambda: same(api.report(1, comment="a test")["category"], "other"))
    checks.check("Mastodon.py: markers are kept", lambda: same(
        str(api.markers_set("notifications", 50)["notifications"]["last_read_id"]), "50"))


def both_ways_tag(api):
    same(api.tag_follow("peers")["following"], True)
    same(api.tag_unfollow("peers")["following"], False)


class Toot:
    """The toot program with a configuration of its own, in which alice is signed in."""

    def __init__(self, folder, base, token):
        self.environment = {**os.environ, "XDG_CONFIG_HOME": folder, "NO_COLOR": "1", "COLUMNS": "120"}
        os.makedirs(f"{folder}/toot")
        instance = urlparse(base).netloc
        configuration = {
            "apps": {instance: {"instance": instance, "base_url": base, "client_id": "x", "client_secret": "x"}},
            "users": {f"alice@{instance}": {"instance": instance, "username": "alice", "access_token": token}},
            "active_user": f"alice@{instance}",
        }
        path = f"{folder}/toot/config.json"
        with open(path, "w") as file:
            json.dump(configuration, file)
        os.chmod(path, 0o600)

    def __call__(self, *arguments, feed=None):
        run = subprocess.run(
            [sys.executable, "-m", "toot", *arguments], env=self.environment, input=feed, text=True,
            capture_output=True, timeout=60)
        assert run.returncode == 0, f"{' '.join(arguments)}: {run.stderr.strip() or run.stdout.strip()}"
        return run.stdout

    def says(self, words, *arguments, feed=None):
        output = self(*arguments, feed=feed)
        assert words in output, f"{words!r} is not in {output[:400]!r}"


def check_toot(checks, base, token, mine):
    with tempfile.TemporaryDirectory() as folder:
        toot = Toot(folder, base, token)
        rows = [
            ("alice", "whoami"), ("sandbox.example", "instance"),
            ("New timetable", "timelines", "list", "Friends", "--no-pager", "--no-clear"),
            ("bob", "whois", "bob"), ("sakura@mastodon.example", "whois", "@sakura@mastodon.example"),
            ("Hello, world!", "status", "1"), ("I am!", "thread", "1"), ("follow", "notifications"),
            ("bob", "search", "bob"), ("bob", "following", "alice"), ("bob", "followers", "alice"),
            ("trains", "tags", "followed"), ("Friends", "lists", "list"), ("newsbot", "lists", "accounts", "Bots"),
            ("reader90", "reblogged-by", "1"), ("trent", "follow-requests", "list"), ("pinned", "pin", mine),
            ("unpinned", "unpin", mine),
            ("favourited", "favourite", "123"), ("unfavourited", "unfavourite", "123"),
            ("reblogged", "reblog", "123"), ("unreblogged", "unreblog", "123"),
            ("bookmarked", "bookmark", "123"), ("unbookmarked", "unbookmark", "123"),
            ("victor", "follow", "victor"), ("victor", "unfollow", "victor"), ("victor", "mute", "victor"),
            ("victor", "unmute", "victor"), ("victor", "block", "victor"), ("victor", "unblock", "victor"),
        ]
        for words, *arguments in rows:
            checks.check(f"toot {' '.join(arguments)}", lambda w=words, a=arguments: toot.says(w, *a))
        for timeline in ["home", "public", "favourites", "tag trains", "account bob", "trending"]:
            checks.check(f"toot timelines {timeline}", lambda t=timeline: same(
                toot("timelines", *t.split(), "--limit", "5", "--no-pager", "--no-clear").count("ID ") > 0, True))
        checks.check("toot bookmarks", lambda: toot("bookmarks", "--once") and None)

        def write():
            made = json.loads(toot("post", "--json", "from toot, with @bob and #peers", "-v", "unlisted"))
            same(made["visibility"], "unlisted")
            toot("delete", made["id"])

        def picture():
            path = f"{folder}/dot.png"
            with open(path, "wb") as file:
                file.write(PIXEL)
            made = json.loads(toot("post", "--json", "a dot", "-m", path, "-d", "one dot"))
            same(made["media_attachments"][0]["description"], "one dot")
            toot("delete", made["id"])

        checks.check("toot post, delete", write)
        checks.check("toot post with a picture", picture)
        checks.check("toot post with a poll", lambda: toot(
            "delete", json.loads(toot("post", "--json", "?", "--poll-option", "a", "--poll-option", "b"))["id"]) and None)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    base, token, secret = sys.argv[1].rstrip("/"), *sys.argv[2:]
    print(f"Mastodon.py {version('Mastodon.py')}, toot {version('toot')}, Python {sys.version.split()[0]}")
    checks = Checks()
    check_sign_in(checks, base, secret)
    api = Mastodon(access_token=token, api_base_url=base)
    check_reading(checks, api)
    check_writing(checks, api)
    mine = str(api.account_statuses(api.me(), limit=1, exclude_reblogs=True)[0]["id"])
    check_toot(checks, base, token, mine)
    sys.exit(checks.close())


if __name__ == "__main__":
    main()
