import JSONValue
import Testing
import TuskCommon
import TuskLanguage
import XCallbackURL

/// How arguments find their parameters, in actions that Tusker does not have.
@Suite struct FillingTests {
  private static let resolver = Resolver(
    catalog: Catalog([
      action(
        "addToList", "list add", Signature.Subject(kind: .account, id: "account", isRequired: false),
        [
          Parameter("list", synonyms: ["to"], .identifier(.list), place: .operand, isRequired: true, "which list")
        ]),
      action(
        "vote", "vote", Signature.Subject(kind: .poll, id: "pollID"),
        [
          Parameter("choice", .integer(0...3), place: .operand, "which choice"),
          Parameter("weight", .integer(1...9), place: .operand, "how much"),
        ]),
      action(
        "say", "say", nil,
        [
          Parameter("text", .text, place: .operand, isRequired: true, "what"),
          Parameter("loud", .boolean, "whether loudly"),
          Parameter("place", synonyms: ["where", "at"], .choice(["here", "there"]), "where"),
        ]),
      action(
        "whisper", "say softly", nil, [Parameter("text", .text, place: .operand, isRequiredWhenSilent: true, "what")]),
      action(
        "hang", "hang", nil,
        [
          Parameter("media", .attachment, isRepeatable: true, companions: ["alt": "description"], "what"),
          Parameter("alt", .text, isRepeatable: true, "its description"),
        ]),
      action("sayNow", "say it now", nil, []),
    ]), options: .universal)

  private static func action(
    _ name: String, _ verb: String, _ subject: Signature.Subject?, _ parameters: [Parameter]
  ) -> Signature {
    let id = subject.map { [Parameter($0.id, .identifier($0.kind), place: .subject, "which")] } ?? []
    return Signature(
      action: name, verbs: [verb], summary: name, example: verb, effect: .read, subject: subject,
      parameters: id + parameters)
  }

  private func outcome(_ line: String) throws -> String {
    guard case .pipeline(let pipeline)? = try Parser.parse(Source(line)).first?.form,
      case .command(let command) = pipeline.first
    else {
      throw Diagnostic(.badHead, at: Span(0, 0), "no command")
    }
    do throws(Diagnostic) {
      let urls = try Self.resolver.resolve(command, bindings: .some).urls.map(\.description)
      return urls.map { String($0.dropFirst("tusker://x-callback-url/".count)) }.joined(separator: " ")
    } catch {
      return "\(error.kind.rawValue) '\(Source(line).text(error.span))' \(error.exitCode.rawValue)"
    }
  }

  /// A reference goes where its kind is wanted; what is unnamed fills the operands in their order.
  @Test(arguments: [
    ("list add list:1 account:2", "addToList?account=2&list=1"),
    ("list add account:2 list:1", "addToList?account=2&list=1"),
    ("list add list:1", "addToList?list=1"),
    ("list add to=list:1 account:2 account:3", "addToList?account=2&list=1 addToList?account=3&list=1"),
    ("list add account:2", "missing-arg '' 64"), ("list add list:1 list:2", "wrong-kind 'list:2' 64"),
    ("list add list:1 to=2", "duplicate-param 'to=2' 64"),
    ("list add list:1 [account:2 account:3]", "addToList?account=2&list=1 addToList?account=3&list=1"),
    ("list add list:1 []", ""), ("list add status:1", "wrong-kind 'status:1' 64"),
    ("list add Friends", "addToList?list=Friends"),
    ("list add list:\"Close friends\"", "addToList?list=Close%20friends"),
    ("vote poll:1 2 3", "vote?pollID=1&choice=2&weight=3"),
    ("vote 2 poll:1", "vote?pollID=1&choice=2"), ("vote poll:1 weight=3 2", "vote?pollID=1&weight=3&choice=2"),
    ("vote poll:1 4", "out-of-range '4' 64"),
    ("vote poll:1 0 0", "out-of-range '0' 64"), ("vote poll:1 1 2 3", "type-mismatch '3' 64"),
    ("vote 1 2", "missing-arg '' 64"),
  ])
  func everyArgumentFindsItsParameter(_ line: String, _ expected: String) throws {
    #expect(try outcome(line) == expected)
  }

  /// Which value a companion belongs to is told by their number.
  @Test(arguments: [
    ("hang media=$cat", "media=https%3A%2F%2Fa.b%2Fcat&alt=A%20cat"),
    ("hang media=[file:a $cat]", "media=file%3Aa&alt=&media=https%3A%2F%2Fa.b%2Fcat&alt=A%20cat"),
    ("hang media=[$cat media:7]", "media=https%3A%2F%2Fa.b%2Fcat&alt=A%20cat&media=7&alt="),
    ("hang media=[$cat $bare]", "media=https%3A%2F%2Fa.b%2Fcat&alt=A%20cat&media=https%3A%2F%2Fa.b%2Fbare&alt="),
    ("hang media=[file:a media:7]", "media=file%3Aa&media=7"),
    ("hang media=$cat alt=Mine", "media=https%3A%2F%2Fa.b%2Fcat&alt=Mine"),
    ("hang media=[file:a $cat] alt=[A B]", "media=file%3Aa&media=https%3A%2F%2Fa.b%2Fcat&alt=A&alt=B"),
    ("hang media=$cat alt=$none", "media=https%3A%2F%2Fa.b%2Fcat&alt=A%20cat"),
  ])
  func whatRecordsBringStaysBesideTheirValues(_ line: String, _ expected: String) throws {
    #expect(try outcome(line) == "hang?\(expected)")
  }

  /// The longest verb is taken, in its own spelling only, and what follows is an argument.
  @Test(arguments: [
    ("say it", "say?text=it"), ("say softly", "whisper"), ("say softly it", "whisper?text=it"),
    ("say it now", "sayNow"), ("say \"softly\"", "say?text=softly"),
    ("say text=softly", "say?text=softly"), ("say --loud softly", "say?loud=true&text=softly"),
    ("say it \"now\"", "too-many-args '\"now\"' 64"), ("say it later", "too-many-args 'later' 64"),
    ("say Softly", "say?text=Softly"), ("sayNow", "sayNow"), ("whisper --silent", "missing-arg '' 64"),
    ("whisper a --silent", "whisper?text=a&silent=true&x-source=tusk"),
    ("whisper --no-silent", "whisper"), ("say", "missing-arg '' 64"),
  ])
  func theLongestVerbIsTaken(_ line: String, _ expected: String) throws {
    #expect(try outcome(line) == expected)
  }

  /// Synonyms are accepted and never written.
  @Test(arguments: [
    ("say a where=here", "say?text=a&place=here"), ("say a at=there", "say?text=a&place=there"),
    ("say a place=here at=here", "duplicate-param 'at=here' 64"),
    ("say a at=her", "type-mismatch 'her' 64"), ("say a --at", "flag-needs-value '--at' 64"),
    ("say a loud=false place=here", "say?text=a&place=here"), ("say a --no-loud", "say?text=a"),
  ])
  func synonymsAreNeverWritten(_ line: String, _ expected: String) throws {
    #expect(try outcome(line) == expected)
  }

  /// What is missing may be left out where it may be missing, and nowhere else.
  @Test(arguments: [
    ("say a place=$nothing", "say?text=a"), ("say $nothing", "type-mismatch '$nothing' 65"),
    ("say text=$nothing", "type-mismatch '$nothing' 65"), ("say \"$nothing\"", "say?text="),
    ("whisper $nothing", "whisper"), ("whisper $nothing --silent", "missing-arg '' 64"),
    ("vote $nothing", "type-mismatch '$nothing' 65"), ("vote pollID=$nothing", "type-mismatch '$nothing' 65"),
    ("vote poll:1 $nothing", "vote?pollID=1"), ("list add list:1 $nothing", "type-mismatch '$nothing' 65"),
    ("list add list:1 account=$nothing", "type-mismatch '$nothing' 65"),
    ("list add list=$nothing", "type-mismatch '$nothing' 65"), ("list add list:1 $none", ""),
    ("list add list:1 [$nothing]", "type-mismatch '$nothing' 65"),
    ("say a loud=$yes", "say?text=a&loud=true"), ("say a loud=$nothing", "say?text=a"),
    ("say $two", "type-mismatch '$two' 65"), ("say \"$two\"", "type-mismatch '$two' 65"),
    ("list add list:1 $two", "addToList?account=1&list=1 addToList?account=2&list=1"),
    ("list add list:1 account=$two", "addToList?account=1&list=1 addToList?account=2&list=1"),
    ("vote poll:$one", "vote?pollID=1"), ("vote poll:$bad", "type-mismatch 'poll:$bad' 65"),
    ("vote (x)", "type-mismatch '(x)' 65"), ("vote poll:1 (x)", "out-of-range '(x)' 65"),
    ("vote poll:1 $unknown", "unknown-name '$unknown' 65"),
  ])
  func whatIsMissingIsLeftOutOnlyWhereItMayBe(_ line: String, _ expected: String) throws {
    #expect(try outcome(line) == expected)
  }
}

extension Bindings {
  /// Nothing, one, two, and what fits nowhere.
  fileprivate static var some: Bindings {
    let values: [String: Binding] = [
      "nothing": .nothing, "none": .list([]), "one": .text("1"), "yes": .text("true"), "bad": .text("1&x=2"),
      "cat": .record(
        "attachment", reference: nil, spelling: nil, fields: ["url": "https://a.b/cat", "description": "A cat"]),
      "bare": .record("attachment", reference: nil, spelling: nil, fields: ["url": "https://a.b/bare"]),
      "two": .list([.reference(.account, id: "1"), .reference(.account, id: "2")]),
    ]
    return Bindings(
      value: { variable throws(Diagnostic) in
        guard let value = values[variable.name] else { throw .unknownName(variable, known: []) }
        return value
      }, result: { _ throws(Diagnostic) in .text("9") }, contents: { path throws(Diagnostic) in path.value })
  }
}
