import TuskLanguage

extension Mistake {
  /// Mistakes of characters: quotes, escapes, dollar signs and what cannot be seen.
  static let characters: [Mistake] = [
    Mistake(
      "fav https://a.b/c(d)", .adjacent, "missing space between two values", "                 ^ a command starts here",
      help: #"fav "https://a.b/c(d)""#),
    Mistake(
      #"x a"b""#, .adjacent, "missing space between two values", "   ^ a quote starts here", help: #"x "a\"b\"""#),
    Mistake(#"x "a"b"#, .adjacent, "missing space between two values", "     ^"),
    Mistake("x [a]b", .adjacent, "missing space between two values", "     ^"),
    Mistake("x (me)[a]", .adjacent, "missing space between two values", "      ^ a list starts here"),
    Mistake(
      #"x $a"b""#, .adjacent, "missing space between two values", "    ^ a quote starts here", help: #"x "$a\"b\"""#),
    Mistake(#"x status:"a"b"#, .adjacent, "missing space between two values", "            ^"),
    Mistake(
      "post t://a(b)", .adjacent, "missing space between two values", "          ^ a command starts here",
      help: #"post "t://a(b)""#),
    Mistake("post 'it''s'", .adjacent, "missing space between two values", "         ^ a quote starts here"),
    Mistake(
      "post don't stop --silent", .adjacent, "missing space between two values", "        ^ a quote starts here",
      help: #"post "don't stop" --silent"#),
    Mistake(
      "post it's #1 fan # yes", .adjacent, "missing space between two values", "       ^ a quote starts here"),
    Mistake(
      "post it's | jq", .adjacent, "missing space between two values", "       ^ a quote starts here"),
    Mistake("run x it's", .adjacent, "missing space between two values", "        ^ a quote starts here"),
    Mistake("x [it's]", .adjacent, "missing space between two values", "     ^ a quote starts here"),
    Mistake(
      #"post 5" wide"#, .adjacent, "missing space between two values", "      ^ a quote starts here",
      help: #"post "5\" wide""#
    ),
    Mistake("x (post it's)", .adjacent, "missing space between two values", "          ^ a quote starts here"),
    Mistake("x a(b)", .adjacent, "missing space between two values", "   ^ a command starts here"),
    Mistake(
      #"x a=b"c""#, .adjacent, "missing space between two values", "     ^ a quote starts here", help: #"x a="b\"c\"""#),
    Mistake(#"x key="a"b"#, .adjacent, "missing space between two values", "         ^"),
    Mistake(#"return "a"b"#, .adjacent, "missing space between two values", "          ^"),
    Mistake("def x y=\"a\"b\nend", .adjacent, "missing space between two values", "           ^"),
    Mistake(#"x a\b"#, .backslash, #"'\' escapes only within quotes"#, "   ^ quote the text instead"),
    Mistake(#"\"#, .backslash, "a backslash continues a line only at its end, after a space", "^"),
    Mistake("x a\\\n", .backslash, #"'\' escapes only within quotes"#, "   ^ quote the text instead"),
    Mistake("x \\ \ny", .backslash, #"'\' escapes only within quotes"#, "  ^ quote the text instead"),
    Mistake("\\\nx", .backslash, "a backslash continues a line only at its end, after a space", "^"),
    Mistake(#"post a\ b\ c"#, .backslash, #"'\' escapes only within quotes"#, "      ^ quote the text instead"),
    Mistake(#"post C:\dir"#, .backslash, #"'\' escapes only within quotes"#, "       ^ quote the text instead"),
    Mistake(#"post a\"b"#, .backslash, #"'\' escapes only within quotes"#, "      ^ quote the text instead"),
    Mistake(#"post \ a"#, .backslash, #"'\' escapes only within quotes"#, "     ^ quote the text instead"),
    Mistake(#"x y\"#, .backslash, #"'\' escapes only within quotes"#, "   ^ quote the text instead"),
    Mistake(#"x [a\ b]"#, .backslash, #"'\' escapes only within quotes"#, "    ^ quote the text instead"),
    Mistake(
      #"post "$""#, .badDollar, "no name follows '$'", #"      ^ write \$ for a dollar sign"#, help: #"post "\$""#),
    Mistake(
      #"post "$5 $""#, .badDollar, "no name follows '$'", #"         ^ write \$ for a dollar sign"#,
      help: #"post "$5 \$""#),
    Mistake("x $", .badDollar, "no name follows '$'", "  ^"),
    Mistake("x ${", .badDollar, "'${' needs a name and a '}', as in ${name.field}", "  ^^"),
    Mistake("x ${a", .badDollar, "'${' needs a name and a '}', as in ${name.field}", "  ^^^"),
    Mistake("x ${a.b", .badDollar, "'${' needs a name and a '}', as in ${name.field}", "  ^^^^^"),
    Mistake("x ${_}", .badDollar, "'${' needs a name and a '}', as in ${name.field}", "  ^^"),
    Mistake("$", .badDollar, "no name follows '$'", "^"),
    Mistake("$.a", .badDollar, "no name follows '$'", "^"),
    Mistake(#"x "${x""#, .badDollar, "'${' needs a name and a '}', as in ${name.field}", "   ^^^"),
    Mistake(#"x "${x y}""#, .badDollar, "'${' needs a name and a '}', as in ${name.field}", "   ^^^"),
    Mistake("x ${x }", .badDollar, "'${' needs a name and a '}', as in ${name.field}", "  ^^^"),
    Mistake("x ${1a}", .badDollar, "'${' needs a name and a '}', as in ${name.field}", "  ^^^"),
    Mistake(
      #"post "a\qb""#, .badEscape, #"unknown escape '\q'"#, #"       ^^ escapes are \n \t \" \\ \$ and \u{1F600}"#,
      help: #"post "a\\qb""#),
    Mistake(
      "post \"\"\"\n  a\n b\n  \"\"\"", .badIndent, "this line is indented less than the closing quotes",
      "^^"),
    Mistake(
      "x \"\"\"\n\ta\n  \"\"\"", .badIndent, "this line is indented less than the closing quotes", "^^"),
    Mistake(
      #"post "\u{}""#, .badUnicodeEscape,
      #"'\u{…}' must be a Unicode scalar from 1 to 10FFFF in hexadecimal, not a surrogate"#,
      #"      ^^^^ for example \u{1F600}"#),
    Mistake(
      #"post "\u{1234567}""#, .badUnicodeEscape,
      #"'\u{…}' must be a Unicode scalar from 1 to 10FFFF in hexadecimal, not a surrogate"#,
      #"      ^^^^^^^^^ for example \u{1F600}"#),
    Mistake(
      #"post "\u41""#, .badUnicodeEscape,
      #"'\u{…}' must be a Unicode scalar from 1 to 10FFFF in hexadecimal, not a surrogate"#,
      #"      ^^ for example \u{1F600}"#),
    Mistake(
      #"post "\u{0}""#, .badUnicodeEscape,
      #"'\u{…}' must be a Unicode scalar from 1 to 10FFFF in hexadecimal, not a surrogate"#,
      #"      ^^^^^ for example \u{1F600}"#),
    Mistake(
      "post \u{202E}a", .bidiChar, "a character that changes the text direction can disguise a line",
      "     ^^^^^^^^ U+202E", help: "post a"),
    Mistake(
      "post '\u{202E}'", .bidiChar, "a character that changes the text direction can disguise a line",
      "      ^^^^^^^^ U+202E", help: "post ''"),
    Mistake(
      "# \u{202E}", .bidiChar, "a character that changes the text direction can disguise a line",
      "  ^^^^^^^^ U+202E", help: "# "),
    Mistake(
      "post \"\u{85}\"", .controlChar, "control characters must be written as escapes",
      "      ^^^^^^^^ U+0085", help: #"post "\u{85}""#),
    Mistake(
      "x \u{0}", .controlChar, "control characters must be written as escapes", "  ^ U+0000", help: "x "),
    Mistake(
      "post a\u{2028}b", .controlChar, "control characters must be written as escapes",
      "      ^^^^^^^^ U+2028", help: "post ab"),
    Mistake(
      "# \u{7}", .controlChar, "control characters must be written as escapes", "  ^ U+0007", help: "# "),
    Mistake(
      "post \"\u{7}\"", .controlChar, "control characters must be written as escapes", "      ^ U+0007",
      help: #"post "\u{7}""#),
    Mistake(
      "post '\u{7}'", .controlChar, "control characters must be written as escapes", "      ^ U+0007",
      help: "post ''"),
    Mistake(
      "x \ry", .controlChar, "control characters must be written as escapes", "  ^ U+000D", help: "x y"),
    Mistake(
      "x \"a\rb\"", .controlChar, "control characters must be written as escapes", "    ^ U+000D",
      help: #"x "a\u{D}b""#),
    Mistake(
      "post a\u{AD}b", .invisibleChar, "invisible characters are not allowed outside of quotes", "      ^ U+00AD",
      help: "post ab"),
    Mistake(
      "post \u{3000}a", .invisibleChar, "invisible characters are not allowed outside of quotes", "     ^^ U+3000",
      help: "post  a"),
    Mistake(
      "post \u{200B}", .invisibleChar, "invisible characters are not allowed outside of quotes",
      "     ^^^^^^^^ U+200B", help: "post "),
    Mistake("x {a", .reservedChar, "'{' is reserved; quote text that contains braces", "  ^"),
    Mistake("x a}", .reservedChar, "'}' is reserved; quote text that contains braces", "   ^"),
    Mistake(
      "x <f", .reservedChar, "input cannot be redirected with '<'; use file:PATH or 'read', or quote the text",
      "  ^"),
    Mistake("x a;b;", .reservedChar, "';' does not end a command: write one command per line", "     ^", help: "x a;b"),
    Mistake("; x", .reservedChar, "';' does not end a command: write one command per line", "^"),
    Mistake("x ;y", .reservedChar, "';' does not end a command: write one command per line", "  ^"),
    Mistake("x y&", .reservedChar, "'&' does not end a command: there are no background jobs", "   ^"),
    Mistake("let x = |", .reservedChar, "'|' is reserved; quote text that contains it", "        ^"),
    Mistake(
      "post https://a.b/?x={y}", .reservedChar, "'{' is reserved; quote text that contains braces",
      "                    ^"),
    Mistake(
      "post a<b", .reservedChar, "input cannot be redirected with '<'; use file:PATH or 'read', or quote the text",
      "      ^"),
    Mistake(
      #"x "a";"#, .reservedChar, "';' does not end a command: write one command per line", "     ^", help: #"x "a""#),
    Mistake(
      "x status:1;", .reservedChar, "';' does not end a command: write one command per line",
      "          ^", help: "x status:1"),
    Mistake("x $a;", .reservedChar, "';' does not end a command: write one command per line", "    ^", help: "x $a"),
    Mistake(
      "x https://a.b/;", .reservedChar, "';' does not end a command: write one command per line",
      "              ^", help: "x https://a.b/"),
    Mistake(
      "if $a;\nend", .reservedChar, "';' does not end a command: write one command per line", "     ^", help: "if $a"),
    Mistake(
      "for x in $l;\nend", .reservedChar, "';' does not end a command: write one command per line",
      "           ^", help: "for x in $l"),
    Mistake(
      "let x = 5;", .reservedChar, "';' does not end a command: write one command per line", "         ^",
      help: "let x = 5"),
    Mistake("end;", .reservedChar, "';' does not end a command: write one command per line", "   ^"),
    Mistake(
      "if $a && $b\nend", .reservedChar, "'&&' is written 'and' in conditions", "      ^^", help: "if $a and $b"),
    Mistake("post “a", .smartQuote, "typographic quotes do not delimit text", "     ^ U+201C"),
    Mistake("post “a”", .smartQuote, "typographic quotes do not delimit text", "     ^ U+201C", help: #"post "a""#),
    Mistake("post ‘a’", .smartQuote, "typographic quotes do not delimit text", "     ^ U+2018", help: #"post "a""#),
    Mistake("post «a»", .smartQuote, "typographic quotes do not delimit text", "     ^ U+00AB", help: #"post "a""#),
    Mistake("post „a“", .smartQuote, "typographic quotes do not delimit text", "     ^ U+201E", help: #"post "a""#),
    Mistake(
      "post \"a\" “b”", .smartQuote, "typographic quotes do not delimit text", "         ^ U+201C"),
    Mistake(
      "post \"\"\" a\n\"\"\"", .textAfterOpen, "multi-line text must start on the line after the opening quotes",
      "         ^"),
    Mistake(
      "post \"\"\"\na\"\"\"b\n\"\"\"", .textCloseNotAlone,
      "the closing quotes of multi-line text must come first on their line",
      " ^^^"),
    Mistake("fav \"\n", .unterminatedString, "unterminated text", #"    ^ starts here; for several lines use """"#),
    Mistake(
      #"fav "it's"#, .unterminatedString, "unterminated text", #"    ^^^^^ starts here; for several lines use """"#),
    Mistake(
      "fav 'a", .unterminatedString, "unterminated text", "    ^^ starts here; for several lines use '''"),
    Mistake(#"fav ""#, .unterminatedString, "unterminated text", #"    ^ starts here; for several lines use """"#),
    Mistake(
      #"post "a" 'b""#, .unterminatedString, "unterminated text",
      "         ^^^ starts here; for several lines use '''"),
    Mistake(
      "x 'a' 'b", .unterminatedString, "unterminated text", "      ^^ starts here; for several lines use '''",
      help: "x 'a' 'b'"),
    Mistake(
      "post \"\"\"\n a", .unterminatedText, "unterminated text",
      #"     ^^^ starts here; """ alone on a line ends it"#),
    Mistake(#"x """"#, .unterminatedText, "unterminated text", #"  ^^^ starts here; """ alone on a line ends it"#),
    Mistake("x #| y", .reservedChar, "'#' alone must be quoted", "  ^", help: "x \"#\"| y"),
    Mistake("x #> y", .reservedChar, "'#' alone must be quoted", "  ^", help: "x \"#\"> y"),
  ]
}
