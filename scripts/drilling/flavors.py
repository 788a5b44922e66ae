"""What servers do with keys, texts and dates: the flavors of the hostile server."""

import html
import re
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Flavor:
    """A kind of server.

    `keys` is what it does with idempotency keys: it honors them, forgets them between two runs, remembers them only once
    it has answered, or ignores them.
    """

    name: str
    software: str
    version: str
    keys: str
    rewrites: tuple = ()
    has_source: bool = True
    has_date: bool = True
    page: int = 40
    boosts_again: bool = False


FLAVORS = [
    Flavor("mastodon", "mastodon", "4.4.2", "honored", ("links",)),
    Flavor("mastodon-forgets", "mastodon", "4.4.2", "forgotten", ("links",)),
    Flavor("gotosocial", "gotosocial", "0.20.1", "ignored", ("quotes", "markdown")),
    Flavor("pleroma", "pleroma", "2.9.1", "answered", ("links",)),
    Flavor("akkoma", "akkoma", "3.15.2", "answered", ("quotes",)),
    Flavor("takahe", "takahe", "0.11.0", "ignored", ("links",), has_source=False),
    Flavor("snac", "snac", "2.94", "ignored", ("markdown", "emoji"), has_source=False, page=20, boosts_again=True),
    Flavor("mitra", "mitra", "4.5.0", "honored", ("markdown",), has_source=False),
    Flavor("sharkey", "sharkey", "2025.4.4", "ignored", ("emoji",), boosts_again=True),
    Flavor("iceshrimp.net", "Iceshrimp.NET", "2025.1", "honored", ("emoji",)),
    Flavor("unknown", "drill", "1.0", "ignored", ("quotes", "emoji", "markdown", "cut links")),
]
REWRITES = ["quotes", "emoji", "markdown", "links", "cut links"]
EMOJI = {":smile:": "\N{SMILING FACE WITH OPEN MOUTH AND SMILING EYES}", ":heart:": "\N{HEAVY BLACK HEART}"}


def varied(flavor, dice):
    """The flavor, at half of the servers with settings of their own."""
    if dice.random() < 0.5:
        return flavor
    rewrites = tuple(sorted(dice.sample(REWRITES, dice.randint(0, 3))))
    return replace(flavor, rewrites=rewrites, has_source=dice.random() < 0.5, has_date=dice.random() < 0.7)


def text_for(dice, number):
    """A text with a number that no other has, and some of what servers rewrite."""
    parts = [
        '"quoted"', "it's", "a -- b", "and so on...", ":smile:", ":heart:", "**bold**", "_slanted_", "`code`",
        "https://news.example/2026/11/a-very-long-path/that-is-cut-to-pieces?page=7", "<b>no tag</b>", "a & b", "naïve"]
    return " ".join([f"Drill {number}", *dice.sample(parts, dice.randint(0, 5))])


def rendered(text, rewrites):
    """The HTML that a server makes of a text."""
    if "emoji" in rewrites:
        for name, character in EMOJI.items():
            text = text.replace(name, character)
    words = [word(one, rewrites) for one in text.split(" ")]
    return f"<p>{' '.join(words)}</p>"


def word(text, rewrites):
    if text.startswith("https://"):
        return link(text, rewrites)
    if "quotes" in rewrites:
        text = re.sub(r'"(.*?)"', "\N{LEFT DOUBLE QUOTATION MARK}\\1\N{RIGHT DOUBLE QUOTATION MARK}", text)
        text = text.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}").replace("--", "\N{EN DASH}")
        text = text.replace("...", "\N{HORIZONTAL ELLIPSIS}")
    text = html.escape(text, quote=False)
    if "markdown" in rewrites:
        text = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", text)
        text = re.sub(r"\b_(.+?)_\b", r"<em>\1</em>", text)
        text = re.sub(r"`(.+?)`", r"<code>\1</code>", text)
    return text


def link(url, rewrites):
    shown = html.escape(url)
    if "cut links" in rewrites:
        return f'<a href="https://short.example/x1">{html.escape(url[8:28])}\N{HORIZONTAL ELLIPSIS}</a>'
    if "links" in rewrites:
        return (f'<a href="{shown}"><span class="invisible">https://</span><span class="ellipsis">{html.escape(url[8:38])}</span>'
                f'<span class="invisible">{html.escape(url[38:])}</span></a>')
    return f'<a href="{shown}">{shown}</a>'
