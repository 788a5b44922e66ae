"""How servers write the link to the next page."""

import random

# Links that lead nowhere.
UNUSABLE = ["javascript:alert(1)", "http://[x", "ftp://a.example/b", "http://", "https://user@:0/", "mailto:a@b.example"]


def hash_of(*parts):
    return random.Random(repr(parts)).randrange(10**6)


def query(place):
    return f"cursor={place[0]}.{place[1]}" if place != "itself" else "cursor=itself"


# The ways in which honest servers write a link to the next page.
FORMS = [
    lambda pager, place: f'<{pager.listener.base}{pager.path}?{query(place)}>; rel="next"',
    lambda pager, place: f'<{pager.listener.base}{pager.path}?limit=40&{query(place)}>; rel="next"',
    lambda pager, place: f'<{pager.path}?{query(place)}>; rel="next"',
    lambda pager, place: f'<?{query(place)}>; rel="next"',
    lambda pager, place: f'<{pager.path.split("/")[-1]}?{query(place)}>; rel="next"',
    lambda pager, place: f'<//127.0.0.1:{pager.listener.port}{pager.path}?{query(place)}>; rel="next"',
    lambda pager, place: f'<{pager.listener.base}{pager.path}?{query(place)}>; rel=next',
    lambda pager, place: f'<{pager.listener.base}{pager.path}?{query(place)}>;rel="next";title="older, much older"',
    lambda pager, place: f'<{pager.listener.base}{pager.path}?a=1,2&{query(place)}>; REL="NEXT"',
    lambda pager, place: f'<{pager.listener.base}{pager.path}?{query(place)}#rows>; rel="next prefetch"',
    lambda pager, place: f'<https://127.0.0.1{pager.path}?{query(place)}>; rel="next"',
]
