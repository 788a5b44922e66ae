import Testing
import XCallbackURL

/// The points of the contract about parameters: how a query falls into them, and whose they are.
struct QueryConformanceTests {
  private let books = Books("Emma")
  private let base = "book-shop://x-callback-url/find-book?"
  private let wanted = "title=Emma&in-stock=1&x-success=bear%3As"

  private func reply(to query: String) async throws -> Reply {
    await BookShopReceiver(books: books).reply(to: try CallbackURL(parsing: base + query))
  }

  private func request(_ query: String) throws -> Request {
    try Request(CallbackURL(parsing: base + query), policy: CallbackPolicy())
  }

  /// Every order of the parts.
  private static func orders(_ parts: [String]) -> [[String]] {
    guard let last = parts.last else { return [[]] }
    return orders(parts.dropLast()).flatMap { rest in
      (0...rest.count).map { place in rest[..<place] + [last] + rest[place...] }
    }
  }

  @Test(
    "09 A query is k=v&k=v, and parameters of both kinds stand in any order",
    arguments: orders(["title=Emma", "x-success=bear%3As", "in-stock=1", "x-source=Me", "x-error=bear%3Ae"]))
  func theOrderOfParametersDoesNotCount(parts: [String]) async throws {
    let query = parts.joined(separator: "&")
    let request = try request(query)
    #expect(request.source == "Me")
    #expect(
      request.parameters.map(\.name)
        == parts.compactMap { $0.hasPrefix("x-") ? nil : $0.prefix { $0 != "=" } }.map(String.init))
    #expect(try await reply(to: query).callback?.description == "bear:s?isbn=978-3&price=12.5&is-signed=yes")
    #expect(books.log == ["Me asked for Emma"])
  }

  @Test("10 Every x- parameter may be missing", arguments: 0..<16)
  func noParameterOfTheProtocolIsNeeded(choice: Int) async throws {
    let all = ["x-source=Me", "x-success=bear%3As", "x-error=bear%3Ae", "x-cancel=bear%3Ac"]
    let given = all.enumerated().filter { choice >> $0.offset & 1 == 1 }.map(\.element)
    let reply = try await reply(to: (["title=Emma", "in-stock=1"] + given).joined(separator: "&"))
    guard case .success = reply.response else { throw Failure(.defect, "\(reply)") }
    #expect((reply.callback != nil) == given.contains(all[1]))
    #expect(books.log == [given.contains(all[0]) ? "Me asked for Emma" : "somebody asked for Emma"])
  }

  @Test(
    "11 Unknown x- names are not acted on and not handed to the action, and stay in results",
    arguments: [
      ("x-things-id=7", "x-things-id", "7"), ("x-title=Other", "x-title", "Other"), ("x-=1", "x-", "1"),
      ("x%2Din-stock=0", "x-in-stock", "0"), ("x-success-url=javascript%3A1", "x-success-url", "javascript:1"),
      ("x-silent", "x-silent", nil),
    ] as [(String, String, String?)])
  func unknownNamesOfTheProtocolAreKeptApart(query: String, name: String, value: String?) async throws {
    let pair = CallbackURL.Pair(name, value)
    let request = try request("\(query)&\(wanted)&\(query)")
    #expect(request.parameters == [CallbackURL.Pair("title", "Emma"), CallbackURL.Pair("in-stock", "1")])
    #expect(try await reply(to: "\(query)&\(wanted)") == reply(to: wanted))
    let inbox = CallbackInbox(scheme: "tusk")
    let call = inbox.expectAnswer(until: .now + .seconds(60))
    let success = try #require(call.callbacks.success)
    let answer = inbox.deliver(try CallbackURL(parsing: "\(success)?\(query)&a=b"))
    #expect(answer == .answered(token: call.token, .success([pair, CallbackURL.Pair("a", "b")])))
  }

  @Test(
    "12 A query is split at &, a pair at its first =, and each part is decoded once",
    arguments: [
      ("a=1;b=2", [("a", "1;b=2")]), ("a;b=1&c", [("a;b", "1"), ("c", nil)]), ("a=b=c", [("a", "b=c")]),
      ("a==", [("a", "=")]), ("=a=b", [("", "a=b")]), ("a%3Db=c%26d", [("a=b", "c&d")]), ("a%26b", [("a&b", nil)]),
      ("a=%2526", [("a", "%26")]), ("a=%252525", [("a", "%2525")]), ("%2561=1", [("%61", "1")]),
      ("a=%26b=1&c=2", [("a", "&b=1"), ("c", "2")]), ("a=?b/c:d@e", [("a", "?b/c:d@e")]),
    ] as [(String, [(String, String?)])])
  func partsAreSplitBeforeTheyAreDecoded(query: String, pairs: [(String, String?)]) throws {
    let url = try CallbackURL(parsing: "a:b?" + query)
    #expect(url.pairs == pairs.map { CallbackURL.Pair($0.0, $0.1) })
  }

  @Test(
    "13 Names are decoded before it is decided whose they are",
    arguments: ["x%2D", "%78-", "x%2d", "%78%2D"], ["source", "%73ource", "sourc%65"])
  func anEscapedNameIsTheSameName(prefix: String, rest: String) throws {
    let request = try request("\(prefix)\(rest)=Me&%74itle=a&\(prefix)success=bear%3As")
    #expect(request.source == "Me")
    #expect(request.parameters == [CallbackURL.Pair("title", "a")])
    #expect(request.callbacks.success?.description == "bear:s")
    #expect(throws: Failure.self) { try self.request("\(prefix)\(rest)=Me&x-source=Me") }
    #expect(throws: Failure.self) { try self.request("\(prefix)error=javascript%3A1") }
  }

  @Test(
    "14 The case of a name counts",
    arguments: ["X-Success", "x-Success", "X-success", "X-SOURCE", "x-Error", "X-cancel", "Title", "IN-STOCK"])
  func caseOfANameCounts(name: String) async throws {
    let request = try request("\(name)=javascript%3A1")
    #expect(request.source == nil && request.callbacks == Request.Callbacks())
    #expect(request.parameters.map(\.name) == (name.hasPrefix("x-") ? [] : [name]))
    let response = try await reply(to: "title=a&\(name)=b").response
    guard case .failure(let failure) = response else { throw Failure(.defect, "\(response)") }
    #expect(failure == Failure(.missingParameter, "'in-stock' is missing"))
  }

  @Test(
    "15 k has no value, k= an empty one, and nothing between two & is no pair",
    arguments: [
      ("k", [("k", nil)]), ("k=", [("k", "")]), ("k&k=&k=v", [("k", nil), ("k", ""), ("k", "v")]), ("", []),
      ("&", []), ("&&&", []), ("a=1&&b", [("a", "1"), ("b", nil)]), ("a=1&", [("a", "1")]), ("&a", [("a", nil)]),
      ("=", [("", "")]), ("&=&", [("", "")]), ("a=&", [("a", "")]),
    ] as [(String, [(String, String?)])])
  func aMissingValueIsNotAnEmptyOne(query: String, pairs: [(String, String?)]) throws {
    let url = try CallbackURL(parsing: "a:b?" + query)
    #expect(url.pairs == pairs.map { CallbackURL.Pair($0.0, $0.1) })
    #expect(
      try CallbackURL(parsing: CallbackURL(scheme: "a", action: "b", pairs: url.pairs).description).pairs == url.pairs)
  }

  @Test(
    "16 Repeated names keep order and values, and are an error where one value is wanted",
    arguments: [
      ("title", ["a", "b"]), ("title", ["a", "a"]), ("in-stock", ["1", "0", "1"]), ("x-source", ["Me", "Me"]),
      ("x-source", ["Me", nil]), ("x-success", ["bear:a", "bear:b"]), ("x-success", ["bear:a", "bear:a"]),
      ("x-error", ["bear:a", "bear:b"]), ("x-cancel", ["bear:a", nil]),
    ] as [(String, [String?])])
  func nothingIsChosenFromRepeatedNames(name: String, values: [String?]) async throws {
    let others = ["title", "in-stock"].filter { $0 != name }.map { CallbackURL.Pair($0, "1") }
    let pairs = values.flatMap { [CallbackURL.Pair(name, $0), CallbackURL.Pair("tag", $0)] } + others
    let url = CallbackURL(scheme: "book-shop", action: "find-book", pairs: pairs)
    #expect(url.pairs == pairs && url.values(of: name) == values && url.values(of: "tag") == values)
    let reply = await BookShopReceiver(books: books).reply(to: url)
    guard case .failure(let failure) = reply.response else { throw Failure(.defect, "\(reply)") }
    #expect(failure.code == .invalidParameter && failure.message.contains(name))
    #expect(books.log.isEmpty)
  }

  @Test(
    "39 Parameters of an action do not start with x-",
    arguments: [
      ("x-success", false), ("x-source", false), ("x-", false), ("x-note", false), ("xnote", true), ("-x-", true),
    ])
  func noParameterOfAnActionHasAReservedName(name: String, isFree: Bool) async throws {
    struct Take: CallbackAction, AnsweringAction {
      typealias Input = [String: String]
      typealias Output = [String: String]
      func answer(_ input: Input, to request: Request) async throws -> Output { input }
    }
    struct Desk: CallbackReceiver {
      let actions: [any AnsweringAction] = [Take()]
    }
    let inbox = CallbackInbox(scheme: "me")
    let recorder = RecordingOpener(before: InProcessOpener(Desk(), inboxes: [inbox]))
    let consentPrompt = CallbackClient(Desk(), source: "Me", inbox: inbox, opener: recorder, timeout: .seconds(3600))
    let outcome = try? await consentPrompt.run(Take.self, with: [name: "bear:a"])
    #expect(outcome == (isFree ? .success([name: "bear:a"]) : nil))
    #expect(recorder.opened.count == (isFree ? 1 : 0))
    let url = CallbackURL(scheme: "desk", action: "take", pairs: [CallbackURL.Pair(name, "bear:a")])
    #expect(await Desk().reply(to: url).response == .success(isFree ? url.pairs : []))
  }
}
