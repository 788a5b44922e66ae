import TuskLanguage

extension Mistake {
  /// Mistakes of words: flags, parameters, lists, parentheses, programs and files.
  static let words: [Mistake] = [
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
    Mistake(
      "let x = straße", .badHead, "'straße' is neither a verb nor a value", "        ^^^^^^ text is written in quotes",
      help: #"let x = "straße""#),
    Mistake(
      "return a.b", .badHead, "'a.b' is neither a verb nor a value", "       ^^^ text is written in quotes",
      help: #"return "a.b""#),
    Mistake("http://", .badHead, "expected a verb", "^^^^^^^ not a verb"),
    Mistake("if ($a)\nend", .badHead, "expected a verb", "    ^^ not a verb"),
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
    Mistake("x || y", .emptyPipe, "'|' needs a program", "  ^"),
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
    Mistake("x = y", .paramSpace, "write parameters without spaces around '='", "  ^"),
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
