/// A script of a run, and what it is to change.
struct Script {
  /// A part of the script.
  enum Part {
    /// A `once` block with changes.
    case block(key: String, [Change])
    /// A loop whose items are each done once.
    case loop([String], parallel: Int, skipsErrors: Bool)
    /// A loop in a `once` block.
    case inner(key: String, [String], parallel: Int)
    /// A change outside of `once`.
    case bare(Change)
    /// One change each of many statuses.
    case job(boosts: Bool, [Int])
  }

  enum Change: Hashable {
    case post(String)
    case favorite(Int)
    case boost(Int)
  }

  /// A part, and whether the script goes on if it fails.
  struct Section {
    let part: Part
    let isCaught: Bool
  }

  let sections: [Section]
  /// Whether a read before the changes shows the server's clock.
  let readsFirst: Bool

  init(_ sections: [Section], readsFirst: Bool) {
    self.sections = sections
    self.readsFirst = readsFirst
  }

  init(number: String, hasBarePosts: Bool, by dice: inout Dice) {
    var texts = (0..<5).map { Flavor.text("\(number).\($0)", by: &dice) }
    var hasBoost = false
    var sections: [Section] = []
    for index in 0..<dice.pick([1, 1, 2, 2, 3, 4]) {
      var part = Self.part(index, &texts, &hasBoost, by: &dice)
      if hasBarePosts, dice.chance(0.3) { part = .bare(.post(Flavor.text("\(number) bare \(index)", by: &dice))) }
      var isCaught = dice.chance(0.3)
      if case .bare = part { isCaught = true }
      sections.append(Section(part: part, isCaught: isCaught))
    }
    self.init(sections, readsFirst: dice.chance(0.5))
  }

  private static func part(
    _ index: Int, _ texts: inout [String], _ hasBoost: inout Bool, by dice: inout Dice
  ) -> Part {
    switch dice.below(6) {
    case 0, 1, 2:
      let changes = (0..<dice.number(in: 1...3)).map { _ in change(texts, &hasBoost, by: &dice) }
      return .block(key: "part \(index)", changes)
    case 3, 4:
      let items = (0..<dice.number(in: 1...3)).map { Flavor.text("loop \(index).\($0)", by: &dice) }
      return .loop(items, parallel: dice.pick([1, 1, 2, 3]), skipsErrors: dice.chance(0.3))
    default:
      let items = (0..<dice.number(in: 1...3)).map { Flavor.text("inner \(index).\($0)", by: &dice) }
      return .inner(key: "part \(index)", items, parallel: dice.pick([1, 2, 3]))
    }
  }

  private static func change(_ texts: [String], _ hasBoost: inout Bool, by dice: inout Dice) -> Change {
    switch dice.below(6) {
    case 0: return .favorite(SimulatedServer.bobs)
    // A boost is made at most once, because boosting again is no change.
    case 1 where !hasBoost:
      hasBoost = true
      return .boost(SimulatedServer.bobs)
    default: return .post(dice.pick(texts))
    }
  }

  /// Whether it makes favorites, and nothing else.
  var makesFavorites: Bool {
    sections.flatMap(\.part.changes).allSatisfy { change in
      if case .favorite = change { true } else { false }
    }
  }

  /// How often each change is to be made.
  var wanted: [Change: Int] {
    var counts: [Change: Int] = [:]
    for change in sections.flatMap(\.part.changes) { counts[change, default: 0] += 1 }
    let favorite = Change.favorite(SimulatedServer.bobs)
    if counts[favorite] != nil { counts[favorite] = 1 }
    return counts
  }

  /// The changes that are made outside of `once`.
  var bare: Set<Change> {
    Set(
      sections.compactMap { section in
        if case .bare(let change) = section.part { return change }
        return nil
      })
  }

  /// The texts of posts outside of `once` of which a run said that another one had made them.
  func repeated(in outcome: Outcome) -> Set<String> {
    Set(
      sections.enumerated().compactMap { number, section in
        guard case .bare(.post(let text)) = section.part else { return nil }
        let isToldSo = outcome.printed.contains("failed \(number): \(SimulatedHost.repeated)")
        return isToldSo || !section.isCaught && outcome.isRepeat ? text : nil
      })
  }

  var text: String {
    let head = readsFirst ? "let bobs = get status status:\(SimulatedServer.bobs)\n" : ""
    return head + sections.enumerated().map { Self.lines(of: $1, $0) }.joined()
  }

  private static func lines(of section: Section, _ number: Int) -> String {
    let body = section.part.lines
    guard section.isCaught else { return body.map { "\($0)\n" }.joined() }
    let handler = ["catch e", "  print \"failed \(number): $e.message\"", "end"]
    return (["try"] + body.map { "  \($0)" } + handler).map { "\($0)\n" }.joined()
  }
}

extension Script.Change {
  /// Whether it is made by a post of a text, or by a request of a target.
  func isMade(by text: String) -> Bool {
    switch self {
    case .post(let wanted): text == wanted
    case .favorite(let status): text.hasSuffix("/\(status)/favourite")
    case .boost(let status): text.hasSuffix("/\(status)/reblog")
    }
  }

  /// The command.
  var line: String {
    switch self {
    case .post(let text): "post \(Self.quoted(text))"
    case .favorite(let status): "fav status:\(status)"
    case .boost(let status): "boost status:\(status)"
    }
  }

  /// A text as the language writes it.
  static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("$", with: "\\$"))\""
  }
}

extension Script.Part {
  var changes: [Script.Change] {
    switch self {
    case .block(_, let changes): changes
    case .loop(let texts, _, _), .inner(_, let texts, _): texts.map(Script.Change.post)
    case .bare(let change): [change]
    case .job(let boosts, let statuses): statuses.map { boosts ? .boost($0) : .favorite($0) }
    }
  }

  fileprivate var lines: [String] {
    switch self {
    case .block(let key, let changes): ["once \"\(key)\""] + changes.map { "  \($0.line)" } + ["end"]
    case .loop(let texts, let parallel, let skipsErrors):
      ["for text in \(Self.list(texts)) once=\"of $text\"" + Self.options(parallel, skipsErrors)] + [
        "  post $text", "end",
      ]
    case .inner(let key, let texts, let parallel):
      ["once \"\(key)\"", "  for text in \(Self.list(texts))" + Self.options(parallel, false)] + [
        "    post $text", "  end", "end",
      ]
    case .bare(let change): [change.line]
    case .job(let boosts, let statuses):
      [([boosts ? "boost" : "fav"] + statuses.map { "status:\($0)" } + ["--yes"]).joined(separator: " ")]
    }
  }

  private static func list(_ texts: [String]) -> String {
    "[\(texts.map { Script.Change.quoted($0) }.joined(separator: " "))]"
  }

  private static func options(_ parallel: Int, _ skipsErrors: Bool) -> String {
    (parallel > 1 ? " parallel=\(parallel)" : "") + (skipsErrors ? " on-error=skip" : "")
  }
}
