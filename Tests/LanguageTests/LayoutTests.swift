import JSONValue
import Testing
import TuskLanguage

/// Lines: how they end, go on and are commented, and what stands in them one after another.
@Suite struct LayoutTests {
  private func json(_ text: String) throws -> String { try Parser.parse(Source(text)).json.text }

  /// Where a `#` opens a comment and where it is a tag's.
  @Test(arguments: [
    ("x # a", "[]"), ("x #", "[]"), ("x\t#\ta", "[]"), ("x #a", #"["a"]"#), ("x # #a", "[]"), ("x #a # b", #"["a"]"#),
    ("x #a #b", #"["a","b"]"#),
    ("x \\\n#a", #"["a"]"#), ("x \\\n  #a", #"["a"]"#), ("x \\\n  # a", "[]"), ("x [#a #b]", #"["a","b"]"#),
    ("x [\n#a\n# b\n#c\n]", "[]"),
    ("x [ # a\n#b # c\n]", "[]"), ("x [#a\n  #b\n]", #"["a"]"#),
  ])
  func aCommentStandsFirstOrBetweenBlanks(_ text: String, _ tags: String) throws {
    let statements = try Parser.parse(Source(text)).json
    let arguments = statements[0]?["args"]?.array ?? []
    let values = arguments.flatMap { $0["list"]?.array ?? [$0] }
    #expect(JSON.array(values.compactMap { $0["id"] }).text == tags)
    #expect(statements.array?.count == 1)
  }

  /// Texts that are the same command `x a b`.
  @Test(arguments: [
    "x a b", "  x  a\tb  ", "x a b\n", "x a b\r\n", "\n\n x a b\n\n", "# c\nx a b # d\n# e", "x \\\na \\\nb",
    "x \\\r\n a b", "x a b \\\n", "\u{FEFF}x a b",
    "\u{FEFF}# c\nx a b", "x a \\\n \\\n b", "\t\nx a b", "#\n#\r\nx a b", "x a b #", "x a b # \\\n", "# \\\nx a b",
  ])
  func blanksAndCommentsMeanNothing(_ text: String) throws {
    #expect(try json(text) == #"[{"cmd":"x","args":[{"word":"a"},{"word":"b"}]}]"#)
  }

  @Test(arguments: [
    ("a\nb", 2), ("a\r\nb\r\n", 2), ("a # b\nc", 2), ("a \\\n\nb", 2), ("a \\\n# b\nc", 2), ("a [\n\n]\nb", 2),
    ("a (b\n# c\n)\nd", 2), ("", 0), ("\n", 0),
    ("# a", 0), (" \\\n", 0), ("\u{FEFF}", 0), ("#a\nb", 1), ("\t#a", 0), ("a\n\n\n\nb\n", 2),
  ])
  func aLineEndEndsACommand(_ text: String, _ count: Int) throws {
    #expect(try Parser.parse(Source(text)).count == count)
  }

  /// Pipelines: what goes through programs and into files.
  @Test(arguments: [
    ("x | y", #"{"pipe":[{"cmd":"x"},{"exec":[{"word":"y"}]}]}"#),
    ("x|y|z", #"{"pipe":[{"cmd":"x"},{"exec":[{"word":"y"}]},{"exec":[{"word":"z"}]}]}"#),
    ("x>f", #"{"pipe":[{"cmd":"x"}],"to":{"file":{"word":"f"}}}"#),
    ("x >>f", #"{"pipe":[{"cmd":"x"}],"to":{"file":{"word":"f"},"append":true}}"#),
    ("x > >f", "bad"), ("x >>> f", "bad"), ("x > (me)", #"{"pipe":[{"cmd":"x"}],"to":{"file":{"sub":{"cmd":"me"}}}}"#),
    ("x > $f.a", #"{"pipe":[{"cmd":"x"}],"to":{"file":{"var":"f","path":["a"]}}}"#),
    ("x | y > f", #"{"pipe":[{"cmd":"x"},{"exec":[{"word":"y"}]}],"to":{"file":{"word":"f"}}}"#), ("x > f | y", "bad"),
    ("x > f # c", #"{"pipe":[{"cmd":"x"}],"to":{"file":{"word":"f"}}}"#),
    (
      "run y -v --w=1 status:1 @a #b a=b",
      ##"{"run":[{"word":"y"},{"word":"-v"},{"word":"--w=1"},{"word":"status:1"},{"word":"@a"},{"word":"#b"},{"word":"a=b"}]}"##
    ),
    (
      "run [a b] (me) \"c\" $d",
      #"{"run":[{"list":[{"word":"a"},{"word":"b"}]},{"sub":{"cmd":"me"}},{"str":"c"},{"var":"d"}]}"#
    ),
    ("x | $p", #"{"pipe":[{"cmd":"x"},{"exec":[{"var":"p"}]}]}"#),
    (
      "x (y | z > f)",
      #"{"cmd":"x","args":[{"sub":{"pipe":[{"cmd":"y"},{"exec":[{"word":"z"}]}],"to":{"file":{"word":"f"}}}}]}"#
    ),
    ("x (run y)", #"{"cmd":"x","args":[{"sub":{"run":[{"word":"y"}]}}]}"#),
    ("x |y;z", #"{"pipe":[{"cmd":"x"},{"exec":[{"word":"y;z"}]}]}"#), ("x | y;", "bad"), ("x | y z) ", "bad"),
    ("t://a | y", #"{"pipe":[{"cmd":"open","args":[{"url":"t://a"}]},{"exec":[{"word":"y"}]}]}"#), ("x\n| y", "bad"),
    ("x (\ny\n| z\n)", #"{"cmd":"x","args":[{"sub":{"pipe":[{"cmd":"y"},{"exec":[{"word":"z"}]}]}}]}"#),
  ])
  func aPipelineIsReadFromLeftToRight(_ text: String, _ expected: String) throws {
    guard expected != "bad" else {
      #expect(throws: Diagnostic.self) { try Parser.parse(Source(text)) }
      return
    }
    #expect(try json(text) == "[\(expected)]")
  }

  /// Every comparison with as few blanks as it needs.
  @Test(
    arguments: [
      ("$a == b", "=="), ("$a != b", "!="), ("$a<b", "<"), ("$a <b", "<"), ("$a< b", "<"), ("$a<=b", "<="),
      ("$a >= b", ">="), ("$a>=b", ">="), ("$a>b", ">"),
      ("$a in b", "in"), ("$a contains b", "contains"), ("$a matches b", "matches"), ("\"a\" == b", "=="),
      ("[a] == b", "=="), ("(me) == b", "=="), ("(me)>b", ">"),
      ("@a@b == b", "=="), ("#a == b", "=="), ("status:1 == b", "=="), ("in2 == b", "=="), ("-5 < b", "<"),
      ("not_ == b", "=="), ("a==b == b", nil), ("a= == b", nil),
      ("=a == b", nil), ("$a === b", nil), ("$a == in", nil), ("$a = b", nil), ("$a IN b", nil), ("$a == b == c", nil),
      ("$a is b", nil), ("$a ~ b", nil), ("$a <> b", nil),
    ] as [(String, String?)])
  func aComparisonHasOneOperator(_ condition: String, _ comparator: String?) throws {
    guard let comparator else {
      #expect(throws: Diagnostic.self) { try Parser.parse(Source("if \(condition)\nend")) }
      return
    }
    let found = try Parser.parse(Source("if \(condition)\nend")).json[0]?["if"]
    #expect(found?["op"]?.string == comparator)
    #expect(found?["r"] == ["word": "b"])
    #expect(try Parser.parse(Source("expect \(condition)")).json[0]?["expect"] == found)
    #expect(try Parser.parse(Source("if not \(condition)\nend")).json[0]?["if"] == ["not": found ?? .null])
  }

  /// Blocks by their shape: what each statement holds.
  @Test(arguments: [
    (
      "if $a\nx\nelse if $b\ny\nelse\nz\nend",
      #"{"if":{"is":{"var":"a"}},"then":[{"cmd":"x"}],"else":[{"if":{"is":{"var":"b"}},"then":[{"cmd":"y"}],"else":[{"cmd":"z"}]}]}"#
    ),
    (
      "if $a\nelse\nif $b\nend\nend",
      #"{"if":{"is":{"var":"a"}},"then":[],"else":[{"if":{"is":{"var":"b"}},"then":[]}]}"#
    ),
    ("if $a # c\n# d\nend # e", #"{"if":{"is":{"var":"a"}},"then":[]}"#),
    ("try\nx\ncatch\ny\nend", #"{"try":[{"cmd":"x"}],"catch":[{"cmd":"y"}]}"#),
    ("def f\nreturn\nend", #"{"def":"f","body":[{"return":null}]}"#),
    (
      "def f-2 a=[1 2] b=(me)\nend",
      #"{"def":"f-2","of":[["a",{"list":[{"word":"1"},{"word":"2"}]}],["b",{"sub":{"cmd":"me"}}]],"body":[]}"#
    ),
    (
      "every 1h jitter=5m --x\nend",
      #"{"every":{"word":"1h"},"params":[["jitter",{"word":"5m"}],["x",true]],"body":[]}"#
    ), ("once \"a $b\"\nend", #"{"once":{"str":["a ",{"var":"b"}]},"body":[]}"#),
    ("for x in (a\nb)\nend", #"{"for":"x","in":{"sub":{"cmd":"a","args":[{"word":"b"}]}},"body":[]}"#),
    ("for in in $in\nend", #"{"for":"in","in":{"var":"in"},"body":[]}"#),
    ("try\ntry\nend\ncatch e\ntry\nend\nend", #"{"try":[{"try":[]}],"as":"e","catch":[{"try":[]}]}"#),
    ("let for = (me)", #"{"let":"for","value":{"sub":{"cmd":"me"}}}"#),
    ("let x=5", #"{"let":"x","value":{"word":"5"}}"#), ("let x = true-ish", #"{"let":"x","value":{"cmd":"true-ish"}}"#),
    ("return x | y", #"{"return":{"pipe":[{"cmd":"x"},{"exec":[{"word":"y"}]}]}}"#),
    ("endless", #"{"cmd":"endless"}"#), ("end-all x", #"{"cmd":"end-all","args":[{"word":"x"}]}"#),
    ("let-go", #"{"cmd":"let-go"}"#), ("If $a", #"{"cmd":"If","args":[{"var":"a"}]}"#),
    ("x end if else", #"{"cmd":"x","args":[{"word":"end"},{"word":"if"},{"word":"else"}]}"#),
    ("x let=1 end=2", #"{"cmd":"x","params":[["let",{"word":"1"}],["end",{"word":"2"}]]}"#),
  ])
  func aBlockHoldsItsLines(_ text: String, _ expected: String) throws {
    #expect(try json(text) == "[\(expected)]")
  }
}
