import Testing
import XCallbackURL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// URLs that hold URLs that hold URLs, four deep.
///
/// `TUSK_PROPERTY_ROUNDS` sets how many of them are made; 1 000 000 take three minutes in a release build.
struct NestedURLPropertyTests {
  private static let rounds = ProcessInfo.processInfo.environment["TUSK_PROPERTY_ROUNDS"].flatMap { Int($0) } ?? 2000
  private static let seeds: [UInt64] = [31, 32, 33, 34]

  /// A URL, and the URLs within it by the places of their pairs.
  private struct Nest {
    let url: CallbackURL
    let inner: [Int: Nest]
  }

  @Test(arguments: seeds)
  func whatIsBuiltIsParsedToDepthFour(seed: UInt64) throws {
    var random = URLGenerator(seed: seed)
    for round in 0..<Self.rounds / Self.seeds.count {
      let nest = Self.nest(depth: 4, &random)
      guard try !isReadAsBuilt(nest) else { continue }
      Issue.record("seed \(seed), round \(round): \(nest.url)")
    }
  }

  /// One URL of depth 4 is as deep as it says.
  @Test func theMakerNests() throws {
    var random = URLGenerator(seed: 1)
    var nest = Self.nest(depth: 4, &random)
    var depth = 0
    while let inner = nest.inner.values.first {
      nest = inner
      depth += 1
    }
    #expect(depth == 4)
  }

  private static func nest(depth: Int, _ random: inout URLGenerator) -> Nest {
    var pairs = random.pairs()
    var inner: [Int: Nest] = [:]
    for _ in 0..<(depth == 0 ? 0 : random.any([1, 1, 1, 2])) {
      let nest = nest(depth: depth - 1, &random)
      inner[pairs.count] = nest
      pairs.append(CallbackURL.Pair(random.any(["x-success", "x-error", "x-cancel", "url"]), nest.url.description))
    }
    let host = random.any(["x-callback-url", "x-callback-url", "", "Host", random.text()])
    return Nest(
      url: CallbackURL(scheme: random.scheme(), host: host, action: random.action(), pairs: pairs), inner: inner)
  }

  private func isReadAsBuilt(_ nest: Nest) throws -> Bool {
    let read = try CallbackURL(parsing: nest.url.description)
    guard read == nest.url, read.scheme == nest.url.scheme, read.host == nest.url.host,
      read.segments == nest.url.segments, read.pairs == nest.url.pairs
    else { return false }
    return try nest.inner.allSatisfy { place, inner in
      try read.pairs[place].value == inner.url.description && isReadAsBuilt(inner)
    }
  }
}
