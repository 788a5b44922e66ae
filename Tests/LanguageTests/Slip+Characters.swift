import TuskLanguage

extension Slip {
  /// Mistakes of characters: quotes, escapes, dollar signs and what cannot be seen.
  static let characters: [Slip] = [
    Slip(
      "fav https://a.b/c(d)", .adjacent, "two values glued together", "                 ^ a command starts here",
      help: #"fav "https://a.b/c(d)""#),
    Slip(#"x a"b""#, .adjacent, "two values glued together", "   ^ a quote starts here", help: #"x "a\"b\"""#),
    Slip(#"x "a"b"#, .adjacent, "two values glued together", "     ^"),
    Slip("x [a]b", .adjacent, "two values glued together", "     ^"),
    Slip("x (me)[a]", .adjacent, "two values glued together", "      ^ a list starts here"),
    Slip(#"x $a"b""#, .adjacent, "two values glued together", "    ^ a quote starts here", help: #"x "$a\"b\"""#),
    Slip(#"x status:"a"b"#, .adjacent, "two values glued together", "            ^"),
    Slip(
      "open t://a(b)", .adjacent, "two values glued together", "          ^ a command starts here",
      help: #"open "t://a(b)""#),
    Slip("post 'it''s'", .adjacent, "two values glued together", "         ^ a quote starts here"),
    Slip(
      "post don't stop --silent", .adjacent, "two values glued together", "        ^ a quote starts here",
      help: #"post "don't stop" --silent"#),
    Slip(
      "post it's #1 fan # yes", .adjacent, "two values glued together", "       ^ a quote starts here",
      help: #"post "it's #1 fan" # yes"#),
    Slip(
      "post it's | jq", .adjacent, "two values glued together", "       ^ a quote starts here",
      help: #"post "it's" | jq"#),
    Slip("run x it's", .adjacent, "two values glued together", "        ^ a quote starts here"),
    Slip("x [it's]", .adjacent, "two values glued together", "     ^ a quote starts here"),
    Slip(
      #"post 5" wide"#, .adjacent, "two values glued together", "      ^ a quote starts here", help: #"post "5\" wide""#
    ),
    Slip("x (post it's)", .adjacent, "two values glued together", "          ^ a quote starts here"),
    Slip("x a(b)", .adjacent, "two values glued together", "   ^ a command starts here", help: #"x "a(b)""#),
    Slip(#"x a=b"c""#, .adjacent, "two values glued together", "     ^ a quote starts here", help: #"x a="b\"c\"""#),
    Slip(#"x key="a"b"#, .adjacent, "two values glued together", "         ^"),
    Slip(#"return "a"b"#, .adjacent, "two values glued together", "          ^"),
    Slip("def x y=\"a\"b\nend", .adjacent, "two values glued together", "           ^"),
    Slip(#"x a\b"#, .backslash, #"'\' escapes nothing outside of quotes"#, "   ^ quote the text instead"),
    Slip(#"\"#, .backslash, "a backslash continues a line only after a blank and at its end", "^"),
    Slip("x a\\\n", .backslash, #"'\' escapes nothing outside of quotes"#, "   ^ quote the text instead"),
    Slip("x \\ \ny", .backslash, #"'\' escapes nothing outside of quotes"#, "  ^ quote the text instead"),
    Slip("\\\nx", .backslash, "a backslash continues a line only after a blank and at its end", "^"),
    Slip(#"post a\ b\ c"#, .backslash, #"'\' escapes nothing outside of quotes"#, "      ^ quote the text instead"),
    Slip(#"post C:\dir"#, .backslash, #"'\' escapes nothing outside of quotes"#, "       ^ quote the text instead"),
    Slip(#"post a\"b"#, .backslash, #"'\' escapes nothing outside of quotes"#, "      ^ quote the text instead"),
    Slip(#"post \ a"#, .backslash, #"'\' escapes nothing outside of quotes"#, "     ^ quote the text instead"),
    Slip(#"x y\"#, .backslash, #"'\' escapes nothing outside of quotes"#, "   ^ quote the text instead"),
    Slip(#"x [a\ b]"#, .backslash, #"'\' escapes nothing outside of quotes"#, "    ^ quote the text instead"),
    Slip(#"post "$""#, .badDollar, "no name follows '$'", #"      ^ a dollar sign is written \$"#, help: #"post "\$""#),
    Slip(
      #"post "$5 $""#, .badDollar, "no name follows '$'", #"         ^ a dollar sign is written \$"#,
      help: #"post "$5 \$""#),
    Slip("x $", .badDollar, "no name follows '$'", "  ^"),
    Slip("x ${", .badDollar, "'${' wants a name and a '}', as in ${name.field}", "  ^^"),
    Slip("x ${a", .badDollar, "'${' wants a name and a '}', as in ${name.field}", "  ^^^"),
    Slip("x ${a.b", .badDollar, "'${' wants a name and a '}', as in ${name.field}", "  ^^^^^"),
    Slip("x ${_}", .badDollar, "'${' wants a name and a '}', as in ${name.field}", "  ^^"),
    Slip("$", .badDollar, "no name follows '$'", "^"),
    Slip("$.a", .badDollar, "no name follows '$'", "^"),
    Slip(#"x "${x""#, .badDollar, "'${' wants a name and a '}', as in ${name.field}", "   ^^^"),
    Slip(#"x "${x y}""#, .badDollar, "'${' wants a name and a '}', as in ${name.field}", "   ^^^"),
    Slip("x ${x }", .badDollar, "'${' wants a name and a '}', as in ${name.field}", "  ^^^"),
    Slip("x ${1a}", .badDollar, "'${' wants a name and a '}', as in ${name.field}", "  ^^^"),
    Slip(
      #"post "a\qb""#, .badEscape, #"'\q' is no escape"#, #"       ^^ there are \n \t \" \\ \$ and \u{1F600}"#,
      help: #"post "a\\qb""#),
    Slip(
      "post \"\"\"\n  a\n b\n  \"\"\"", .badIndent, "this line is indented less than the quotes that close its text",
      "^^"),
    Slip("x \"\"\"\n\ta\n  \"\"\"", .badIndent, "this line is indented less than the quotes that close its text", "^^"),
    Slip(
      #"post "\u{}""#, .badUnicodeEscape, "braces hold one to six hexadecimal digits, not 0 and no surrogate",
      #"      ^^^^ as in \u{1F600}"#),
    Slip(
      #"post "\u{1234567}""#, .badUnicodeEscape, "braces hold one to six hexadecimal digits, not 0 and no surrogate",
      #"      ^^^^^^^^^ as in \u{1F600}"#),
    Slip(
      #"post "\u41""#, .badUnicodeEscape, "braces hold one to six hexadecimal digits, not 0 and no surrogate",
      #"      ^^ as in \u{1F600}"#),
    Slip(
      #"post "\u{0}""#, .badUnicodeEscape, "braces hold one to six hexadecimal digits, not 0 and no surrogate",
      #"      ^^^^^ as in \u{1F600}"#),
    Slip(
      "post \u{202E}a", .bidiChar, "a character that changes the direction of text hides what a line does",
      "     ^^^^^^^^ U+202E", help: "post a"),
    Slip(
      "post '\u{202E}'", .bidiChar, "a character that changes the direction of text hides what a line does",
      "      ^^^^^^^^ U+202E", help: "post ''"),
    Slip(
      "# \u{202E}", .bidiChar, "a character that changes the direction of text hides what a line does",
      "  ^^^^^^^^ U+202E", help: "# "),
    Slip(
      "post \"\u{85}\"", .controlChar, "a control character is written as an escape, not as itself",
      "      ^^^^^^^^ U+0085", help: #"post "\u{85}""#),
    Slip(
      "x \u{0}", .controlChar, "a control character is written as an escape, not as itself", "  ^ U+0000", help: "x "),
    Slip(
      "post a\u{2028}b", .controlChar, "a control character is written as an escape, not as itself",
      "      ^^^^^^^^ U+2028", help: "post ab"),
    Slip(
      "# \u{7}", .controlChar, "a control character is written as an escape, not as itself", "  ^ U+0007", help: "# "),
    Slip(
      "post \"\u{7}\"", .controlChar, "a control character is written as an escape, not as itself", "      ^ U+0007",
      help: #"post "\u{7}""#),
    Slip(
      "post '\u{7}'", .controlChar, "a control character is written as an escape, not as itself", "      ^ U+0007",
      help: "post ''"),
    Slip(
      "x \ry", .controlChar, "a control character is written as an escape, not as itself", "  ^ U+000D", help: "x y"),
    Slip(
      "x \"a\rb\"", .controlChar, "a control character is written as an escape, not as itself", "    ^ U+000D",
      help: #"x "a\u{D}b""#),
    Slip(
      "post a\u{AD}b", .invisibleChar, "a character that cannot be seen stands outside of quotes", "      ^ U+00AD",
      help: "post ab"),
    Slip(
      "post \u{3000}a", .invisibleChar, "a character that cannot be seen stands outside of quotes", "     ^^ U+3000",
      help: "post  a"),
    Slip(
      "post \u{200B}", .invisibleChar, "a character that cannot be seen stands outside of quotes",
      "     ^^^^^^^^ U+200B", help: "post "),
    Slip("x `ls`", .reservedChar, "'`' runs nothing; a command in ( ) gives its result", "  ^"),
    Slip("x {a", .reservedChar, "'{' is reserved; text with braces stands in quotes", "  ^"),
    Slip("x a}", .reservedChar, "'}' is reserved; text with braces stands in quotes", "   ^"),
    Slip("x <f", .reservedChar, "'<' is reserved; text with it stands in quotes", "  ^"),
    Slip("x a;b;", .reservedChar, "';' does not end a command: each command stands on a line of its own", "     ^"),
    Slip("; x", .reservedChar, "';' does not end a command: each command stands on a line of its own", "^"),
    Slip("x ;y", .reservedChar, "';' does not end a command: each command stands on a line of its own", "  ^"),
    Slip("x y&", .reservedChar, "'&' does not end a command: nothing runs behind one's back", "   ^"),
    Slip("let x = |", .reservedChar, "'|' is reserved; text with it stands in quotes", "        ^"),
    Slip(
      "post https://a.b/?x={y}", .reservedChar, "'{' is reserved; text with braces stands in quotes",
      "                    ^"),
    Slip("post a<b", .reservedChar, "'<' is reserved; text with it stands in quotes", "      ^"),
    Slip(#"x "a";"#, .reservedChar, "';' does not end a command: each command stands on a line of its own", "     ^"),
    Slip(
      "x status:1;", .reservedChar, "';' does not end a command: each command stands on a line of its own",
      "          ^"),
    Slip("x $a;", .reservedChar, "';' does not end a command: each command stands on a line of its own", "    ^"),
    Slip(
      "x https://a.b/;", .reservedChar, "';' does not end a command: each command stands on a line of its own",
      "              ^"),
    Slip(
      "if $a;\nend", .reservedChar, "';' does not end a command: each command stands on a line of its own", "     ^"),
    Slip(
      "for x in $l;\nend", .reservedChar, "';' does not end a command: each command stands on a line of its own",
      "           ^"),
    Slip(
      "let x = 5;", .reservedChar, "';' does not end a command: each command stands on a line of its own", "         ^"),
    Slip("end;", .reservedChar, "';' does not end a command: each command stands on a line of its own", "   ^"),
    Slip("if $a && $b\nend", .reservedChar, "'&&' does not end a command: nothing runs behind one's back", "      ^^"),
    Slip("post “a", .smartQuote, "typographic quotes do not quote", "     ^ U+201C"),
    Slip("post “a”", .smartQuote, "typographic quotes do not quote", "     ^ U+201C", help: #"post "a""#),
    Slip("post ‘a’", .smartQuote, "typographic quotes do not quote", "     ^ U+2018", help: #"post "a""#),
    Slip("post «a»", .smartQuote, "typographic quotes do not quote", "     ^ U+00AB", help: #"post "a""#),
    Slip("post „a“", .smartQuote, "typographic quotes do not quote", "     ^ U+201E", help: #"post "a""#),
    Slip("post \"a\" “b”", .smartQuote, "typographic quotes do not quote", "         ^ U+201C", help: #"post "a" "b""#),
    Slip(
      "post \"\"\" a\n\"\"\"", .textAfterOpen, "a text of several lines starts on the line after its quotes",
      "         ^"),
    Slip(
      "post \"\"\"\na\"\"\"b\n\"\"\"", .textCloseNotAlone, "the quotes that close a text come first on their line",
      " ^^^"),
    Slip("fav \"\n", .unterminatedString, "this text never ends", #"    ^ opened here; for several lines use """"#),
    Slip(
      #"fav "it's"#, .unterminatedString, "this text never ends", #"    ^^^^^ opened here; for several lines use """"#,
      help: #"fav "it's""#),
    Slip(
      "fav 'a", .unterminatedString, "this text never ends", "    ^^ opened here; for several lines use '''",
      help: "fav 'a'"),
    Slip(#"fav ""#, .unterminatedString, "this text never ends", #"    ^ opened here; for several lines use """"#),
    Slip(
      #"post "a" 'b""#, .unterminatedString, "this text never ends",
      "         ^^^ opened here; for several lines use '''", help: #"post "a" 'b"'"#),
    Slip(
      "x 'a' 'b", .unterminatedString, "this text never ends", "      ^^ opened here; for several lines use '''",
      help: "x 'a' 'b'"),
    Slip(
      "post \"\"\"\n a", .unterminatedText, "this text never ends",
      #"     ^^^ opened here; """ alone on a line closes it"#),
    Slip(#"x """"#, .unterminatedText, "this text never ends", #"  ^^^ opened here; """ alone on a line closes it"#),
    Slip("x #| y", .reservedChar, "'#' alone is no text outside of quotes", "  ^", help: "x \"#\"| y"),
    Slip("x #> y", .reservedChar, "'#' alone is no text outside of quotes", "  ^", help: "x \"#\"> y"),
  ]
}
