import TuskLanguage

extension Mistake {
  /// Mistakes of words: flags, parameters, lists, parentheses, programs and files.
  static let words: [Mistake] = [
    Mistake(
      "if ($a > 1)\nend", .trailingWords, "unexpected words in parentheses",
      "       ^ a condition has no parentheses around it"),
    Mistake(
      "x ($a b)", .trailingWords, "unexpected words in parentheses", "      ^^ values are joined by + - * / %"),
    Mistake("x (@a)", .badHead, "expected a verb", "   ^^ parentheses hold a command or arithmetic"),
    Mistake("let a = 5 +", .missingOperand, "'+' needs a value after it", "          ^"),
    Mistake(
      "let a = $b + status:1", .typeMismatch, "'+' takes numbers, durations and times, not 'status:1'",
      "             ^^^^^^^^"),
    Mistake(
      "let a = 5 * b", .typeMismatch, "'*' takes numbers, durations and times, not 'b'",
      "            ^ a variable is written $b"),
    Mistake(
      "if [ $x == a ]\nend", .paramSpace, "conditions are written without brackets", "        ^^ brackets hold a list"),
    Mistake(
      "let x = straße", .badHead, "'straße' is neither a verb nor a value",
      "        ^^^^^^ text is written in quotes", help: #"let x = "straße""#),
    Mistake(
      "z=5", .badHead, "expected a verb", "^^^ a value is named with 'let'", help: "let z=5"),
    Mistake(
      "for x in $l do\nend", .trailingWords, "unexpected words at the end of the line",
      "            ^^ the lines of a block follow its first line directly", help: "for x in $l"),
    Mistake(
      "x $l[0]", .adjacent, "write .0, not [0], for an item of a list", "    ^^^ items are numbered from 0",
      help: "x $l.0"),
    Mistake(
      "for n in names\nend", .forNeedsList, "'for' needs a list, a variable or a command in ( )", "         ^^^^^"),
    Mistake(
      "x(\"a, b\", 5)", .adjacent, "the values of 'x' follow it after a space, without parentheses", " ^"),
    Mistake("x --5", .badFlag, "invalid flag: '--' takes a letter, then letters, digits, '-' and '_'", "  ^^^"),
    Mistake("x --no-", .badFlag, "invalid flag: '--' takes a letter, then letters, digits, '-' and '_'", "  ^^^^^"),
    Mistake("x --a.b", .badFlag, "invalid flag: '--' takes a letter, then letters, digits, '-' and '_'", "  ^^^^^"),
    Mistake(
      #"x --silent"a""#, .badFlag, "invalid flag: '--' takes a letter, then letters, digits, '-' and '_'",
      "  ^^^^^^^^^^^"),
    Mistake(
      "x --silent[a]", .badFlag, "invalid flag: '--' takes a letter, then letters, digits, '-' and '_'", "  ^^^^^^^^^^^"
    ),
    Mistake(
      "x --silent;", .badFlag, "invalid flag: '--' takes a letter, then letters, digits, '-' and '_'", "  ^^^^^^^^^"),
    Mistake(#""a" b"#, .badHead, "expected a verb", "^^^ not a verb"),
    Mistake("123", .badHead, "expected a verb", "^^^ not a verb"),
    Mistake("$x$y", .badHead, "expected a verb", "^^^^ not a verb"),
    Mistake("(me)", .badHead, "expected a verb", "^^^^ not a verb"),
    Mistake("| jq", .badHead, "expected a verb", "^ not a verb"),
    Mistake("> f", .badHead, "expected a verb", "^ not a verb"),
    Mistake("http://", .badHead, "expected a verb", "^^^^^^^ not a verb"),
    Mistake("${a}x", .badHead, "expected a verb", "^^^^^ not a verb"),
    Mistake("x >", .badRedirect, "'>' needs a file", "  ^"),
    Mistake("x > a b", .badRedirect, "unexpected words after the file of '>'", "      ^"),
    Mistake("run x >> f g", .badRedirect, "unexpected words after the file of '>'", "           ^"),
    Mistake("x [a, b]", .commaInList, "separate list items with spaces, not commas", "    ^", help: "x [a b]"),
    Mistake("x [a,b]", .commaInList, "separate list items with spaces, not commas", "    ^", help: "x [a b]"),
    Mistake("x [a ,b]", .commaInList, "separate list items with spaces, not commas", "     ^", help: "x [a b]"),
    Mistake("x [,]", .commaInList, "separate list items with spaces, not commas", "   ^", help: "x []"),
    Mistake("x [ ,b]", .commaInList, "separate list items with spaces, not commas", "    ^", help: "x [ b]"),
    Mistake("x [a , b]", .commaInList, "separate list items with spaces, not commas", "     ^", help: "x [a  b]"),
    Mistake("x [a,b,c]", .commaInList, "separate list items with spaces, not commas", "    ^", help: "x [a b c]"),
    Mistake(
      "post -- hi", .doubleDash, "'--' needs a name; quote text that looks like a flag", "     ^^",
      help: #"post "hi""#),
    Mistake("post --", .doubleDash, "'--' needs a name; quote text that looks like a flag", "     ^^"),
    Mistake(
      "get account acct=", .emptyParam, "'acct=' needs a value directly after it, without a space", "            ^^^^^"),
    Mistake(
      "get account acct= ", .emptyParam, "'acct=' needs a value directly after it, without a space", "            ^^^^^"
    ),
    Mistake("x a= b", .emptyParam, "'a=' needs a value directly after it, without a space", "  ^^", help: "x a=b"),
    Mistake("x |", .emptyPipe, "'|' needs a program", "  ^"),
    Mistake("x | jq |", .emptyPipe, "'|' needs a program", "       ^"),
    Mistake(
      "x || y", .emptyPipe, "'||' does not join commands: to go on after an error, use 'try' and 'catch'", "  ^^"),
    Mistake("fav status:", .emptyRef, "'status:' needs an identifier", "    ^^^^^^^"),
    Mistake(#"fav status:"""#, .emptyRef, "'status:' needs an identifier", "    ^^^^^^^^^"),
    Mistake("x ()", .emptySub, "empty parentheses", "  ^^"),
    Mistake("x ( )", .emptySub, "empty parentheses", "  ^^^"),
    Mistake("x (\n)", .emptySub, "empty parentheses", "  ^"),
    Mistake("for x in ()\nend", .emptySub, "empty parentheses", "         ^^"),
    Mistake(
      "x --count=5", .flagValue, "a flag takes no value; write 'count=' without dashes", "  ^^^^^^^^^",
      help: "x count=5"),
    Mistake(#"\e"#, .metaInScript, #"'\e' works only at the prompt, not in a script"#, "^^"),
    Mistake(
      "get account acct = a@b", .paramSpace, "write parameters without spaces around '='", "            ^^^^^^",
      help: "get account acct=a@b"),
    Mistake(
      "z = y", .paramSpace, "write parameters without spaces around '='", "  ^ a value is named with 'let'",
      help: "let z = y"),
    Mistake(
      "z = 5", .paramSpace, "write parameters without spaces around '='", "  ^ a value is named with 'let'",
      help: "let z = 5"),
    Mistake("notifications =3", .paramSpace, "write parameters without spaces around '='", "              ^^"),
    Mistake(
      "x ==", .paramSpace, "write parameters without spaces around '='",
      "  ^^ only 'if' and 'expect' compare values"),
    Mistake(
      "if 0 < $x < 9\nend", .trailingWords, "a comparison has two sides",
      "          ^ compare twice, and join the two with 'and'"),
    Mistake("x $(me)", .badDollar, "the result of a command is written ( ), without '$'", "  ^^", help: "x (me)"),
    Mistake(
      #"x "a $(me)""#, .badDollar, "commands do not run within text",
      "     ^^ name the result with 'let' before this line"),
    Mistake(
      "x && y", .reservedChar, "'&&' does not end a command: the first error ends a script; write one command per line",
      "  ^^"),
    Mistake("if $a || $b\nend", .trailingWords, "'||' is written 'or' in conditions", "      ^^", help: "if $a or $b"),
    Mistake(
      "if $a == 1; then\nend", .reservedChar, "';' does not end a command: write one command per line", "          ^",
      help: "if $a == 1"),
    Mistake(
      "x 1;", .reservedChar, "';' does not end a command: write one command per line", "   ^", help: "x 1"),
    Mistake(
      "for n in notifications\nend", .forNeedsList, "'for' needs a list, a variable or a command in ( )",
      "         ^^^^^^^^^^^^^", help: "for n in (notifications)"),
    Mistake(
      "for n in 1-5\nend", .forNeedsList, "'for' needs a list, a variable or a command in ( )",
      "         ^^^ a range is written 1..5"),
    Mistake(
      "for n in 1...5\nend", .typeMismatch, "a range has a whole number at each end, as in 1..10 or 1..$n",
      "         ^^^^^"),
    Mistake(
      "for n in *.jpg\nend", .forNeedsList, "'for' needs a list, a variable or a command in ( )",
      "         ^^^^^ names of files are not expanded; write them out in [ ]"),
    Mistake("let z == 5", .missingEquals, "'let' takes one '='; '==' compares", "      ^^", help: "let z = 5"),
    Mistake("x a =b", .paramSpace, "write parameters without spaces around '='", "  ^^^^", help: "x a=b"),
    Mistake("x -v", .shortFlag, "'-v' is not a flag: flags have two dashes and a full name", "  ^^"),
    Mistake("x []]", .strayClose, "unmatched ']'", "    ^"),
    Mistake("x )", .strayClose, "unmatched ')'", "  ^"),
    Mistake("x (me))", .strayClose, "unmatched ')'", "      ^"),
    Mistake("x a)b", .strayClose, "unmatched ')'", "   ^"),
    Mistake("x a]b", .strayClose, "unmatched ']'", "   ^"),
    Mistake("for x in [\nend", .unterminatedList, "unterminated list", "         ^ starts here"),
    Mistake("x (me", .unterminatedParen, "unterminated parenthesis", "  ^ starts here"),
    Mistake("x [a (me b]", .strayClose, "unmatched ']'", "          ^"),
    Mistake("x (me [a)", .strayClose, "unmatched ')'", "        ^"),
  ]
}
