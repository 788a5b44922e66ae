extension Client {
  /// The answer to the first call, or to the second where the server has not got the first.
  ///
  /// The second alone says which feature it needs, because it proves nothing of a feature that the first is missing.
  func perform(_ call: Call, orElse older: Call) async throws(FediverseError) -> Answer {
    do throws(FediverseError) {
      return try await perform(call)
    } catch  where error.meansAbsence {
      do throws(FediverseError) {
        return try await perform(older)
      } catch let second where second.meansAbsence {
        // That the server lacks the feature says more than that there is nothing at a path.
        throw second.kind == .unsupported ? second : error
      }
    }
  }
}
