import JSONValue
import TuskLanguage

/// A part of a tree with what its span must show: the text itself, or a frame in which the text means the same.
struct Node {
  let name: String
  let span: Span
  /// What stands there, to the byte.
  var text: String?
  /// What stands round the text where it is parsed alone, and what it is parsed to.
  var frame: Frame?
  var children: [Node] = []

  /// A place of the same sort as the one where a value was found.
  struct Frame {
    let head: String
    let tail: String
    let json: JSON
  }

  /// The node and everything below it.
  var all: [Node] { [self] + children.flatMap(\.all) }
}

extension Statement {
  var node: Node {
    Node(name: "statement", span: span, frame: Node.Frame(head: "", tail: "", json: [json]), children: parts)
  }

  private var parts: [Node] {
    switch form {
    case .parameter(let parameter):
      [parameter.name.node] + [parameter.fallback, parameter.summary].compactMap { $0?.node() }
    case .assignment(let name, let operation): [name.node] + operation.nodes
    case .loop(let loop):
      [loop.name.node, loop.items.node()] + loop.settings.map(\.node) + loop.body.map(\.node)
    case .repetition(let repetition):
      repetition.condition.nodes + repetition.settings.map(\.node) + repetition.body.map(\.node)
    case .branch(let branch):
      branch.arms.flatMap { $0.condition.nodes + $0.body.map(\.node) } + (branch.otherwise ?? []).map(\.node)
    case .attempt(let attempt):
      attempt.body.map(\.node) + (attempt.handler?.name.map { [$0.node] } ?? [])
        + (attempt.handler?.body ?? []).map(\.node)
    case .definition(let definition):
      [definition.verb.node] + definition.inputs.flatMap { [$0.name.node] + ($0.fallback.map { [$0.node()] } ?? []) }
        + definition.body.map(\.node)
    case .scope(let scope): [scope.value.node()] + scope.settings.map(\.node) + scope.body.map(\.node)
    case .expectation(let condition, let message): condition.nodes + (message.map { [$0.node()] } ?? [])
    case .test(let test): [test.name.node()] + test.settings.map(\.node) + test.body.map(\.node)
    case .answer(let operation): operation?.nodes ?? []
    case .show(let variable): [variable.node]
    case .pipeline(let pipeline): [pipeline.node]
    case .meta(let meta): meta.words.map { $0.node(.plain) }
    }
  }
}

extension Spanned<String> {
  fileprivate var node: Node { Node(name: "name", span: span, text: value) }
}

extension Operation {
  fileprivate var nodes: [Node] {
    switch self {
    case .value(let value): [value.node()]
    case .pipeline(let pipeline): [pipeline.node]
    }
  }
}

extension Condition {
  fileprivate var nodes: [Node] {
    switch self {
    case .all(let terms), .any(let terms): terms.flatMap(\.nodes)
    case .not(let term): term.nodes
    case .holds(let value): [value.node(.operand)]
    case .comparison(let left, let comparator, let right):
      [
        left.node(.operand), Node(name: "comparator", span: comparator.span, text: comparator.value.rawValue),
        right.node(.operand),
      ]
    }
  }
}

extension Pipeline {
  fileprivate var node: Node {
    let frame = Node.Frame(head: "", tail: "", json: [json])
    var children: [Node]
    switch first {
    case .command(let command): children = [command.node]
    case .run(let program), .attempt(let program): children = program.words.map { $0.node(.plain) }
    }
    children += stages.map { stage in
      guard case .filter(let condition) = stage.form else { return Node(name: "stage", span: stage.span) }
      return Node(name: "stage", span: stage.span, children: condition.nodes)
    }
    children += programs.map { Node(name: "program", span: $0.span, children: $0.words.map { $0.node(.plain) }) }
    if let output { children.append(output.file.node(.plain)) }
    return Node(name: "pipeline", span: span, frame: frame, children: children)
  }
}

extension Command {
  fileprivate var node: Node {
    // A URL alone on its line stands for its verb too.
    let isURL = arguments.first?.span == verb.span
    let parts = arguments.map { argument in
      switch argument {
      case .value(let value): value.node()
      case .setting(let setting): setting.node
      }
    }
    // A variable whose rows are piped on stands for its verb, too.
    let isRows = isURL && verb.value == "rows"
    return Node(
      name: "command", span: span, frame: isRows ? nil : Node.Frame(head: "", tail: "", json: [json]),
      children: (isURL ? [] : [verb.node]) + parts)
  }
}

extension Setting {
  fileprivate var node: Node {
    switch content {
    case .value(let value): Node(name: "parameter", span: span, children: [key.node, value.node(.parameter)])
    case .flag(let flag):
      Node(name: "flag", span: span, text: (flag ? "--" : "--no-") + key.value, children: [key.node])
    }
  }
}

extension Value {
  /// Where a value was found, which decides how its text is read.
  enum Place: String {
    case argument = "x "
    case parameter = "x k="
    case element = "x ["
    case operand = "if "
    case plain = "run "
  }

  fileprivate func node(_ place: Place = .argument) -> Node {
    let (tail, json): (String, JSON) =
      switch place {
      case .argument: ("", [["cmd": "x", "args": [self.json]]])
      case .parameter: ("", [["cmd": "x", "params": [["k", self.json]]]])
      case .element: ("]", [["cmd": "x", "args": [["list": [self.json]]]]])
      case .operand: ("\nend", [["if": ["is": self.json], "then": []]])
      case .plain: ("", [["run": [self.json]]])
      }
    let frame = isBound ? nil : Node.Frame(head: place.rawValue, tail: tail, json: json)
    return Node(name: "value", span: span, frame: frame, children: parts)
  }

  private var parts: [Node] {
    switch form {
    case .word(let text), .string(let text), .url(let text): text.variables.map(\.node)
    case .reference(let reference): reference.id.variables.map(\.node)
    case .variable(let variable): [variable.node]
    case .list(let values): values.map { $0.node(.element) }
    case .result(let pipeline): [pipeline.node]
    case .arithmetic(let arithmetic): [arithmetic.left.node(.operand), arithmetic.right.node(.operand)]
    case .range(let range): [range.first.node(.operand), range.last.node(.operand)]
    }
  }

  /// Whether the value is read only in some of its places.
  fileprivate var isBound: Bool {
    switch form {
    case .arithmetic, .range: true
    case .variable(let variable): variable.isBare
    default: false
    }
  }
}

extension Variable {
  fileprivate var node: Node {
    guard !isBare else { return Node(name: "field", span: span) }
    let frame = Node.Frame(head: "", tail: "", json: [["show": json]])
    // Within quotes a `?` after a variable is text, so that its span may be read on its own as well.
    return Node(
      name: "variable", span: span, frame: frame, children: [Node(name: "name", span: nameSpan, text: name)])
  }
}
