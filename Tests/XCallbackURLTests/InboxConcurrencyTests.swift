import Testing

@testable import XCallbackURL

/// An inbox that many tasks use at once.
struct InboxConcurrencyTests {
  private let later = ContinuousClock.now + .seconds(600)

  @Test func ofManyDeliveriesOneIsTaken() async throws {
    let inbox = CallbackInbox(scheme: "tusk")
    for _ in 0..<20 {
      let call = inbox.expectAnswer(until: later)
      let answers = try [call.callbacks.success, call.callbacks.error, call.callbacks.cancel].map { try #require($0) }
      let deliveries = await withTaskGroup(of: CallbackInbox.Delivery.self) { group in
        for index in 0..<30 { group.addTask { inbox.deliver(answers[index % 3]) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(deliveries.count { $0 != .unknown } == 1)
      #expect(deliveries.contains { if case .answered(call.token, _) = $0 { true } else { false } })
    }
  }

  @Test func everyCallGetsItsOwnAnswer() async throws {
    let inbox = CallbackInbox(scheme: "test")
    let later = later
    let matched = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          let call = inbox.expectAnswer(until: later)
          let pairs = [CallbackURL.Pair("n", String(number))]
          guard let url = call.callbacks.url(for: .success(pairs)) else { return false }
          await Task.yield()
          return inbox.deliver(url) == .answered(token: call.token, .success(pairs))
        }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(matched == 200)
  }

  @Test(arguments: ["Mine", "MINE", "mine", "a+B-1.c"])
  func theSchemeMayBeGivenInAnyCase(scheme: String) throws {
    let inbox = CallbackInbox(scheme: scheme)
    let call = inbox.expectAnswer(until: later)
    let text = try #require(call.callbacks.success).description
    let shouted = scheme.uppercased() + text.dropFirst(scheme.count)
    #expect(inbox.deliver(try CallbackURL(parsing: shouted)) == .answered(token: call.token, .success([])))
  }

  /// The address of a call, changed a little, and what becomes of it. `T` stands for the token.
  @Test(arguments: [
    ("tusk://x-callback-url/callback/T/success", true), ("tusk://X-CALLBACK-URL/callback/T/success/", true),
    ("tusk://x-callback-url/%63allback/T/succes%73", true), ("tusk://x-callback-url/callback/T/success#f", true),
    ("tusk://x-callback-url/callback/T0/success", false), ("tusk://x-callback-url/callback/0T/success", false),
    ("tusk://x-callback-url/Callback/T/success", false), ("tusk://x-callback-url//callback/T/success", false),
    ("tusk://x-callback-url/callback/T/success//", false), ("tusk://x-callback-url/callback//success", false),
    ("tusk:///callback/T/success", false), ("tusk:callback/T/success", false),
    ("tusk://x-callback-url/callback", false),
    ("tusk://x-callback-url/callback/T%2Fsuccess", false),
  ])
  func onlyTheWholeAddressIsTaken(template: String, isTaken: Bool) throws {
    let inbox = CallbackInbox(scheme: "tusk")
    let call = inbox.expectAnswer(until: later)
    let delivery = inbox.deliver(try CallbackURL(parsing: template.replacing("T", with: call.token)))
    #expect((delivery == .answered(token: call.token, .success([]))) == isTaken)
    let again = inbox.deliver(try #require(call.callbacks.success))
    #expect((again == .unknown) == isTaken)
  }

  /// The deadline itself is too late, and a late answer uses the address up.
  @Test(arguments: [(-1, false), (0, true), (1, true)])
  func theDeadlineIsExact(nanoseconds: Int, isLate: Bool) throws {
    let inbox = CallbackInbox(scheme: "tusk")
    let call = inbox.expectAnswer(until: later)
    let url = try #require(call.callbacks.cancel)
    let delivery = inbox.deliver(url, at: later + .nanoseconds(nanoseconds))
    #expect(delivery == (isLate ? .expired : .answered(token: call.token, .canceled)))
    #expect(inbox.deliver(url) == .unknown)
  }

  @Test func withdrawingOneCallLeavesTheOthers() throws {
    let inbox = CallbackInbox(scheme: "tusk")
    let calls = (0..<5).map { _ in inbox.expectAnswer(until: later) }
    inbox.forget(calls[2])
    inbox.forget(calls[2])
    let deliveries = try calls.map { inbox.deliver(try #require($0.callbacks.cancel)) }
    #expect(deliveries.map { $0 == .unknown } == [false, false, true, false, false])
  }

  @Test func anInboxKnowsOnlyItsOwnCalls() throws {
    let (mine, yours) = (CallbackInbox(scheme: "tusk"), CallbackInbox(scheme: "tusk"))
    let call = mine.expectAnswer(until: later)
    #expect(yours.deliver(try #require(call.callbacks.success)) == .unknown)
    #expect(mine.deliver(try #require(call.callbacks.success)) == .answered(token: call.token, .success([])))
  }
}
