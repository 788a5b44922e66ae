import Fediverse
import JSONValue
import TuskCommon
import XCallbackURL

/// A `once` block as the store has it.
struct EtcdBlock: Sendable {
  /// The names of the script and the account, and the key as people read it.
  let name: OnceName
  var generation: Int
  /// Seconds since 1970.
  var begun: Int
  var finished: Int?
  /// The values of its names.
  var outcome: JSON?
  /// Who wrote it, and which of their writes it was.
  var mark: JSON

  var isDone: Bool { finished != nil }

  init(_ name: OnceName, generation: Int, begun: Int, mark: JSON) {
    self.name = OnceName(script: name.script, account: name.account, key: JournaledText(name.key).text)
    (self.generation, self.begun, self.mark) = (generation, begun, mark)
  }

  init?(_ json: JSON) {
    guard let script = json["script"]?.string, let account = json["account"]?.string, let key = json["key"]?.string,
      let generation = json["generation"]?.int, let begun = json["begun"]?.int
    else { return nil }
    name = OnceName(script: script, account: account, key: key)
    (self.generation, self.begun, finished) = (generation, begun, json["finished"]?.int)
    (outcome, mark) = (json["outcome"], json["mark"] ?? nil)
  }

  var json: JSON {
    var object: JSON.Object = [
      "script": .string(name.script), "account": .string(name.account), "key": .string(name.key),
      "generation": .int(generation), "begun": .int(begun),
    ]
    object["finished"] = finished.map(JSON.int)
    object["outcome"] = outcome
    object["mark"] = mark
    return .object(object)
  }
}

/// A change of a block as the store has it.
struct EtcdChange: Sendable {
  let name: String
  var url: String
  /// Seconds since 1970.
  var sent: Int
  /// When it was first and last sent, by several clocks.
  var first: String
  var last: String
  var answered: Int?
  /// The answer; of a change that a person declared not sent, that.
  var answer: JSON?
  /// The URI of the status that it created.
  var made: String?
  /// What takes it back.
  var before: Restoration?

  /// Whether nobody knows if it was made.
  var isUnknown: Bool { answered == nil && answer == nil }
  /// Whether a person declared that it was not sent.
  var isNotSent: Bool { answered == nil && answer != nil }

  /// The effect without what later runs do not refer to; `nil` if there is nothing of that.
  var shortened: EtcdChange? {
    guard let answer, !isNotSent, answer.withShortMembers != answer else { return nil }
    var short = self
    short.answer = answer.withShortMembers
    return short
  }

  init(_ name: String, url: String, sent: Int, time: String) {
    self.name = JournaledText(name).text
    (self.url, self.sent, first, last) = (url, sent, time, time)
  }

  /// Takes over what is kept when an effect is sent again.
  mutating func `repeat`(_ earlier: EtcdChange) {
    (sent, first, before) = (earlier.sent, earlier.first, earlier.before ?? before)
  }

  init?(_ json: JSON) {
    guard let name = json["name"]?.string, let url = json["url"]?.string, let sent = json["sent"]?.int,
      let first = json["first"]?.string, let last = json["last"]?.string
    else { return nil }
    (self.name, self.url, self.sent, self.first, self.last) = (name, url, sent, first, last)
    (answered, answer, made) = (json["answered"]?.int, json["answer"], json["made"]?.string)
    before = json["before"].flatMap { Restoration($0) }
  }

  var json: JSON {
    var object: JSON.Object = [
      "name": .string(name), "url": .string(url), "sent": .int(sent), "first": .string(first), "last": .string(last),
    ]
    object["answered"] = answered.map(JSON.int)
    object["answer"] = answer
    object["made"] = made.map(JSON.string)
    object["before"] = before?.json
    return .object(object)
  }
}

/// A script as an account: what its new blocks begin with.
struct EtcdScope: Sendable {
  let script: String
  let account: String
  var generation: Int

  /// A block of it, for the keys of the scope.
  var name: OnceName { OnceName(script: script, account: account, key: "") }

  init(_ name: OnceName) { (script, account, generation) = (name.script, name.account, 1) }

  init?(_ json: JSON) {
    guard let script = json["script"]?.string, let account = json["account"]?.string,
      let generation = json["generation"]?.int
    else { return nil }
    (self.script, self.account, self.generation) = (script, account, generation)
  }

  var json: JSON {
    ["script": .string(script), "account": .string(account), "generation": .int(generation)]
  }
}

extension EtcdEntry {
  /// The value in a form, such as a block.
  func read<Record>(_ form: (JSON) -> Record?) throws(Failure) -> Record {
    guard let record = form(value) else { throw .otherForm(key) }
    return record
  }
}

extension Failure {
  fileprivate static func otherForm(_ key: EtcdKey) -> Failure {
    Failure(.badSettings, "the journal is damaged: '\(key.text)' has a form that this tusk does not know")
  }
}
