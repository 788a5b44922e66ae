import JSONValue
import SystemPackage
import TuskCommon
import TuskLanguage
import XCallbackURL

/// What a verb does to many things.
struct Changes: Sendable {
  let keepsResults: Bool
  /// The place of the verb.
  let span: Span
  /// The request of each action as each account.
  private var requests: [(key: Key, request: CommandRequest)] = []
  /// Which request each URL has.
  private var numbers: [UInt32] = []
  /// What was read of each subject.
  private var marks: [UInt8] = []
  /// Whether many refusals in a row end the work.
  var stopsAfterRefusals = true
  /// The URLs, while they are few.
  private var few: [CallbackURL] = []
  /// The URLs, once they are many.
  private(set) var urls = LineSpool()
  /// The first URL.
  private(set) var sample: CallbackURL?
  /// What tells the requests apart, each of which is made once for its subject.
  private(set) var identities: Set<Identity> = []
  /// How many requests were left out because another row asked for the same.
  private(set) var repeated = 0

  /// A digest of a request, because a hundred thousand would take much memory.
  struct Identity: Hashable {
    private let first: Int
    private let second: Int

    init(_ url: CallbackURL, as account: String?) {
      let pairs = url.pairs.filter { $0.name != CommandRequest.again }
      let text = "\(account ?? "") \(CallbackURL(scheme: url.scheme, action: url.action, pairs: pairs))"
      (first, second) = (Self.digest(text, 1), Self.digest(text, 2))
    }

    private static func digest(_ text: String, _ salt: Int) -> Int {
      var hasher = Hasher()
      hasher.combine(salt)
      hasher.combine(text)
      return hasher.finalize()
    }
  }

  private struct Key: Hashable {
    let action: String
    let account: String?
  }

  init(keepsResults: Bool, span: Span) {
    (self.keepsResults, self.span) = (keepsResults, span)
  }

  /// Adds what a request changes; the same change of the same subject only once.
  ///
  /// - Parameter row: the row that the same command just read, if it is one.
  mutating func add(_ request: CommandRequest, for row: RuntimeValue? = nil) throws(Diagnostic) {
    let seen = SeenMarks(row)
    let isOfRow = { (url: CallbackURL) in
      url.pairs.contains { $0.name == request.signature.subject?.id && $0.value != nil && $0.value == seen.id }
    }
    let key = Key(action: request.signature.action, account: request.options.account)
    if !requests.contains(where: { $0.key == key }) { requests.append((key, request.opening([]))) }
    let number = requests.firstIndex { $0.key == key } ?? 0
    for url in request.urls {
      let isNew = identities.insert(Identity(url, as: request.options.account)).inserted
      guard isNew || request.signature.subject?.given(in: url.pairs) == nil else {
        repeated += 1
        continue
      }
      if sample == nil { sample = url }
      numbers.append(UInt32(number))
      marks.append(isOfRow(url) ? seen.bits : 0)
      few.append(url)
      guard count > BulkLimit.mostUntold else { continue }
      for url in few { try keep(url) }
      few = []
    }
  }

  private func keep(_ url: CallbackURL) throws(Diagnostic) {
    guard url.isReadable else { throw .tooLong(span) }
    do throws(Errno) { try urls.add(url.description) } catch { throw .notKept(error, span) }
  }

  mutating func removeAll() { self = Changes(keepsResults: keepsResults, span: span) }

  /// Notes that a person has agreed to all of them.
  mutating func agree() {
    for index in requests.indices { requests[index].request.agree() }
  }

  /// Notes that a person has confirmed all of them.
  mutating func confirm() {
    for index in requests.indices { requests[index].request.confirm() }
  }

  /// The request that makes all of them, if they are few and of one kind.
  var request: CommandRequest? { requests.count == 1 && !areMany ? requests[0].request.opening(few) : nil }

  var count: Int { numbers.count }

  var isEmpty: Bool { numbers.isEmpty }

  /// The request of the first change.
  var head: CommandRequest? { sample.map { requests[Int(numbers[0])].request.opening([$0]) } }

  /// Whether all act as one account, as the changes of a job do.
  var haveOneAccount: Bool { Set(requests.map(\.key.account)).count <= 1 }

  /// Whether they are so many that a person is told, and that they become a job.
  var areMany: Bool { requests.first?.request.isBulk(count) ?? false }

  /// What was read of the subject of a change, by the names of a record.
  func seen(at index: Int) -> JSON.Object { SeenMarks.fields(of: marks[index]) }

  /// Of how many changes the state before them is read together.
  static let partLength = 40

  /// The lines of the changes, to read parts of them ahead; `nil` where they are of several kinds.
  func ahead() throws(Diagnostic) -> FileLines? {
    guard requests.count == 1 else { return nil }
    guard count > BulkLimit.mostUntold else {
      return FileLines(Array(few.map { "\($0.description)\n" }.joined().utf8))
    }
    do throws(Errno) { return try urls.read() } catch { throw .notKept(error, span) }
  }

  /// Calls a closure with each change, in order.
  func forEach(_ use: (Int, CallbackURL, CommandRequest) async throws(Diagnostic) -> Void) async throws(Diagnostic) {
    guard count > BulkLimit.mostUntold else {
      for (index, url) in few.enumerated() {
        try await use(index, url, requests[Int(numbers[index])].request.opening([url]))
      }
      return
    }
    let lines: FileLines
    do throws(Errno) { lines = try urls.read() } catch { throw .notKept(error, span) }
    for (index, number) in numbers.enumerated() {
      let line: String?
      do throws(Errno) { line = try lines.next() } catch { throw .notKept(error, span) }
      guard let url = line.flatMap({ try? CallbackURL(parsing: $0) }) else { throw .notKept(.ioError, span) }
      try await use(index, url, requests[Int(number)].request.opening([url]))
    }
  }
}

/// Whether you marked a status, as its row says; few bits, because a hundred thousand rows would take much memory.
private struct SeenMarks {
  /// The identifier of the status; `nil` if nothing is known.
  let id: String?
  private(set) var bits: UInt8 = 0

  private static let names = ["favorited", "boosted", "bookmarked", "pinned", "muted"]
  private static let isKnown: UInt8 = 1 << 7

  /// - Parameter row: a row; the marks of one that is no status, or that is a boost, are not known.
  init(_ row: RuntimeValue?) {
    guard case .record(let record)? = row?.form, record.shape?.kind == .status,
      record.fields["reblog"]?.string == nil, let id = record.fields["id"]?.string
    else {
      self.id = nil
      return
    }
    self.id = id
    let marks = Self.names.compactMap { record.fields[$0]?.bool }
    guard marks.count == Self.names.count else { return }
    bits = Self.isKnown
    for (index, mark) in marks.enumerated() where mark { bits |= 1 << UInt8(index) }
  }

  /// The marks by the names of a record; none if they are not known.
  static func fields(of bits: UInt8) -> JSON.Object {
    guard bits & isKnown != 0 else { return [:] }
    return JSON.Object(names.enumerated().map { (name: $1, value: .bool(bits & 1 << UInt8($0) != 0)) })
  }
}

extension CommandRequest {
  /// The parameter that allows a change to be made again.
  static let again = "again"

  /// Whether a request is not made again by mistake.
  var isGuarded: Bool { signature.parameter(named: Self.again) != nil }

  /// Whether a person has allowed to make it again.
  var isAgain: Bool { urls.contains { $0.pairs.contains { $0.name == Self.again && $0.value != "false" } } }

  /// Whether this many changes of its kind are told beforehand and become a job.
  func isBulk(_ count: Int) -> Bool { count > BulkLimit.mostUntold && isWrite && signature.app == nil }
}

extension CallbackURL {
  /// Whether its text can be read again.
  fileprivate var isReadable: Bool {
    description.utf8.count <= Self.longestText && pairs.count <= Self.mostPairs
  }
}

extension Diagnostic {
  fileprivate static func tooLong(_ span: Span) -> Diagnostic {
    Diagnostic(
      .tooLong, at: span, "one of many requests has at most \(CallbackURL.longestText) bytes",
      label: "use 'for' instead", exitCode: .data)
  }

  fileprivate static func notKept(_ reason: Errno, _ span: Span) -> Diagnostic {
    Diagnostic(
      .failed, at: span, "the list of changes cannot be kept: \(SystemError.reason(reason.rawValue))",
      exitCode: .cannotCreate)
  }
}
