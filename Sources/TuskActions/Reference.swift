import AccountNames
package import XCallbackURL

/// An account as a request names it.
package enum AccountReference: Sendable, Hashable {
  /// The acting account.
  case me
  /// An identifier on the server.
  case id(String)
  /// A URL or ActivityPub URI, local or remote.
  case url(String)
  /// A user name without a leading `@`, with the domain if the account is remote.
  case acct(String)
}

/// A status as a request names it.
package enum StatusReference: Sendable, Hashable {
  /// An identifier on the server.
  case id(String)
  /// A URL or ActivityPub URI, local or remote.
  case url(String)
}

extension Argument where Value == AccountReference {
  /// The account acted on: one of `accountID`, `accountURL` and `acct`.
  package static var account: Argument {
    let subject = Signature.Subject(kind: .account, id: "accountID", url: "accountURL", acct: "acct")
    let parameters = [
      Parameter("accountID", .identifier(.account), place: .subject, "the identifier of the account on this server"),
      Parameter("accountURL", .url, place: .subject, "the URL or URI of the account, local or remote"),
      Parameter("acct", .acct, place: .subject, "the account name"),
    ]
    return Argument(parameters, subject: subject) { inputs throws(Failure) in
      switch try inputs.alternative(subject.alternatives, isRequired: true) {
      case "accountURL": .url(try WebAddress.required("accountURL", inputs))
      case "acct": .acct(try AccountReference.name(inputs.nonempty("acct") ?? "", "acct", inputs))
      default: .id(try Identifier.checked(inputs.nonempty("accountID") ?? "", "accountID", inputs))
      }
    }
  }
}

extension AccountReference {
  /// A user name of ASCII letters, digits, `_`, `.` and `-`, optionally followed by `@` and a domain.
  package static func name(_ text: String, _ name: String, _ inputs: Inputs) throws(Failure) -> String {
    let bare = text.hasPrefix("@") ? String(text.dropFirst()) : text
    let parts = bare.split(separator: "@", omittingEmptySubsequences: false)
    let isHost = parts.dropFirst().allSatisfy { host in
      !host.isEmpty
        && host.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && !"/?#\\%<>\"".unicodeScalars.contains($0) }
    }
    guard parts.count <= 2, parts[0].isUserName, isHost else {
      throw inputs.refusal(of: name, "must be @USER@HOST, not '\(text)'")
    }
    return bare
  }
}

extension AccountReference {
  /// Reads `me`, `@user@host`, a URL or an identifier.
  fileprivate init(named text: String, _ name: String, _ inputs: Inputs) throws(Failure) {
    if text == "me" {
      self = .me
    } else if text.hasPrefix("@") {
      self = .acct(try AccountReference.name(text, name, inputs))
    } else if text.isWebAddress {
      self = .url(try WebAddress.checked(text, name, inputs))
    } else {
      self = .id(try Identifier.checked(text, name, inputs))
    }
  }
}

extension Argument where Value == AccountReference {
  /// An account that is not the subject; the acting account by default.
  package static func account(_ name: String, place: Parameter.Place = .named, _ summary: String) -> Argument {
    Argument([Parameter(name, .reference(.account), place: place, summary)]) { inputs throws(Failure) in
      guard let text = try inputs.nonempty(name) else { return .me }
      return try AccountReference(named: text, name, inputs)
    }
  }
}

extension Argument where Value == AccountReference? {
  /// An account that is not the subject and may be left out.
  static func optionalAccount(_ name: String, _ summary: String) -> Argument {
    Argument([Parameter(name, .reference(.account), summary)]) { inputs throws(Failure) in
      guard let text = try inputs.nonempty(name) else { return nil }
      return try AccountReference(named: text, name, inputs)
    }
  }
}

extension Argument where Value == [AccountReference] {
  /// One or more accounts, given without a name.
  package static func accounts(_ name: String, _ summary: String) -> Argument {
    let parameter = Parameter(
      name, .reference(.account), place: .operand, isRequired: true, isRepeatable: true, summary)
    return Argument([parameter]) { inputs throws(Failure) in
      let texts = try inputs.texts(name)
      guard !texts.isEmpty else { throw inputs.absence(of: name) }
      return try texts.map { text throws(Failure) in try AccountReference(named: text, name, inputs) }
    }
  }
}

extension Argument where Value == StatusReference {
  /// The status acted on: one of `statusID` and `statusURL`.
  package static var status: Argument { status() }

  /// One of your own statuses.
  static var ownStatus: Argument { status(isYours: true) }

  /// - Parameters:
  ///   - isRow: whether the row of a boost stands for the boost instead of the boosted status.
  ///   - isYours: whether it must be one of your own.
  package static func status(isRow: Bool = false, isYours: Bool = false) -> Argument {
    var subject = Signature.Subject(kind: .status, id: "statusID", url: "statusURL")
    (subject.isRow, subject.isYours) = (isRow, isYours)
    let parameters = [
      Parameter("statusID", .identifier(.status), place: .subject, "the identifier of the status on this server"),
      Parameter("statusURL", .url, place: .subject, "the URL or URI of the status, local or remote"),
    ]
    return Argument(parameters, subject: subject) { [alternatives = subject.alternatives] inputs throws(Failure) in
      switch try inputs.alternative(alternatives, isRequired: true) {
      case "statusURL": .url(try WebAddress.required("statusURL", inputs))
      default: .id(try Identifier.checked(inputs.nonempty("statusID") ?? "", "statusID", inputs))
      }
    }
  }
}

extension Argument where Value == StatusReference {
  /// A status besides the subject, given without a name.
  static func otherStatus(_ name: String, _ summary: String) -> Argument {
    let id = Argument<String>.required(
      Parameter(name, .identifier(.status), place: .operand, isRequired: true, summary))
    return Argument(id.parameters) { inputs throws(Failure) in
      .id(try Identifier.checked(id.read(inputs), name, inputs))
    }
  }
}

/// Web URLs that this program never fetches itself; it passes them to the person's server.
private enum WebAddress {
  static func required(_ name: String, _ inputs: Inputs) throws(Failure) -> String {
    try checked(try inputs.nonempty(name) ?? "", name, inputs)
  }

  static func checked(_ text: String, _ name: String, _ inputs: Inputs) throws(Failure) -> String {
    guard let url = try? CallbackURL(parsing: text, mode: .lenient), ["http", "https"].contains(url.scheme),
      !url.host.isEmpty
    else { throw inputs.refusal(of: name, "must be an http or https URL, not '\(text)'") }
    return text
  }
}
