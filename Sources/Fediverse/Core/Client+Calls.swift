extension Client {
  /// Performs the first call, or the second if the server does not have the first.
  ///
  /// Only the second call should name the feature it uses, because a missing first call proves nothing about the
  /// feature.
  func perform(_ call: Call, orElse older: Call) async throws(FediverseError) -> CallResponse {
    if let check = policy.featureCheck { await judge(older, for: check) }
    do throws(FediverseError) {
      return try await perform(call)
    } catch  where error.meansAbsence {
      do throws(FediverseError) {
        return try await perform(older)
      } catch let second where second.meansAbsence {
        // A missing feature says more than a missing path.
        throw second.kind == .unsupported ? second : error
      }
    }
  }

  /// Performs a call that removes something. It is done if it is gone after an attempt whose response was lost.
  func remove(_ call: Call) async throws(FediverseError) {
    do throws(FediverseError) { _ = try await perform(call) } catch { if !error.meansRemoved { throw error } }
  }
}
