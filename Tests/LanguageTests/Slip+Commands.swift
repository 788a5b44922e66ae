import TuskLanguage

extension Slip {
  /// Mistakes that the table of actions shows: verbs, parameters and what they take.
  static let commands: [Slip] = [
    Slip("fvaorite status:1", .unknownVerb, "unknown verb 'fvaorite'", "^^^^^^^^", help: "favorite status:1"),
    Slip("xyzzy", .unknownVerb, "unknown verb 'xyzzy'", "^^^^^"),
    Slip("get", .unknownVerb, "unknown verb 'get'", "^^^ it goes on with account, status, notification, instance"),
    Slip(
      "get foo", .unknownVerb, "unknown verb 'get foo'",
      "^^^^^^^ it goes on with account, status, notification, instance"),
    Slip("get acount @a@b", .unknownVerb, "unknown verb 'get acount'", "^^^^^^^^^^", help: "get account @a@b"),
    Slip("gett account @a@b", .unknownVerb, "unknown verb 'gett account'", "^^^^^^^^^^^^", help: "get account @a@b"),
    Slip("Fav status:1", .unknownVerb, "unknown verb 'Fav'", "^^^", help: "fav status:1"),
    Slip("dismis all", .unknownVerb, "unknown verb 'dismis all'", "^^^^^^^^^^", help: "dismiss all"),
    Slip("show acount @a@b", .unknownVerb, "unknown verb 'show acount'", "^^^^^^^^^^^", help: "show account @a@b"),
    Slip(
      "favoritStatus status:1", .unknownVerb, "unknown verb 'favoritStatus'", "^^^^^^^^^^^^^",
      help: "favoriteStatus status:1"),
    Slip(
      "post hi --slient", .unknownParam, "'post' has no parameter 'slient'", "        ^^^^^^^^",
      help: "post hi --silent"),
    Slip(
      "post hi visiblity=public", .unknownParam, "'post' has no parameter 'visiblity'", "        ^^^^^^^^^",
      help: "post hi visibility=public"),
    Slip("fav status:1 html=true", .unknownParam, "'fav' has no parameter 'html'", "             ^^^^"),
    Slip("fav status:1 x-success=a", .unknownParam, "'fav' has no parameter 'x-success'", "             ^^^^^^^^^"),
    Slip("fav status:1 --zzz", .unknownParam, "'fav' has no parameter 'zzz'", "             ^^^^^"),
    Slip(
      "fav 123", .typeMismatch, "'fav' wants a status; an id needs its kind", "    ^^^ a word", help: "fav status:123"),
    Slip(#"fav "123""#, .typeMismatch, "'fav' wants a status", "    ^^^^^ a text"),
    Slip("fav abc/def", .typeMismatch, "'fav' wants a status, not 'abc/def'", "    ^^^^^^^ a word"),
    Slip("fav a;b", .typeMismatch, "'fav' wants a status, not 'a;b'", "    ^^^ a word"),
    Slip("fav stauts:1", .wrongKind, "no kind of reference is called 'stauts'", "    ^^^^^^", help: "fav status:1"),
    Slip("fav foo:1", .wrongKind, "no kind of reference is called 'foo'", "    ^^^"),
    Slip("fav account:1", .wrongKind, "'fav' wants a status; this is an account", "    ^^^^^^^^^"),
    Slip("fav @a@b", .wrongKind, "'fav' wants a status; this is an account", "    ^^^^"),
    Slip("fav #cats", .wrongKind, "'fav' wants a status; this is a tag", "    ^^^^^"),
    Slip("fav ftp://a.b/c", .typeMismatch, "'fav' wants a status", "    ^^^^^^^^^^^ a URL"),
    Slip("fav https://", .typeMismatch, "'fav' wants a status, not 'https://'", "    ^^^^^^^^ a word"),
    Slip("fav status:1/2", .typeMismatch, "'fav' wants a status; '1/2' names none", "    ^^^^^^^^^^"),
    Slip("fav status:https://", .typeMismatch, "'fav' wants a status; 'https://' names none", "    ^^^^^^^^^^^^^^^"),
    Slip("fav [status:1 account:2]", .wrongKind, "'fav' wants a status; this is an account", "              ^^^^^^^^^"),
    Slip("fav", .missingArg, "'fav' wants a status", "   ^ status:…"),
    Slip("follow", .missingArg, "'follow' wants an account", "      ^ account:…"),
    Slip(
      "follow a@b", .typeMismatch, "'follow' wants an account; a handle starts with @", "       ^^^ a word",
      help: "follow @a@b"),
    Slip("follow @a@b@c", .typeMismatch, "'follow' wants an account; '@a@b@c' names none", "       ^^^^^^"),
    Slip(
      "follow account:a@b@c", .typeMismatch, "'follow' wants an account; 'a@b@c' names none", "       ^^^^^^^^^^^^^"),
    Slip("follow account:a/b", .typeMismatch, "'follow' wants an account; 'a/b' names none", "       ^^^^^^^^^^^"),
    Slip("follow acct=a@", .typeMismatch, "acct wants an account as user@host, not 'a@'", "            ^^"),
    Slip("fav statusID=account:1", .wrongKind, "statusID wants a status; this is an account", "             ^^^^^^^^^"),
    Slip(
      "fav statusID=1 status:2", .conflictingArgs, "the status is given twice, in two ways", "               ^^^^^^^^"),
    Slip(
      "fav status:1 statusID=2", .conflictingArgs, "the status is given twice, in two ways", "             ^^^^^^^^^^"),
    Slip(
      "fav statusID=1 statusURL=https://a.b", .conflictingArgs, "the status is given twice, in two ways",
      "               ^^^^^^^^^^^^^^^^^^^^^"),
    Slip(
      "get account acct=a@b accountID=1", .conflictingArgs, "the account is given twice, in two ways",
      "                     ^^^^^^^^^^^"),
    Slip("notifications count=0", .outOfRange, "count wants a whole number from 1, not '0'", "                    ^"),
    Slip(
      "notifications count=4x", .typeMismatch, "count wants a whole number from 1, not '4x'", "                    ^^"),
    Slip(
      "notifications count=-1", .outOfRange, "count wants a whole number from 1, not '-1'", "                    ^^"),
    Slip(
      "notifications count=1.5", .typeMismatch, "count wants a whole number from 1, not '1.5'",
      "                    ^^^"),
    Slip(
      "notifications count=[1 2]", .typeMismatch, "count wants a whole number from 1, not a list",
      "                    ^^^^^ a list"),
    Slip(
      "notifications since=24:00", .typeMismatch,
      "since wants a time such as 09:00, 2026-12-24T09:00:00Z or 2d, not '24:00'", "                    ^^^^^"),
    Slip(
      "notifications since=yesterday", .typeMismatch,
      "since wants a time such as 09:00, 2026-12-24T09:00:00Z or 2d, not 'yesterday'", "                    ^^^^^^^^^"),
    Slip(
      "notifications --count", .flagNeedsValue, "'count' wants a whole number from 1",
      "              ^^^^^^^ written count=…"),
    Slip("notifications 5", .tooManyArgs, "'notifications' takes nothing unnamed", "              ^ one too many"),
    Slip(
      "post visibility=pubic", .typeMismatch, "visibility wants one of public, unlisted, private, direct, not 'pubic'",
      "                ^^^^^", help: "post visibility=public"),
    Slip(
      "post visibility=everyone", .typeMismatch,
      "visibility wants one of public, unlisted, private, direct, not 'everyone'", "                ^^^^^^^^"),
    Slip(
      "post visibility=[public]", .typeMismatch,
      "visibility wants one of public, unlisted, private, direct, not a list", "                ^^^^^^^^ a list"),
    Slip("post a b", .tooManyArgs, "'post' takes one text", "       ^ one too many", help: #"post "a b""#),
    Slip(#"post "a" b"#, .tooManyArgs, "'post' takes one text", "         ^ one too many"),
    Slip(#"post a "b""#, .tooManyArgs, "'post' takes one text", "       ^^^ one too many"),
    Slip("post a b c", .tooManyArgs, "'post' takes one text", "       ^ one too many", help: #"post "a b c""#),
    Slip(
      "post --silent", .missingArg, "a silent request wants text, because nobody is asked for it",
      "             ^ text=…"),
    Slip("post text=a text=b", .duplicateParam, "'text' is given twice", "            ^^^^^^"),
    Slip("post text=a b", .tooManyArgs, "'post' takes one text", "            ^ one too many"),
    Slip("post a text=b", .duplicateParam, "'text' is given twice", "       ^^^^^^"),
    Slip("search", .missingArg, "'search' wants what for", "      ^ query=…"),
    Slip("search a b", .tooManyArgs, "'search' takes one query", "         ^ one too many", help: #"search "a b""#),
    Slip("search a status:1", .tooManyArgs, "'search' takes one query", "         ^^^^^^^^ one too many"),
    Slip("me now", .tooManyArgs, "'me' takes nothing unnamed", "   ^^^ one too many"),
    Slip("dismiss all now", .tooManyArgs, "'dismiss all' takes nothing unnamed", "            ^^^ one too many"),
    Slip(
      "get status status:1 html=yes", .typeMismatch, "html wants true or false, not 'yes'",
      "                         ^^^"),
    Slip(
      "get status status:1 --html --no-html", .duplicateParam, "'html' is given twice",
      "                           ^^^^^^^^^"),
    Slip("fav status:1 --yes --yes", .duplicateParam, "'yes' is given twice", "                   ^^^^^"),
    Slip(
      "fav status:1 timeout=5", .typeMismatch, "timeout wants a duration such as 30s, 5m, 1h or 2d, not '5'",
      "                     ^"),
    Slip(
      "fav status:1 --timeout", .flagNeedsValue, "'timeout' wants a duration such as 30s, 5m, 1h or 2d",
      "             ^^^^^^^^^ written timeout=…"),
    Slip(
      "get status statusURL=a.b", .typeMismatch, "statusURL wants an http or https URL, not 'a.b'",
      "                     ^^^"),
    Slip("fav $x", .unknownName, "no value is named 'x'", "    ^^", exitCode: 65),
    Slip("fav (me)", .typeMismatch, "a command in ( ) has a value only when the line runs", "     ^^", exitCode: 65),
    Slip(
      "post text=file:x", .typeMismatch, "a file has a value only when the line runs", "          ^^^^^^", exitCode: 65),
    Slip(
      "get notification 5", .typeMismatch, "'get notification' wants a notification; an id needs its kind",
      "                 ^ a word", help: "get notification notification:5"),
    Slip(
      "dismiss 5", .typeMismatch, "'dismiss' wants a notification; an id needs its kind", "        ^ a word",
      help: "dismiss notification:5"),
    Slip(
      "status 5", .typeMismatch, "'status' wants a status; an id needs its kind", "       ^ a word",
      help: "status status:5"),
  ]
}
