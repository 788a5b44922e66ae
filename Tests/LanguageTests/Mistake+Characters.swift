import TuskLanguage

extension Mistake {
  /// Mistakes of characters: quotes, escapes, dollar signs and what cannot be seen.
  static let characters: [Mistake] = [
    Mistake(
      "fav https://a.b/c(d)", .adjacent, "two values glued together", "                 ^ a command starts here",
      help: #"fav "https://a.b/c(d)""#),
    Mistake(#"x a"b""#, .adjacent, "two values glued together", "   ^ a quote starts here", help: #"x "a\"b\"""#),
    Mistake(#"x "a"b"#, .adjacent, "two values glued together", "     ^"),
    Mistake("x [a]b", .adjacent, "two values glued together", "     ^"),
    Mistake("x (me)[a]", .adjacent, "two values glued together", "      ^ a list starts here"),
    Mistake(#"x $a"b""#, .adjacent, "two values glued together", "    ^ a quote starts here", help: #"x "$a\"b\"""#),
    Mistake(#"x status:"a"b"#, .adjacent, "two values glued together", "            ^"),
    Mistake(
      "open t://a(b)", .adjacent, "two values glued together", "          ^ a command starts here",
      help: #"open "t://a(b)""#),
    Mistake("post 'it''s'", .adjacent, "two values glued together", "         ^ a quote starts here"),
    Mistake(
      "post don't stop --silent", .adjacent, "two values glued together", "        ^ a quote starts here",
      help: #"post "don't stop" --silent"#),
    Mistake(
      "post it's #1 fan # yes", .adjacent, "two values glued together", "       ^ a quote starts here",
      help: #"post "it's #1 fan" # yes"#),
    Mistake(
      "post it's | jq", .adjacent, "two values glued together", "       ^ a quote starts here",
      help: #"post "it's" | jq"#),
    Mistake("run x it's", .adjacent, "two values glued together", "        ^ a quote starts here"),
    Mistake("x [it's]", .adjacent, "two values glued together", "     ^ a quote starts here"),
    Mistake(
      #"post 5" wide"#, .adjacent, "two values glued together", "      ^ a quote starts here", help: #"post "5\" wide""#
    ),
    Mistake("x (post it's)", .adjacent, "two values glued together", "          ^ a quote starts here"),
    Mistake("x a(b)", .adjacent, "two values glued together", "   ^ a command starts here", help: #"x "a(b)""#),
    Mistake(#"x a=b"c""#, .adjacent, "two values glued together", "     ^ a quote starts here", help: #"x a="b\"c\"""#),
    Mistake(#"x key="a"b"#, .adjacent, "two values glued together", "         ^"),
    Mistake(#"return "a"b"#, .adjacent, "two values glued together", "          ^"),
    Mistake("def x y=\"a\"b\nend", .adjacent, "two values glued together", "           ^"),
    Mistake(#"x a\b"#, .backslash, #"'\' escapes nothing outside of quotes"#, "   ^ quote the text instead"),
    Mistake(#"\"#, .backslash, "a backslash continues a line only after a blank and at its end", "^"),
    Mistake("x a\\\n", .backslash, #"'\' escapes nothing outside of quotes"#, "   ^ quote the text instead"),
    Mistake("x \\ \ny", .backslash, #"'\' escapes nothing outside of quotes"#, "  ^ quote the text instead"),
    Mistake("\\\nx", .backslash, "a backslash continues a line only after a blank and at its end", "^"),
    Mistake(#"post a\ b\ c"#, .backslash, #"'\' escapes nothing outside of quotes"#, "      ^ quote the text instead"),
    Mistake(#"post C:\dir"#, .backslash, #"'\' escapes nothing outside of quotes"#, "       ^ quote the text instead"),
    Mistake(#"post a\"b"#, .backslash, #"'\' escapes nothing outside of quotes"#, "      ^ quote the text instead"),
    Mistake(#"post \ a"#, .backslash, #"'\' escapes nothing outside of quotes"#, "     ^ quote the text instead"),
    Mistake(#"x y\"#, .backslash, #"'\' escapes nothing outside of quotes"#, "   ^ quote the text instead"),
    Mistake(#"x [a\ b]"#, .backslash, #"'\' escapes nothing outside of quotes"#, "    ^ quote the text instead"),
    Mistake(
      #"post "$""#, .badDollar, "no name follows '$'", #"      ^ a dollar sign is written \$"#, help: #"post "\$""#),
    Mistake(
      #"post "$5 $""#, .badDollar, "no name follows '$'", #"         ^ a dollar sign is written \$"#,
      help: #"post "$5 \$""#),
    Mistake("x $", .badDollar, "no name follows '$'", "  ^"),
    Mistake("x ${", .badDollar, "'${' wants a name and a '}', as in ${name.field}", "  ^^"),
    Mistake("x ${a", .badDollar, "'${' wants a name and a '}', as in ${name.field}", "  ^^^"),
    Mistake("x ${a.b", .badDollar, "'${' wants a name and a '}', as in ${name.field}", "  ^^^^^"),
    Mistake("x ${_}", .badDollar, "'${' wants a name and a '}', as in ${name.field}", "  ^^"),
    Mistake("$", .badDollar, "no name follows '$'", "^"),
    Mistake("$.a", .badDollar, "no name follows '$'", "^"),
    Mistake(#"x "${x""#, .badDollar, "'${' wants a name and a '}', as in ${name.field}", "   ^^^"),
    Mistake(#"x "${x y}""#, .badDollar, "'${' wants a name and a '}', as in ${name.field}", "   ^^^"),
    Mistake("x ${x }", .badDollar, "'${' wants a name and a '}', as in ${name.field}", "  ^^^"),
    Mistake("x ${1a}", .badDollar, "'${' wants a name and a '}', as in ${name.field}", "  ^^^"),
    Mistake(
      #"post "a\qb""#, .badEscape, #"'\q' is no escape"#, #"       ^^ there are \n \t \" \\ \$ and \u{1F600}"#,
      help: #"post "a\\qb""#),
    Mistake(
      "post \"\"\"\n  a\n b\n  \"\"\"", .badIndent, "this line is indented less than the quotes that close its text",
      "^^"),
    Mistake(
      "x \"\"\"\n\ta\n  \"\"\"", .badIndent, "this line is indented less than the quotes that close its text", "^^"),
    Mistake(
      #"post "\u{}""#, .badUnicodeEscape, "braces hold one to six hexadecimal digits, not 0 and no surrogate",
      #"      ^^^^ as in \u{1F600}"#),
    Mistake(
      #"post "\u{1234567}""#, .badUnicodeEscape, "braces hold one to six hexadecimal digits, not 0 and no surrogate",
      #"      ^^^^^^^^^ as in \u{1F600}"#),
    Mistake(
      #"post "\u41""#, .badUnicodeEscape, "braces hold one to six hexadecimal digits, not 0 and no surrogate",
      #"      ^^ as in \u{1F600}"#),
    Mistake(
      #"post "\u{0}""#, .badUnicodeEscape, "braces hold one to six hexadecimal digits, not 0 and no surrogate",
      #"      ^^^^^ as in \u{1F600}"#),
    Mistake(
      "post \u{202E}a", .bidiChar, "a character that changes the direction of text hides what a line does",
      "     ^^^^^^^^ U+202E", help: "post a"),
    Mistake(
      "post '\u{202E}'", .bidiChar, "a character that changes the direction of text hides what a line does",
      "      ^^^^^^^^ U+202E", help: "post ''"),
    Mistake(
      "# \u{202E}", .bidiChar, "a character that changes the direction of text hides what a line does",
      "  ^^^^^^^^ U+202E", help: "# "),
    Mistake(
      "post \"\u{85}\"", .controlChar, "a control character is written as an escape, not as itself",
      "      ^^^^^^^^ U+0085", help: #"post "\u{85}""#),
    Mistake(
      "x \u{0}", .controlChar, "a control character is written as an escape, not as itself", "  ^ U+0000", help: "x "),
    Mistake(
      "post a\u{2028}b", .controlChar, "a control character is written as an escape, not as itself",
      "      ^^^^^^^^ U+2028", help: "post ab"),
    Mistake(
      "# \u{7}", .controlChar, "a control character is written as an escape, not as itself", "  ^ U+0007", help: "# "),
    Mistake(
      "post \"\u{7}\"", .controlChar, "a control character is written as an escape, not as itself", "      ^ U+0007",
      help: #"post "\u{7}""#),
    Mistake(
      "post '\u{7}'", .controlChar, "a control character is written as an escape, not as itself", "      ^ U+0007",
      help: "post ''"),
    Mistake(
      "x \ry", .controlChar, "a control character is written as an escape, not as itself", "  ^ U+000D", help: "x y"),
    Mistake(
      "x \"a\rb\"", .controlChar, "a control character is written as an escape, not as itself", "    ^ U+000D",
      help: #"x "a\u{D}b""#),
    Mistake(
      "post a\u{AD}b", .invisibleChar, "a character that cannot be seen stands outside of quotes", "      ^ U+00AD",
      help: "post ab"),
    Mistake(
      "post \u{3000}a", .invisibleChar, "a character that cannot be seen stands outside of quotes", "     ^^ U+3000",
      help: "post  a"),
    Mistake(
      "post \u{200B}", .invisibleChar, "a character that cannot be seen stands outside of quotes",
      "     ^^^^^^^^ U+200B", help: "post "),
    Mistake("x `ls`", .reservedChar, "'`' runs nothing; a command in ( ) gives its result", "  ^"),
    Mistake("x {a", .reservedChar, "'{' is reserved; text with braces stands in quotes", "  ^"),
    Mistake("x a}", .reservedChar, "'}' is reserved; text with braces stands in quotes", "   ^"),
    Mistake("x <f", .reservedChar, "'<' is reserved; text with it stands in quotes", "  ^"),
    Mistake("x a;b;", .reservedChar, "';' does not end a command: each command stands on a line of its own", "     ^"),
    Mistake("; x", .reservedChar, "';' does not end a command: each command stands on a line of its own", "^"),
    Mistake("x ;y", .reservedChar, "';' does not end a command: each command stands on a line of its own", "  ^"),
    Mistake("x y&", .reservedChar, "'&' does not end a command: nothing runs behind one's back", "   ^"),
    Mistake("let x = |", .reservedChar, "'|' is reserved; text with it stands in quotes", "        ^"),
    Mistake(
      "post https://a.b/?x={y}", .reservedChar, "'{' is reserved; text with braces stands in quotes",
      "                    ^"),
    Mistake("post a<b", .reservedChar, "'<' is reserved; text with it stands in quotes", "      ^"),
    Mistake(
      #"x "a";"#, .reservedChar, "';' does not end a command: each command stands on a line of its own", "     ^"),
    Mistake(
      "x status:1;", .reservedChar, "';' does not end a command: each command stands on a line of its own",
      "          ^"),
    Mistake("x $a;", .reservedChar, "';' does not end a command: each command stands on a line of its own", "    ^"),
    Mistake(
      "x https://a.b/;", .reservedChar, "';' does not end a command: each command stands on a line of its own",
      "              ^"),
    Mistake(
      "if $a;\nend", .reservedChar, "';' does not end a command: each command stands on a line of its own", "     ^"),
    Mistake(
      "for x in $l;\nend", .reservedChar, "';' does not end a command: each command stands on a line of its own",
      "           ^"),
    Mistake(
      "let x = 5;", .reservedChar, "';' does not end a command: each command stands on a line of its own", "         ^"),
    Mistake("end;", .reservedChar, "';' does not end a command: each command stands on a line of its own", "   ^"),
    Mistake(
      "if $a && $b\nend", .reservedChar, "'&&' does not end a command: nothing runs behind one's back", "      ^^"),
    Mistake("post “a", .smartQuote, "typographic quotes do not quote", "     ^ U+201C"),
    Mistake("post “a”", .smartQuote, "typographic quotes do not quote", "     ^ U+201C", help: #"post "a""#),
    Mistake("post ‘a’", .smartQuote, "typographic quotes do not quote", "     ^ U+2018", help: #"post "a""#),
    Mistake("post «a»", .smartQuote, "typographic quotes do not quote", "     ^ U+00AB", help: #"post "a""#),
    Mistake("post „a“", .smartQuote, "typographic quotes do not quote", "     ^ U+201E", help: #"post "a""#),
    Mistake(
      "post \"a\" “b”", .smartQuote, "typographic quotes do not quote", "         ^ U+201C", help: #"post "a" "b""#),
    Mistake(
      "post \"\"\" a\n\"\"\"", .textAfterOpen, "a text of several lines starts on the line after its quotes",
      "         ^"),
    Mistake(
      "post \"\"\"\na\"\"\"b\n\"\"\"", .textCloseNotAlone, "the quotes that close a text come first on their line",
      " ^^^"),
    Mistake("fav \"\n", .unterminatedString, "this text never ends", #"    ^ opened here; for several lines use """"#),
    Mistake(
      #"fav "it's"#, .unterminatedString, "this text never ends", #"    ^^^^^ opened here; for several lines use """"#,
      help: #"fav "it's""#),
    Mistake(
      "fav 'a", .unterminatedString, "this text never ends", "    ^^ opened here; for several lines use '''",
      help: "fav 'a'"),
    Mistake(#"fav ""#, .unterminatedString, "this text never ends", #"    ^ opened here; for several lines use """"#),
    Mistake(
      #"post "a" 'b""#, .unterminatedString, "this text never ends",
      "         ^^^ opened here; for several lines use '''", help: #"post "a" 'b"'"#),
    Mistake(
      "x 'a' 'b", .unterminatedString, "this text never ends", "      ^^ opened here; for several lines use '''",
      help: "x 'a' 'b'"),
    Mistake(
      "post \"\"\"\n a", .unterminatedText, "this text never ends",
      #"     ^^^ opened here; """ alone on a line closes it"#),
    Mistake(#"x """"#, .unterminatedText, "this text never ends", #"  ^^^ opened here; """ alone on a line closes it"#),
    Mistake("x #| y", .reservedChar, "'#' alone is no text outside of quotes", "  ^", help: "x \"#\"| y"),
    Mistake("x #> y", .reservedChar, "'#' alone is no text outside of quotes", "  ^", help: "x \"#\"> y"),
  ]
}
