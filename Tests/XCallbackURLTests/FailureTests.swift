import Testing
import XCallbackURL

/// The table of failures, which programs rely on.
struct FailureTests {
  private static let table: [(Failure.Code, Int, isTemporary: Bool)] = [
    (.missingParameter, 1, false), (.invalidParameter, 2, false), (.unknownAction, 3, false),
    (.missingSource, 4, false),
    (.refusedCallback, 5, false), (.notFound, 11, false), (.unauthorized, 12, false), (.forbidden, 13, false),
    (.rejected, 14, false), (.rateLimited, 15, true), (.serverFailure, 16, true), (.malformedAnswer, 17, false),
    (.unsupported, 18, false), (.network, 21, true), (.timedOut, 22, true), (.unknownOutcome, 23, false),
    (.insecure, 24, false), (.badSettings, 31, false),
    (.defect, 70, false),
  ]

  @Test(arguments: table)
  func aNumberOnceGivenKeepsItsMeaning(code: Failure.Code, number: Int, isTemporary: Bool) {
    #expect(code.rawValue == number)
    #expect(Failure.Code(rawValue: number) == code)
    #expect(code.isTemporary == isTemporary)
    let pairs = Response.failure(Failure(code, "why")).pairs
    #expect(pairs.map(\.name) == ["errorCode", "errorMessage", "error"])
    #expect(pairs.map(\.value) == [String(number), "why", "why"])
  }

  @Test func noNumberIsGivenTwice() {
    #expect(Set(Self.table.map(\.1)).count == Self.table.count)
  }

  /// A request whose result is not known may have been carried out: it must not be repeated.
  @Test(arguments: [0, 6, 10, 19, 24, 71, -15, .max])
  func numbersOfOthersAreNotTemporary(number: Int) {
    #expect(!Failure.Code(rawValue: number).isTemporary)
  }
}
