/// A generator of pseudo-random numbers that gives the same row everywhere (xorshift64*).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed | 1
  }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

/// A writer of random scripts that keep to the grammar.
struct ScriptGenerator {
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func script() -> String {
    several(0...2) { $0.parameter() }.joined() + several(1...4) { $0.statement(depth: 3, indentation: "") }.joined()
  }

  private mutating func parameter() -> String {
    "param \(name())\(any(["", ": number", ":  file", ": account"]))\(any(["", " = 5", "= \"a b\"", " =me"]))"
      + "\(any(["", " \"what it is\""]))\n"
  }

  private mutating func statement(depth: Int, indentation: String) -> String {
    let line = depth > 0 && chance(3) ? block(depth: depth - 1, indentation: indentation) : simple(depth: depth)
    let before = any(["", "", "\(indentation)# why\n", "\n\n"])
    return "\(before)\(indentation)\(line)\(any(["", " # why", "\t"]))\(any(["\n", "\r\n", "\n\n"]))"
  }

  private mutating func simple(depth: Int) -> String {
    switch Int.random(in: 0..<7, using: &random) {
    case 0: "let \(name()) = \(chance(2) ? pipeline(depth: depth) : selfExplaining(depth: depth))"
    case 1: "return \(chance(2) ? pipeline(depth: depth) : selfExplaining(depth: depth))"
    case 2: "expect \(condition(depth: depth))\(any(["", " \"so\""]))"
    case 3: any(["return", "$_", "$\(name()).0.id?", "${a?}"])
    default: pipeline(depth: depth)
    }
  }

  private mutating func block(depth: Int, indentation: String) -> String {
    let body = "\n" + several(0...2) { $0.statement(depth: depth, indentation: indentation + "  ") }.joined()
    let end = "\(indentation)end"
    switch Int.random(in: 0..<9, using: &random) {
    case 7: return "test \(quoted())\(any(["", " world=empty", " clock=2026-03-01T09:00Z"]))\(body)\(end)"
    case 6: return "while \(condition(depth: depth))\(any([" limit=$n", " limit=5"]))\(body)\(end)"
    case 0:
      let items = any(["$l", "[1 2]", "(me)", "1..3", "$n..(2 * $m)"])
      return "for \(name()) in \(items)\(settings(depth: depth))\(body)\(end)"
    case 1: return "if \(condition(depth: depth))\(body)\(indentation)else\(body)\(end)"
    case 2:
      let other = "\(indentation)else if \(condition(depth: depth))\(body)"
      return "if \(condition(depth: depth))\(body)\(other)\(end)"
    case 3: return "try\(body)\(indentation)catch\(any(["", " e"]))\(body)\(end)"
    case 4: return "def \(verb()) a b=\(value(depth: depth))\(body)\(end)"
    case 5:
      let settings = any(["", " of=s", " effect=2", " as=@a@b"]) + any(["", " effect='for 1 item 2:1'"])
      return "once \(quoted())\(settings) \(any(["", "open ", "let \(name()) = open "]))t://a?b=c \(any(["--yes", ""]))"
    default:
      return "\(any(["once", "every", "at", "as"])) \(value(depth: depth))\(settings(depth: depth))\(body)\(end)"
    }
  }

  private mutating func condition(depth: Int) -> String {
    let joint = any([" and ", " or "])
    return several(1...3) { generator in
      let term = "\(generator.any(["", "not "]))\(generator.operand(depth: depth))"
      let operators = [" == ", " != ", "<", "<=", " > ", " >= ", " in ", " contains ", " matches "]
      return generator.chance(2) ? term : "\(term)\(generator.any(operators))\(generator.operand(depth: depth))"
    }.joined(separator: joint)
  }

  private mutating func operand(depth: Int) -> String {
    any([
      quoted(), "$\(name()).kind", "12", "@a@b", "[]", "status:$id", "mention", arithmetic(depth: 2),
      "(\(arithmetic(depth: 2)))",
    ])
  }

  private mutating func arithmetic(depth: Int) -> String {
    several(1...3) { generator in
      let operand = generator.any(["$a", "2", "1.5", "30s", "(me)", "$b.count"])
      return depth > 0 && generator.chance(3) ? "(\(generator.arithmetic(depth: depth - 1)))" : operand
    }.reduce("") { sum, operand in
      sum.isEmpty ? operand : "\(sum)\(any([" + ", " - ", " * ", " / ", "  %\t"]))\(operand)"
    }
  }

  private mutating func pipeline(depth: Int) -> String {
    let first = chance(6) ? "\(chance(2) ? "run" : "attempt") \(plain()) -x --y=z" : command(depth: depth)
    let stages = first.hasPrefix("run ") || first.hasPrefix("attempt ") ? "" : several(0...1) { $0.stage() }.joined()
    let programs = stages + several(0...1) { " | \($0.any(["", "run "]))jq \($0.plain()) status:1 -c" }.joined()
    return first + programs + (chance(5) ? " \(any([">", ">>"])) \(plain())" : "")
  }

  private mutating func stage() -> String {
    " | "
      + any([
        "where a.b > 3", "where not bot and c? == $x", "where a + 1 > 2 or $_.d", "order by a.b desc", "order  by c",
        "take 3", "skip ($n + 1)", "unique by a", "group by a.b", "pick a b.c? d", "total a", "where \"x\" in tags",
      ])
  }

  private mutating func command(depth: Int) -> String {
    verb()
      + several(0...4) { generator in
        switch Int.random(in: 0..<4, using: &generator.random) {
        case 0: generator.settings(depth: depth)
        case 1: generator.any([" --all", " --no-json"])
        case 2: generator.any([" \\\n  ", "\t"]) + generator.value(depth: depth)
        default: " " + generator.value(depth: depth)
        }
      }.joined()
  }

  private mutating func settings(depth: Int) -> String {
    several(0...2) { " \($0.any(["count", "on-error", "x_y"]))=\($0.value(depth: depth))" }.joined()
  }

  private mutating func selfExplaining(depth: Int) -> String {
    any([
      quoted(), arithmetic(depth: depth), "true", "null", "-12.5", "30s", "09:00", "status:1", "$x",
      "[\(several(0...2) { $0.word() }.joined(separator: " "))]",
    ])
  }

  private mutating func value(depth: Int) -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: quoted()
    case 1: depth > 0 ? "(\(chance(3) ? arithmetic(depth: depth) : pipeline(depth: depth - 1)))" : "[]"
    case 2:
      depth > 0
        ? "[\(lines(of: several(0...3) { $0.value(depth: depth - 1) }))]"
        : "x"
    case 3: any(["status:1", "account:@a@b", "@a@b", "#cats", "file:\"my cat\"", "tag:'a;'", "list:$x.b", "@$a@${b}c"])
    case 4: any(["https://a.example/?b=c&d=e", "tusker://x-callback-url/a?b=c"])
    case 5: any(["$a", "$1", "$@", "$_", "$_.a.0", "${a}", "${a?.b?}", "$a.b?.c"])
    default: word()
    }
  }

  /// The values of a list on one line or several, none of which starts with a tag.
  private mutating func lines(of values: [String]) -> String {
    let separator = any([" ", "\n ", " # why\n", "\n# why\n"])
    return values.reduce("") { list, value in
      list.isEmpty ? value : list + (value.hasPrefix("#") ? " " : separator) + value
    }
  }

  private mutating func plain() -> String {
    any([quoted(), ".kind==$x", "status:1", "$1", "a,b", "%F", "--z"])
  }

  private mutating func quoted() -> String {
    let pieces = several(0...4) { generator in
      generator.any([
        "it's", " ", "$a", "$a.b", "${a}b", "${a.b?}", "$_", "$_.x", "\\u{2E}x", "\\n", "\\t", "\\\"", "\\\\", "\\$",
        "\\u{202E}", "é👍", "?", ".", "7", "#x", "{}", "\\u{61}", "\t",
      ])
    }.joined()
    return chance(4) ? "'raw $x \\n'" : "\"\(pieces)\""
  }

  private mutating func word() -> String {
    any([
      "a", "-5", "a.b", "1=b", "pre$a-post", "$a$b", "$_x", "$a.b?x", "${a}.b", "straße", "x#y", "a;b", "*", "$@.",
      "$1x",
    ])
  }

  private mutating func verb() -> String { any(["get", "fav", "me", "dismiss-all", "X2"]) }
  private mutating func name() -> String { any(["a", "n2", "long_name"]) }

  private mutating func any(_ choices: [String]) -> String {
    choices.randomElement(using: &random) ?? ""
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  private mutating func several(_ count: ClosedRange<Int>, _ make: (inout ScriptGenerator) -> String) -> [String] {
    var made: [String] = []
    for _ in 0..<Int.random(in: count, using: &random) { made.append(make(&self)) }
    return made
  }
}
