import TuskCommon
import TuskLanguage

extension Mistake {
  /// Mistakes that the table of actions shows: verbs, parameters and what they take.
  static let commands: [Mistake] = [
    Mistake("fvaorite status:1", .unknownVerb, "unknown verb 'fvaorite'", "^^^^^^^^", help: "favorite status:1"),
    Mistake("xyzzy", .unknownVerb, "unknown verb 'xyzzy'", "^^^^^"),
    Mistake("get", .unknownVerb, "unknown verb 'get'", "^^^ continue with account, status, notification, instance"),
    Mistake(
      "get foo", .unknownVerb, "unknown verb 'get foo'",
      "^^^^^^^ continue with account, status, notification, instance"),
    Mistake("get acount @a@b", .unknownVerb, "unknown verb 'get acount'", "^^^^^^^^^^", help: "get account @a@b"),
    Mistake("gett account @a@b", .unknownVerb, "unknown verb 'gett account'", "^^^^^^^^^^^^", help: "get account @a@b"),
    Mistake("Fav status:1", .unknownVerb, "unknown verb 'Fav'", "^^^", help: "fav status:1"),
    Mistake("dismis all", .unknownVerb, "unknown verb 'dismis all'", "^^^^^^^^^^", help: "dismiss all"),
    Mistake("show acount @a@b", .unknownVerb, "unknown verb 'show acount'", "^^^^^^^^^^^", help: "show account @a@b"),
    Mistake(
      "favoritStatus status:1", .unknownVerb, "unknown verb 'favoritStatus'", "^^^^^^^^^^^^^",
      help: "favoriteStatus status:1"),
    Mistake(
      "post hi --slient", .unknownParam, "'post' has no parameter 'slient'", "        ^^^^^^^^",
      help: "post hi --silent"),
    Mistake(
      "post hi visiblity=public", .unknownParam, "'post' has no parameter 'visiblity'", "        ^^^^^^^^^",
      help: "post hi visibility=public"),
    Mistake("fav status:1 html=true", .unknownParam, "'fav' has no parameter 'html'", "             ^^^^"),
    Mistake("fav status:1 x-success=a", .unknownParam, "'fav' has no parameter 'x-success'", "             ^^^^^^^^^"),
    Mistake("fav status:1 --zzz", .unknownParam, "'fav' has no parameter 'zzz'", "             ^^^^^"),
    Mistake(
      "fav 123", .typeMismatch, "'fav' needs a status, not '123'",
      "    ^^^ write status:ID or its URL; --ids shows the references of a list"),
    Mistake(#"fav "123""#, .typeMismatch, "'fav' needs a status", "    ^^^^^ text"),
    Mistake("fav abc/def", .typeMismatch, "'fav' needs a status, not 'abc/def'", "    ^^^^^^^ a word"),
    Mistake("fav a;b", .typeMismatch, "'fav' needs a status, not 'a;b'", "    ^^^ a word"),
    Mistake("fav stauts:1", .wrongKind, "unknown kind of reference 'stauts'", "    ^^^^^^", help: "fav status:1"),
    Mistake("fav foo:1", .wrongKind, "unknown kind of reference 'foo'", "    ^^^"),
    Mistake("fav account:1", .wrongKind, "'fav' needs a status; this is an account", "    ^^^^^^^^^"),
    Mistake("fav @a@b", .wrongKind, "'fav' needs a status; this is an account", "    ^^^^"),
    Mistake("fav #cats", .wrongKind, "'fav' needs a status; this is a tag", "    ^^^^^"),
    Mistake("fav ftp://a.b/c", .typeMismatch, "'fav' needs a status", "    ^^^^^^^^^^^ a URL"),
    Mistake("fav https://", .typeMismatch, "'fav' needs a status, not 'https://'", "    ^^^^^^^^ a word"),
    Mistake("fav status:1/2", .typeMismatch, "'fav' needs a status; '1/2' is not one", "    ^^^^^^^^^^"),
    Mistake("fav status:https://", .typeMismatch, "'fav' needs a status; 'https://' is not one", "    ^^^^^^^^^^^^^^^"),
    Mistake(
      "fav [status:1 account:2]", .wrongKind, "'fav' needs a status; this is an account", "              ^^^^^^^^^"),
    Mistake("fav", .missingArg, "'fav' needs a status", "   ^ status:…"),
    Mistake("follow", .missingArg, "'follow' needs an account", "      ^ account:…"),
    Mistake(
      "follow a@b", .typeMismatch, "'follow' needs an account; an account name starts with @", "       ^^^ a word",
      help: "follow @a@b"),
    Mistake("follow @a@b@c", .typeMismatch, "'follow' needs an account; '@a@b@c' is not one", "       ^^^^^^"),
    Mistake(
      "follow account:a@b@c", .typeMismatch, "'follow' needs an account; 'a@b@c' is not one", "       ^^^^^^^^^^^^^"),
    Mistake("follow account:a/b", .typeMismatch, "'follow' needs an account; 'a/b' is not one", "       ^^^^^^^^^^^"),
    Mistake(
      "follow acct=a@", .typeMismatch, "'acct' must be an account name such as @USER@HOST, not 'a@'", "            ^^"),
    Mistake(
      "fav statusID=account:1", .wrongKind, "'statusID' must be a status; this is an account", "             ^^^^^^^^^"),
    Mistake(
      "fav statusID=1 status:2", .conflictingArgs, "the status is given twice, in different ways",
      "               ^^^^^^^^"),
    Mistake(
      "fav status:1 statusID=2", .conflictingArgs, "the status is given twice, in different ways",
      "             ^^^^^^^^^^"),
    Mistake(
      "fav statusID=1 statusURL=https://a.b", .conflictingArgs, "the status is given twice, in different ways",
      "               ^^^^^^^^^^^^^^^^^^^^^"),
    Mistake(
      "get account acct=a@b accountID=1", .conflictingArgs, "the account is given twice, in different ways",
      "                     ^^^^^^^^^^^"),
    Mistake(
      "notifications count=0", .outOfRange, "'count' must be a whole number from 1, not '0'", "                    ^"),
    Mistake(
      "notifications count=4x", .typeMismatch, "'count' must be a whole number from 1, not '4x'",
      "                    ^^"
    ),
    Mistake(
      "notifications count=-1", .outOfRange, "'count' must be a whole number from 1, not '-1'", "                    ^^"
    ),
    Mistake(
      "notifications count=1.5", .typeMismatch, "'count' must be a whole number from 1, not '1.5'",
      "                    ^^^"),
    Mistake(
      "notifications count=[1 2]", .typeMismatch, "'count' must be a whole number from 1, not a list",
      "                    ^^^^^ a list"),
    Mistake(
      "notifications since=24:00", .typeMismatch,
      "'since' must be a time such as 09:00, 2026-12-24, 2026-12-24T09:00:00Z or 2d, not '24:00'",
      "                    ^^^^^"),
    Mistake(
      "notifications since=yesterday", .typeMismatch,
      "'since' must be a time such as 09:00, 2026-12-24, 2026-12-24T09:00:00Z or 2d, not 'yesterday'",
      "                    ^^^^^^^^^"
    ),
    Mistake(
      "notifications --count", .flagNeedsValue, "'count' must be a whole number from 1",
      "              ^^^^^^^ write count=…"),
    Mistake(
      "notifications 5", .tooManyArgs, "'notifications' takes a number only by name", "              ^",
      help: "notifications count=5"),
    Mistake(
      "notifications a", .tooManyArgs, "'notifications' takes no unnamed values", "              ^ one too many"),
    Mistake(
      "post visibility=pubic", .typeMismatch,
      "'visibility' must be one of public, unlisted, private, direct, not 'pubic'",
      "                ^^^^^", help: "post visibility=public"),
    Mistake(
      "post visibility=everyone", .typeMismatch,
      "'visibility' must be one of public, unlisted, private, direct, not 'everyone'", "                ^^^^^^^^"),
    Mistake(
      "post visibility=[public]", .typeMismatch,
      "'visibility' must be one of public, unlisted, private, direct, not a list", "                ^^^^^^^^ a list"),
    Mistake("post a b", .tooManyArgs, "'post' takes one text", "       ^ one too many", help: #"post "a b""#),
    Mistake(#"post "a" b"#, .tooManyArgs, "'post' takes one text", "         ^ one too many"),
    Mistake(#"post a "b""#, .tooManyArgs, "'post' takes one text", "       ^^^ one too many"),
    Mistake("post a b c", .tooManyArgs, "'post' takes one text", "       ^ one too many", help: #"post "a b c""#),
    Mistake(
      "post --silent", .missingArg, "'text' is required in a silent request, which cannot ask for it",
      "             ^ text=…"),
    Mistake("post text=a text=b", .duplicateParam, "'text' is given twice", "            ^^^^^^"),
    Mistake("post text=a b", .tooManyArgs, "'post' takes one text", "            ^ one too many"),
    Mistake("post a text=b", .duplicateParam, "'text' is given twice", "       ^^^^^^"),
    Mistake("search", .missingArg, "'search' requires query=TEXT (what for)", "      ^ query=…"),
    Mistake("search a b", .tooManyArgs, "'search' takes one query", "         ^ one too many", help: #"search "a b""#),
    Mistake("search a status:1", .tooManyArgs, "'search' takes one query", "         ^^^^^^^^ one too many"),
    Mistake("me now", .tooManyArgs, "'me' takes no unnamed values", "   ^^^ one too many"),
    Mistake("dismiss all now", .tooManyArgs, "'dismiss all' takes no unnamed values", "            ^^^ one too many"),
    Mistake(
      "get status status:1 html=yes", .typeMismatch, "'html' must be true or false, not 'yes'",
      "                         ^^^"),
    Mistake(
      "get status status:1 --html --no-html", .duplicateParam, "'html' is given twice",
      "                           ^^^^^^^^^"),
    Mistake("fav status:1 --yes --yes", .duplicateParam, "'yes' is given twice", "                   ^^^^^"),
    Mistake(
      "fav status:1 timeout=5", .typeMismatch, "'timeout' must be a duration such as 30s, 5m, 1h or 2d, not '5'",
      "                     ^"),
    Mistake(
      "fav status:1 --timeout", .flagNeedsValue, "'timeout' must be a duration such as 30s, 5m, 1h or 2d",
      "             ^^^^^^^^^ write timeout=…"),
    Mistake(
      "get status statusURL=a.b", .typeMismatch, "'statusURL' must be an http or https URL, not 'a.b'",
      "                     ^^^"),
    Mistake("fav $x", .unknownName, "undefined variable 'x'", "    ^^", exitCode: .data),
    Mistake(
      "fav (me)", .typeMismatch, "a command in ( ) has no value before the line runs", "     ^^", exitCode: .data),
    Mistake(
      "post text=file:x", .typeMismatch, "a file has no value before the line runs", "          ^^^^^^",
      exitCode: .data),
    Mistake(
      "get notification 5", .typeMismatch, "'get notification' needs a notification, not '5'",
      "                 ^ write notification:ID; a number names a row of a list only at the prompt"),
    Mistake(
      "dismiss 5", .typeMismatch, "'dismiss' needs a notification, not '5'",
      "        ^ write notification:ID; a number names a row of a list only at the prompt"),
    Mistake(
      "status 5", .typeMismatch, "'status' needs a status, not '5'",
      "       ^ write status:ID or its URL; a number names a row of a list only at the prompt"),
    Mistake("unpost x", .unknownVerb, "unknown verb 'unpost'", "^^^^^^"),
    Mistake(
      "fav --help", .unknownParam, "'fav' has no parameter 'help'", "    ^^^^^^ 'help fav' describes the verb",
      help: "help fav"),
  ]
}
