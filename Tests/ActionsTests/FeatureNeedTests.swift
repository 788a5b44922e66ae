import Fediverse
import Testing
import TuskActions
import XCallbackURL

/// The features that actions declare to need.
struct FeatureNeedTests {
  private static let software = ["mastodon", "pleroma", "gotosocial", "pixelfed", "friendica", "sharkey"]

  private static let needing = Action.all.filter { $0.signature.feature != nil }

  /// A server without the feature gets no request.
  @Test(arguments: needing.map(\.signature.action))
  func anActionIsRefusedBeforeARequest(name: String) async throws {
    let action = try #require(Self.needing.first { $0.signature.action == name })
    let feature = try #require(action.signature.feature.flatMap { Feature(rawValue: $0.name) })
    for software in Self.software {
      let server = try #require(Server(assuming: software))
      let support = try await server.support(of: feature, isProbed: false)
      let parameters = try CallbackURL(parsing: "tusker://x-callback-url/\(SampleRequests.request(of: action))")
        .parameters
      let prepared = try action.prepared(of: parameters)
      do throws(Failure) {
        _ = try await prepared.perform(server)
        Issue.record("\(software) sends nothing, and \(name) succeeds")
      } catch {
        #expect((error.code == .unsupported) == (support.isRefused), "\(software): \(error.message)")
      }
    }
  }

  /// What the calls of the client need is what the action declares: one that fails for a feature names the same.
  @Test(arguments: SampleRequests.all)
  func aFeatureOfACallIsDeclared(request: String) async throws {
    let action = try #require(Action.all.first { $0.signature.action == SampleRequests.action(request) })
    for software in Self.software {
      let server = try #require(Server(assuming: software))
      let parameters = try CallbackURL(parsing: "tusker://x-callback-url/\(request)").parameters
      for lack in await server.lacks(for: parameters, of: action, sendsReads: false) {
        #expect(lack.feature == action.signature.feature?.name, "\(software)")
      }
    }
  }
}
