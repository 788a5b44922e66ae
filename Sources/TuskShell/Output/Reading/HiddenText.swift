import JSONValue

/// What hides the texts of statuses from people in a list: filters, content warnings, and the states of quotes.
struct HiddenText {
  /// Where filters apply to the list.
  let contexts: [String]
  /// Seconds since 1970.
  let now: Int

  /// The filters that hide a status; `nil` if none does.
  func filters(of row: JSON.Object) -> String? {
    let status = row["boost"]?.object ?? row
    let titles = (status["filters"]?.array ?? []).filter { filter in
      let applies = filter["contexts"]?.array?.contains { $0.string.map(contexts.contains) ?? false } ?? false
      return applies && filter["action"] != "blur" && (filter["expires"]?.int ?? Int.max) > now
    }.compactMap { $0["title"]?.string }
    return titles.isEmpty ? nil : titles.joined(separator: ", ")
  }

  /// A row in which the reason replaces each text that is hidden.
  ///
  /// - Parameter isStatus: whether the row is a status, rather than about one.
  func replacingTexts(of row: JSON.Object, isStatus: Bool) -> JSON.Object {
    var shown = row
    for part in ["boost", "quote", "status"] {
      if let status = row[part]?.object { shown[part] = .object(replacingTexts(of: status, isStatus: true)) }
    }
    if let state = row.hiddenQuoteState, let quote = row["quote"]?.object {
      shown["quote"] = .object(quote.replacingTexts(with: "(not shown: \(state))"))
    }
    let status = isStatus ? row : row["status"]?.object
    return status.flatMap { reason(for: $0) }.map { shown.replacingTexts(with: $0) } ?? shown
  }

  private func reason(for status: JSON.Object) -> String? {
    if let filters = filters(of: status) { return "(filtered: \(filters))" }
    let warning = status["cw"]?.string ?? ""
    return warning.isEmpty ? nil : "(warning: \(warning))"
  }
}

extension JSON.Object {
  /// The state for which a quote is not shown, such as `blocked_account`; `nil` if it may be.
  var hiddenQuoteState: String? {
    self["quoteState"]?.string.flatMap { ["accepted", "pending"].contains($0) ? nil : $0 }
  }

  fileprivate func replacingTexts(with reason: String) -> JSON.Object {
    var object = self
    for name in ["content", "text"] where self[name] != nil { object[name] = .string(reason) }
    return object
  }
}
