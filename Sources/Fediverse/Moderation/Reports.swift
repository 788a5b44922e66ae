import JSONValue

extension Client {
  /// Tells those who look after the server about an account, and gives what they were told, where the server does.
  public func report(_ report: NewReport) async throws(FediverseError) -> Report? {
    do throws(FediverseError) {
      return try await perform(.post("/api/v1/reports", .json(report.json))).entity()
    } catch  where error.meansAbsence {
      for call in try pixelfedCalls(for: report, instead: error) { _ = try await perform(call) }
      return nil
    }
  }

  /// Pixelfed takes one thing at a time, no words, and other categories.
  private func pixelfedCalls(
    for report: NewReport, instead error: FediverseError
  ) throws(FediverseError) -> [Call] {
    guard let category = report.category?.rawValue, Self.pixelfedCategories.contains(category) else {
      throw .otherCategories(server, error, Self.pixelfedCategories)
    }
    let things =
      report.statusIDs.isEmpty ? [("user", report.accountID)] : report.statusIDs.map { ("post", $0) }
    return things.map { kind, id in
      .post(
        "/api/v1.1/report",
        .json(["report_type": .string(category), "object_type": .string(kind), "object_id": .string(id)]))
    }
  }

  private static let pixelfedCategories = [
    "spam", "sensitive", "abusive", "underage", "violence", "copyright", "impersonation", "scam", "terrorism",
  ]
}

extension FediverseError {
  fileprivate static func otherCategories(
    _ server: ServerAddress, _ error: FediverseError, _ categories: [String]
  ) -> FediverseError {
    let detail = "it takes no reports as other servers do; a category of Pixelfed may do: "
    return FediverseError(
      error.kind, server: server, status: error.status, request: error.request,
      detail: detail + categories.joined(separator: ", "))
  }
}
