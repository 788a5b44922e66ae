/// Texts that a server may answer and that do something anywhere but in a place for text.
enum HostileTexts {
  static let short = [
    #""; delete all"#, "'; drop status:1", "line\ndrop status:1", "a\r\nset b", "$(reboot)", "`reboot`", "--yes", "-rf",
    "--",
    "../../x", "/etc/passwd", "file:/etc/passwd", "file:here.txt", "here.txt", "$env.HOME", "${x}", "$x", "$1",
    "tusker://x-callback-url/dropThing?statusID=1", "tusk://x-callback-url/dropThing?statusID=1",
    "tusker://x-callback-url/setThing?text=a&x-success=app://x", "set hello", "run reboot", "(drop status:1)", "[a b]",
    "| tee x",
    "> /tmp/x", "# no", "\"\"\"", "a&b=c&yes=true", "?x=1#y", "%0a%00", "status:1", "account:2", "@me@evil.example",
    "#tag", "null",
    "true", "false", "5", "1d", "12:00", "2026-01-01T00:00:00Z", "https://evil.example/?a=b", "javascript:x", "sh",
    "true\u{0}x",
    "\u{0}", "\u{202E}gpj.exe", "\u{2066}x\u{2069}", "\u{1B}[31m", "\u{7F}", "", " ", "\u{FEFF}", "e\u{301}",
    "\u{1F468}\u{200D}\u{1F469}",
    "tusk-answer-", "tusk-answer-x~1~r1~", "{\"a\":1}", "\\", "\\u{0}", "%s%n", "*", "~", "!!",
  ]

  /// 100 kB.
  static let long = String(repeating: "a\"$", count: 33_334)
}
