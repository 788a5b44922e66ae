import JSONValue
import TuskActions
package import TuskCommon
import XCallbackURL

extension Shell {
  /// Lists what is remembered of an account's rate limits.
  ///
  /// - Parameter name: the account; `nil` for the current one.
  package func listRates(of name: String?) -> ExitCode {
    attempt { () throws(Failure) in
      let account = try account(named: name)
      let rates = try value { [memory] () async throws(Failure) in try await memory.rates(of: account) }
      tellPerson(rates.isEmpty, "no rate limit is remembered")
      for rate in rates { streams.write((options.wantsJSON ? rate.json.text : rate.line) + "\n") }
    }
  }

  /// Forgets what is remembered of an account's rate limits.
  package func forgetRates(of name: String?) -> ExitCode {
    attempt { () throws(Failure) in
      let account = try account(named: name)
      try value { [memory] () async throws(Failure) in try await memory.forgetRates(of: account) }
    }
  }

  func account(named name: String?) throws(Failure) -> ActingAccount {
    try value { [accounts] () async throws(Failure) in
      guard let name else { return try await accounts.account() }
      return try await accounts.knownAccount(named: name)
    }
  }
}

extension ServerMemory.RateCount {
  fileprivate var line: String {
    let end = LocalTime.text(end)
    guard let used, let limit else { return "\(title): refused until \(end)" }
    return "\(title): \(used) of \(limit) used until \(end)"
  }

  fileprivate var json: JSON {
    var object: JSON.Object = ["limited": .string(title)]
    object["used"] = used.map(JSON.int)
    object["limit"] = limit.map(JSON.int)
    object["until"] = .int(end)
    object["untilAt"] = .string(Instant(seconds: end).rfc3339)
    return .object(object)
  }
}
