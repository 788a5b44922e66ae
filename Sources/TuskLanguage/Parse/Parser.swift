// The grammar. `NL` is a line feed, or a carriage return and a line feed.
//
//     script    = [ BOM ] { line } ;
//     line      = [ stmt ] [ comment ] ( NL | EOF ) ;      blank, '\', NL continues a line
//     comment   = "#" ... ;                                first on its line, or between blanks
//     stmt      = "param" NAME [ ":" KIND ] [ "=" value ] [ string ]
//               | "let" NAME "=" ( expr | pipeline )       a bare word after '=' is a verb
//               | "for" NAME "in" ( range | var | list | sub ) { param } block "end"
//               | "while" cond { param } block "end"
//               | "if" cond block { "else" "if" cond block } [ "else" block ] "end"
//               | "try" block [ "catch" [ NAME ] block ] "end"
//               | "def" VERB { NAME [ "=" value ] } block "end"
//               | ( "once" | "every" | "at" | "as" ) value { param } block "end"
//               | "once" value { param } [ "let" NAME "=" ] request
//               | "expect" cond [ string ]
//               | "test" string { param } block "end"
//               | "return" [ expr | pipeline ]
//               | var
//               | pipeline
//               | [ "\" ] META { plain } | [ "\" ] ( "url" | "explain" ) stmt
//               | "?" { plain } ;                          at the prompt only; a verb or 'def' is no bare META
//     block     = NL { line } ;
//     pipeline  = ( command | var ) { "|" stage } { "|" [ "run" ] PROGRAM { plain } } [ ( ">" | ">>" ) plain ] ;
//     stage     = "where" cond | "order" "by" field [ "asc" | "desc" ] | ( "take" | "skip" ) value
//               | ( "unique" | "group" ) "by" field | "pick" field { field } | "total" field ;
//     field     = NAME [ "?" ] { "." NAME [ "?" ] } ;      in "where", a word left of an operator is one
//     command   = VERB { value | param | flag } | "run" PROGRAM { plain }
//               | url { value | param | flag } ;             the URL is opened
//     request   = [ "open" ] url { param | flag } ;
//     param     = KEY "=" value ;                          no blanks round '='
//     flag      = "--" [ "no-" ] WORD ;
//     value     = string | text | list | sub | var | ref | url | word ;
//     ref       = KIND ":" ( string | word ) | "@" word | "#" word ;
//     url       = SCHEME "://" word ;
//     list      = "[" { value | NL } "]" ;
//     sub       = "(" ( pipeline | expr ) ")" ;            a line end within is a blank
//     expr      = product { ( "+" | "-" ) product } ;      blanks round each sign
//     product   = value { ( "*" | "/" | "%" ) value } ;
//     range     = bound ".." ( bound | sub ) ;             nothing round '..'
//     bound     = whole number | var ;
//     string    = "'" raw "'" | '"' { char | escape | var } '"' ;
//     text      = ( '"""' | "'''" ) NL { line of text } indent ( '"""' | "'''" ) ;
//     escape    = "\" ( "n" | "t" | '"' | "\" | "$" ) | "\u{" 1*6HEX "}" ;
//     var       = "$" ( NAME | DIGITS | "@" | "_" ) { "." ( NAME | DIGITS ) [ "?" ] }
//               | "${" ( NAME | DIGITS | "@" ) [ "?" ] { "." ( NAME | DIGITS ) [ "?" ] } "}" ;
//     word      = { any but blank " ' ( ) [ ] { } | < > ` \ or var } ;
//     plain     = string | text | sub | list | word ;
//     cond      = term { "and" term } | term { "or" term } ;
//     term      = [ "not" ] expr [ op ( expr | range ) ] ;  a range only after "in"
//     op        = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "contains" | "matches" ;
//     NAME      = letter { letter | digit | "_" } ;
//     VERB      = letter { letter | digit | "-" } ;
//     KEY       = letter { letter | digit | "-" | "_" } ;

/// A recursive-descent parser that returns one statement at a time, so that a script can run while it is read.
package struct Parser {
  var lexer: Lexer
  let mode: Mode
  /// The current nesting depth of blocks, lists and parentheses.
  var depth = 0
  /// The keywords that the source uses as names of its own verbs.
  var definedKeywords: Set<String> = []
  /// The verbs that earlier lines of the prompt defined.
  var definedVerbs: Set<String> = []
  /// The open blocks, outermost first.
  var openers: [Opener] = []
  /// The first `end` that is indented unlike the block it closes.
  var mismatch: MisplacedEnd?
  /// The mistakes found so far; `nil` if the first one ends parsing.
  var problems: [Diagnostic]?
  /// Whether a word in a condition names a field of a row.
  var namesFields = false
  /// The offset where parsing last resumed; it never resumes before it.
  var floor = 0

  /// - Parameter offset: the start of a line.
  package init(_ source: Source, mode: Mode = .script, at offset: Int = 0) {
    lexer = Lexer(source, at: offset)
    self.mode = mode
  }

  /// Where the source comes from.
  package enum Mode: Sendable, Hashable {
    case script
    /// The prompt, where a line may also control the shell.
    case repl
  }

  /// The offset after the last statement and its line end.
  package var offset: Int { lexer.offset }

  /// The next statement, with its block; `nil` at the end of the source.
  ///
  /// - Throws: the first mistake, with ``Diagnostic/isIncomplete`` if the statement is cut off by the end of the source.
  package mutating func next() throws(Diagnostic) -> Statement? {
    try lexer.skipEmptyLines()
    guard !lexer.isAtEnd else { return nil }
    return try statement()
  }

  /// All statements of a source.
  ///
  /// - Parameter defined: the verbs that earlier lines of the prompt defined, which are no commands of the prompt.
  package static func parse(
    _ source: Source, mode: Mode = .script, defined: Set<String> = []
  ) throws(Diagnostic) -> [Statement] {
    var parser = Parser(source, mode: mode)
    parser.definedVerbs = defined
    var statements: [Statement] = []
    while let statement = try parser.next() { statements.append(statement) }
    return statements
  }

  /// All mistakes of a source, in order; after each, parsing resumes at the next line.
  package static func check(_ source: Source, mode: Mode = .script) -> [Diagnostic] {
    recovering(source, mode: mode).problems
  }

  /// What can be read of a source in spite of its mistakes.
  struct Recovered {
    let statements: [Statement]
    /// All mistakes, in order.
    let problems: [Diagnostic]
  }

  static func recovering(_ source: Source, mode: Mode) -> Recovered {
    var parser = Parser(source, mode: mode)
    return parser.recover()
  }

  private mutating func recover() -> Recovered {
    problems = []
    var statements: [Statement] = []
    while !lexer.isAtEnd {
      do throws(Diagnostic) {
        if let statement = try next() { statements.append(statement) }
      } catch {
        problems?.append(error)
        resume(after: error)
      }
    }
    let sorted = (problems ?? []).sorted { $0.span.start < $1.span.start }
    return Recovered(statements: statements, problems: sorted)
  }

  /// Resumes after the line of a mistake.
  mutating func resume(after problem: Diagnostic) {
    lexer.offset = problem.span.start
    lexer.skipLine()
    lexer.offset = max(lexer.offset, floor)
    floor = lexer.offset
    depth = openers.count
  }

  /// The maximum nesting of blocks, lists and parentheses, so that no input exhausts the stack.
  static let maxDepth = 64

  /// Reads a construct that may contain itself.
  mutating func deeper<Node>(
    at span: Span, _ read: (inout Parser) throws(Diagnostic) -> Node
  ) throws(Diagnostic) -> Node {
    guard depth < Parser.maxDepth else { throw .tooDeep(span) }
    depth += 1
    let node = try read(&self)
    depth -= 1
    return node
  }

  /// Reads a construct in brackets, where line ends are blanks.
  mutating func nested<Node>(
    at span: Span, _ read: (inout Parser) throws(Diagnostic) -> Node
  ) throws(Diagnostic) -> Node {
    lexer.nesting += 1
    let node = try deeper(at: span, read)
    lexer.nesting -= 1
    return node
  }
}

extension Diagnostic {
  fileprivate static func tooDeep(_ span: Span) -> Diagnostic {
    Diagnostic(.tooDeep, at: span, "nested more than \(Parser.maxDepth) levels deep")
  }
}
