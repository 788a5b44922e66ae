/// A writer of small scripts that run to their end, the same ones for the same seed.
struct ScriptWriter {
  private var state: UInt64
  private var lines: [String] = []
  private var indentation = ""
  private var nextName = 0
  /// The names that hold things, those that hold texts, and those that hold lists of things.
  private var things: [String] = []
  private var texts: [String] = []
  private var lists: [String] = []

  init(seed: UInt64) {
    state = seed
  }

  mutating func script() -> String {
    add("def twice a b=\"two\"")
    add("  set \"$a\" loud=true")
    add("  return (set \"$a, $b\")")
    add("end")
    for _ in 0..<(2 + pick(8)) { statement(depth: 0) }
    return lines.joined(separator: "\n")
  }

  private mutating func pick(_ count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(count))
  }

  private mutating func one(of choices: [String]) -> String { choices[pick(choices.count)] }

  private mutating func add(_ line: String) { lines.append(indentation + line) }

  private mutating func name() -> String {
    nextName += 1
    return "n\(nextName)"
  }

  private mutating func statement(depth: Int) {
    switch pick(depth < 2 ? 20 : 12) {
    case 0...2: letThing("set \(text()) \(settings())")
    case 3: add("set \(text()) \(settings())\(one(of: ["", " as=@b@b.example", " timeout=5s --yes"]))")
    case 4: add("drop \(thing()) --yes")
    case 5: letThing("twice \(text()) \(one(of: ["", text(), "b=\(text())"]))")
    case 6: letText()
    case 7: add("print \(text())")
    case 8: add("save https://a.example/x to=file:\(one(of: ["out.txt", "\"a b\""]))")
    case 9: add("open tusker://x-callback-url/setThing?text=\(one(of: ["x%20y", variable() ?? "x"]))")
    case 10: letText(from: "run printf -- \"%s|\" \(quoted()) \(quoted())\(one(of: ["", " | cat", " | tr a b"]))")
    case 11: letList()
    default: block(depth: depth)
    }
  }

  private mutating func block(depth: Int) {
    let end: [String]
    switch pick(7) {
    case 0:
      let item = name()
      add("for \(item) in \(lists.isEmpty ? "(many limit=3)" : "$" + one(of: lists))")
      return body(depth, knowing: { $0.things.append(item) }, ending: ["end"])
    case 1:
      let item = name()
      add("for \(item) in [a \"b c\" '$x']")
      return body(depth, knowing: { $0.texts.append(item) }, ending: ["end"])
    case 2:
      add("if \(condition())")
      end = ["else", "  set never", "end"]
    case 3:
      add("as \(one(of: ["@b@b.example", "\"@c@c.example\""]))")
      end = ["end"]
    case 4:
      add("try")
      end = ["catch e", "  set never", "end"]
    case 5:
      add("once \(quoted())")
      end = ["end"]
    default:
      add("if 1 == 2")
      add("  set never")
      add("else")
      end = ["end"]
    }
    body(depth, knowing: { _ in }, ending: end)
  }

  /// The lines of a block; the names that it makes are not known after it, because it may not run.
  private mutating func body(_ depth: Int, knowing: (inout ScriptWriter) -> Void, ending: [String]) {
    let outer = (things, texts, lists, indentation)
    indentation += "  "
    knowing(&self)
    for _ in 0..<(1 + pick(3)) { statement(depth: depth + 1) }
    (things, texts, lists, indentation) = outer
    for line in ending { add(line) }
  }

  private mutating func letThing(_ command: String) {
    let name = name()
    add("let \(name) = \(command)")
    things.append(name)
  }

  private mutating func letText(from command: String? = nil) {
    let (name, value) = (name(), command ?? quoted())
    add("let \(name) = \(value)")
    texts.append(name)
  }

  private mutating func letList() {
    let name = name()
    add("let \(name) = many limit=\(1 + pick(12))")
    lists.append(name)
  }

  private mutating func thing() -> String {
    things.isEmpty ? "status:5" : "$" + one(of: things) + one(of: ["", ".id"])
  }

  /// A variable that stands for a text.
  private mutating func variable() -> String? {
    let all = texts.map { "$\($0)" } + things.map { "$\($0).text" }
    return all.isEmpty ? nil : one(of: all)
  }

  private mutating func settings() -> String {
    one(of: ["", "--loud", "size=5", "reply=\(thing())", "link=https://a.example/?a=b&c=%20"])
  }

  private mutating func text() -> String {
    switch pick(4) {
    case 0: one(of: ["word", "7", "1.50", "x-y", "null", "\u{1F418}"])
    case 1: variable() ?? quoted()
    default: quoted()
    }
  }

  /// A text that reads like anything but a text, with variables in it.
  private mutating func quoted() -> String {
    var whole = ""
    for _ in 0..<(1 + pick(3)) {
      whole += one(of: [
        "plain ", "\\\"; drop status:1", "\\$x", "\\${r1.id}", "\\n", "\u{1F418}", "' ", "%20", "#", "~4~r1~", "--yes ",
        "| cat",
        "\\u{202E}", "a&b=c",
      ])
      guard pick(2) == 0 else { continue }
      let choices = texts.map { "${\($0)}" } + things.flatMap { ["${\($0)}", "${\($0).id}", "${\($0).text}"] }
      if !choices.isEmpty { whole += one(of: choices) }
    }
    return "\"\(whole)\""
  }

  private mutating func condition() -> String {
    guard !things.isEmpty else { return one(of: ["1 == 1", "not \"a\" == \"b\"", "1 < 2 and \"x\" in [x y]"]) }
    let thing = "$" + one(of: things)
    return one(of: ["\(thing).loud == true", "\(thing).count < 100", "\(thing) != null", "not \(thing).count == 99"])
  }
}
