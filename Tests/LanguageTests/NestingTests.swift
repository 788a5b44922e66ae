import JSONValue
import Testing
import TuskLanguage

/// How deep things may stand in one another.
@Suite struct NestingTests {
  /// Ways to nest: what is repeated before and after, and what stands round all of it.
  @Test(arguments: [
    ("[", "]", "x a§"), ("(y ", ")", "x (me§)"), ("if $a\n", "end\n", "§"), ("for x in $l\n", "end\n", "§"),
    ("try\n", "end\n", "§"), ("def f\n", "end\n", "§"),
    ("once k\n", "end\n", "§"), ("try\ncatch\n", "end\n", "§"), ("if $a\nelse\n", "end\n", "§"), ("[(y ", ")]", "x §"),
  ])
  func sixtyFourIsDeepEnough(_ open: String, _ close: String, _ frame: String) throws {
    let levels = open.count { "[(".contains($0) } + (open.hasSuffix("\n") ? 1 : 0)
    let room = 64 / levels - (frame.contains("(") ? 1 : 0)
    for (depth, isTooDeep) in [(room, false), (room + 1, true)] {
      let nest =
        String(repeating: open, count: depth) + (open.hasSuffix("\n") ? "me\n" : "")
        + String(repeating: close, count: depth)
      let source = Source(frame.replacing("§", with: open.hasSuffix("\n") ? nest : " " + nest))
      let kinds = Parser.check(source).map(\.kind)
      #expect(kinds.contains(.tooDeep) == isTooDeep, "\(depth) times \(open)")
      if !isTooDeep { #expect(try Parser.parse(Source(Parser.parse(source).source)).json == Parser.parse(source).json) }
    }
  }

  /// What stands side by side is not deep, however much of it there is.
  @Test(arguments: [
    "x [] [] (me) k=[]\n", "if $a\nend\n", "try\ncatch e\nend\n", "if $a\nelse if $b\nelse\nend\n",
    "x [[] [] [[]]] (y (z))\n", "for x in [a]\n  me\nend\n",
  ])
  func neighborsAreNotDeep(_ line: String) throws {
    let count = 500
    #expect(try Parser.parse(Source(String(repeating: line, count: count))).count == count)
    let inner = "if $a\n" + String(repeating: line, count: count) + "end"
    #expect(throws: Never.self) { try Parser.parse(Source(inner)) }
  }

  /// After something too deep, or mended by nothing, what follows is checked from scratch.
  @Test(arguments: [
    "x " + String(repeating: "[", count: 70), "x " + String(repeating: "(y ", count: 70), "x [[[ ]", "x (y [a)",
    "x (y (z ]",
  ])
  func depthIsForgottenAfterAMistake(_ line: String) {
    let deep = "x " + String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    let found = Parser.check(Source("\(line)]})\n\(deep)\nme 'open\n\(deep)\n"))
    #expect(found.count == 2, "\(found.map(\.kind))")
    #expect(found.last?.kind == .unterminatedString)
  }

  @Test(arguments: [63, 64, 65, 200])
  func aChainOfConditionsHasAnEnd(_ count: Int) {
    let chain = "if $a\n" + String(repeating: "else if $a\n", count: count) + "end\n"
    #expect(Parser.check(Source(chain)).contains { $0.kind == .tooDeep } == (count >= 64))
  }
}
