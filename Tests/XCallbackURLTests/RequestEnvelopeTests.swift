import Testing

@testable import XCallbackURL

/// What belongs to the envelope of a request and what to its action.
struct RequestEnvelopeTests {
  private func request(_ text: String) throws(Failure) -> Request {
    let url: CallbackURL
    do {
      url = try CallbackURL(parsing: "tusker://x-callback-url/\(text)", mode: .lenient)
    } catch {
      throw Failure(.defect, error.description)
    }
    return try Request(url, policy: CallbackPolicy())
  }

  /// A query, and the names of the parameters that reach the action.
  @Test(arguments: [
    ("a=1&b", ["a", "b"]), ("x-a=1&a", ["a"]), ("X-Success=bear%3Aa", ["X-Success"]), ("x%2Dsource=s&a", ["a"]),
    ("x=1&xa=2&-x-=3", ["x", "xa", "-x-"]), ("x-=1", []), ("a&x-q&a&x-q&a", ["a", "a", "a"]), ("", []), ("=1", [""]),
    ("%78-error=bear%3Aa&e", ["e"]),
  ])
  func whatStartsWithXIsNoParameter(query: String, names: [String]) throws {
    #expect(try request("act?\(query)").parameters.map(\.name) == names)
  }

  @Test(
    arguments: [
      ("x-source=My%20App", "My App"), ("x-source=", ""), ("x-source", nil), ("", nil), ("x%2Dsource=a%2Bb", "a+b"),
      ("X-Source=a", nil), ("x-source=%E2%80%AEevil", "\u{202E}evil"),
    ] as [(String, String?)])
  func theSourceIsWhatTheCallerSays(query: String, source: String?) throws {
    #expect(try request("act?\(query)").source == source)
  }

  /// A query, and the failure that it is.
  @Test(arguments: [
    ("x-source=a&x-source=a", Failure(.invalidParameter, "x-source may be given only once")),
    ("x-source&x%2Dsource", Failure(.invalidParameter, "x-source may be given only once")),
    ("x-error=bear%3Aa&x-error", Failure(.invalidParameter, "x-error may be given only once")),
    ("x-cancel=bear%3Aa&x-cancel=bear%3Aa", Failure(.invalidParameter, "x-cancel may be given only once")),
    ("x-success", Failure(.refusedCallback, "x-success is refused: it is empty")),
    ("x-success=", Failure(.refusedCallback, "x-success is refused: it is empty")),
    ("x-error=https%3A%2F%2Fa", Failure(.refusedCallback, "x-error is refused: callbacks are never sent to 'https:'")),
    (
      "x-success=bear%3Aa&x-cancel=x",
      Failure(.refusedCallback, "x-cancel is refused: a URL starts with a scheme and ':'")
    ),
    // The first that is wrong is told: source, success, error, cancel.
    ("x-cancel=x&x-error=x&x-source&x-source", Failure(.invalidParameter, "x-source may be given only once")),
    ("x-cancel=&x-success=", Failure(.refusedCallback, "x-success is refused: it is empty")),
  ])
  func aBadEnvelopeIsAFailure(query: String, failure: Failure) {
    #expect(throws: failure) { try request("act?\(query)") }
  }

  @Test(arguments: [
    ("", ""), ("act", "act"), ("note/get", "note/get"), ("/act", "/act"), ("Act/", "Act"), ("a%2Fb", "a/b"),
    ("../act", "../act"),
  ])
  func theActionIsThePath(path: String, action: String) throws {
    #expect(try request(path).action == action)
  }

  @Test func theCallbackKeepsItsBytes() throws {
    let request = try request("act?x-success=bear%3A%2F%2Fa%3Fk%3Da%2520b%252Bc%26x-d%3D%2541%23top")
    #expect(request.callbacks.url(for: .success([]))?.description == "bear://a?k=a%20b%2Bc&x-d=%41#top")
    let answer = request.callbacks.url(for: .success([CallbackURL.Pair("k", "&=#")]))
    #expect(answer?.description == "bear://a?k=a%20b%2Bc&x-d=%41&k=%26%3D%23#top")
  }

  /// Which of the three is opened, where only some are given.
  @Test(
    arguments: [
      ("", [nil, nil, nil]), ("x-success=bear%3As", ["bear:s", nil, nil]), ("x-cancel=bear%3Ac", [nil, nil, "bear:c"]),
      ("x-error=bear%3Ae", [nil, "bear:e?errorCode=3&errorMessage=m&error=m", nil]),
      ("x-cancel=bear%3Ac&x-success=bear%3As%3F", ["bear:s?", nil, "bear:c"]),
    ] as [(String, [String?])])
  func aMissingCallbackIsNotReplaced(query: String, opened: [String?]) throws {
    let callbacks = try request("act?\(query)").callbacks
    let responses: [Response] = [.success([]), .failure(Failure(.unknownAction, "m")), .canceled]
    #expect(responses.map { callbacks.url(for: $0)?.description } == opened)
  }

  /// What can still be told to a caller whose request cannot be read.
  @Test(
    arguments: [
      ("x-error=bear%3Ae&x-success=javascript%3A1", "bear:e"), ("x-error=bear%3Ae&x-source&x-source", "bear:e"),
      ("x-error=javascript%3A1", nil), ("x-error=bear%3Aa&x-error=bear%3Ab", nil), ("x-success=bear%3As", nil),
    ] as [(String, String?)])
  func theErrorCallbackIsReadByItself(query: String, error: String?) throws {
    let url = try CallbackURL(parsing: "tusker://x-callback-url/act?\(query)")
    let callbacks = Request.errorCallback(of: url, policy: CallbackPolicy())
    #expect(callbacks.error?.description == error)
    #expect(callbacks.success == nil && callbacks.cancel == nil)
  }
}
