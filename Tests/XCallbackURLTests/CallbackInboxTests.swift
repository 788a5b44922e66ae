import Testing

@testable import XCallbackURL

struct CallbackInboxTests {
  private let inbox = CallbackInbox(scheme: "tusk")
  private let later = ContinuousClock.now + .seconds(30)

  @Test func anAnswerIsTakenOnce() throws {
    let call = inbox.expectAnswer(until: later)
    let answer = try #require(call.callbacks.url(for: .success([CallbackURL.Pair("a", "b")])))
    #expect(inbox.deliver(answer) == .answered(token: call.token, .success([CallbackURL.Pair("a", "b")])))
    #expect(inbox.deliver(answer) == .unknown)
    #expect(inbox.deliver(try #require(call.callbacks.cancel)) == .unknown)
  }

  @Test func anAnswerKeepsItsOutcome() throws {
    for response in [Response.success([]), .canceled, .failure(Failure(.notFound, "gone"))] {
      let call = inbox.expectAnswer(until: later)
      #expect(inbox.deliver(try #require(call.callbacks.url(for: response))) == .answered(token: call.token, response))
    }
  }

  @Test func lateAnswersAreNotTaken() throws {
    let call = inbox.expectAnswer(until: later)
    #expect(inbox.deliver(try #require(call.callbacks.success), at: later) == .expired)
  }

  @Test func withdrawnCallsHaveNoAddress() throws {
    let call = inbox.expectAnswer(until: later)
    inbox.forget(call)
    #expect(inbox.deliver(try #require(call.callbacks.success)) == .unknown)
  }

  @Test func callsThatNobodyAnsweredDoNotPileUp() throws {
    let call = inbox.expectAnswer(until: .now)
    _ = inbox.expectAnswer(until: later)
    #expect(inbox.deliver(try #require(call.callbacks.success)) == .unknown)
  }

  @Test(arguments: [Duration.zero, .seconds(Int64.min / 2), .seconds(-1)])
  func aWaitOfNoLengthIsOutOfTime(timeout: Duration) async {
    let error = await #expect(throws: CallError.self) { try await inbox.answer(within: timeout) { _ in } }
    #expect(error?.description == "no response within 0.0 seconds")
  }

  @Test func aWaitWithoutEndIsAWaitOfAYear() async throws {
    let outcome = try await inbox.answer(within: .seconds(Int64.max)) { [inbox] callbacks in
      if let url = callbacks.cancel { inbox.deliver(url) }
    }
    #expect(outcome == .canceled)
  }

  @Test func forgedAndForeignURLsChangeNothing() throws {
    let call = inbox.expectAnswer(until: later)
    let forged = String(repeating: "0", count: 32)
    #expect(inbox.deliver(try CallbackURL(parsing: "tusk://x-callback-url/callback/\(forged)/success")) == .unknown)
    for text in [
      "tusk://x-callback-url/callback/\(call.token)", "tusk://x-callback-url/callback/\(call.token)/done",
      "tusker://x-callback-url/callback/\(call.token)/success", "tusk://elsewhere/callback/\(call.token)/success",
    ] {
      #expect(inbox.deliver(try CallbackURL(parsing: text)) == .malformed)
    }
    #expect(inbox.deliver(try #require(call.callbacks.success)) == .answered(token: call.token, .success([])))
  }

  @Test func tokensHave128BitsAndDiffer() {
    let tokens = (0..<1000).map { _ in inbox.expectAnswer(until: later).token }
    #expect(Set(tokens).count == 1000)
    #expect(tokens.allSatisfy { $0.utf8.count == 32 })
  }

  @Test(arguments: [
    ([CallbackURL.Pair("error", "x")], Failure.Code.defect.rawValue, "x"),
    ([CallbackURL.Pair("errorMessage", "y"), CallbackURL.Pair("errorCode", "11")], 11, "y"),
    ([CallbackURL.Pair("errorCode", "NaN")], Failure.Code.defect.rawValue, "the action failed"),
  ])
  func everyShapeOfErrorIsRead(pairs: [CallbackURL.Pair], code: Int, message: String) {
    #expect(Response(outcome: "error", pairs: pairs) == .failure(Failure(Failure.Code(rawValue: code), message)))
  }
}
