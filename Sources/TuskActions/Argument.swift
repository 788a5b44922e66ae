package import XCallbackURL

/// One typed input of an action: the parameters that spell it, and how they are read.
package struct Argument<Value: Sendable>: Sendable {
  /// The parameters that spell it.
  package let parameters: [Parameter]
  /// The subject, where the input is what the action acts on.
  package let subject: Signature.Subject?
  /// Reads the input.
  package let read: @Sendable (Inputs) throws(Failure) -> Value

  package init(
    _ parameters: [Parameter], subject: Signature.Subject? = nil,
    read: @escaping @Sendable (Inputs) throws(Failure) -> Value
  ) {
    self.parameters = parameters
    self.subject = subject
    self.read = read
  }
}

extension Argument where Value == String? {
  /// Any text; in an operand's place it may stand unnamed.
  package static func text(
    _ name: String, place: Parameter.Place = .named, isRequiredWhenSilent: Bool = false, _ summary: String
  ) -> Argument {
    let parameter = Parameter(
      name, .text, place: place, isRequiredWhenSilent: isRequiredWhenSilent, summary)
    return Argument([parameter]) { inputs throws(Failure) in try inputs.text(name) }
  }

  /// One of these spellings.
  package static func choice(_ name: String, of spellings: [String], _ summary: String) -> Argument {
    Argument([Parameter(name, .choice(spellings), summary)]) { inputs throws(Failure) in
      guard let text = try inputs.text(name) else { return nil }
      guard spellings.contains(text) else {
        throw inputs.refusal(of: name, "is one of \(spellings.joined(separator: ", ")), not '\(text)'")
      }
      return text
    }
  }

  /// The identifier of a thing of this kind, local to the server.
  package static func identifier(_ name: String, of kind: ReferenceKind, _ summary: String) -> Argument {
    Argument([Parameter(name, .identifier(kind), summary)]) { inputs throws(Failure) in
      try inputs.nonempty(name).map { text throws(Failure) in try Identifier.checked(text, name, inputs) }
    }
  }

  /// A qualified user name, without its leading `@`.
  ///
  /// Tusker's page types one such parameter as a boolean, so that `true` is a mistake and not a name.
  package static func acct(_ name: String, _ summary: String) -> Argument {
    Argument([Parameter(name, .acct, summary)]) { inputs throws(Failure) in
      guard let text = try inputs.nonempty(name) else { return nil }
      guard !["true", "false"].contains(text.lowercased()) else {
        throw inputs.refusal(of: name, "wants user@domain, not '\(text)'; write @\(text) for a user of that name")
      }
      return try AccountReference.name(text, name, inputs)
    }
  }
}

extension Argument where Value == [String] {
  /// Some of these spellings.
  package static func choices(_ name: String, of spellings: [String], _ summary: String) -> Argument {
    Argument([Parameter(name, .choice(spellings), isRepeatable: true, summary)]) { inputs throws(Failure) in
      let texts = try inputs.texts(name)
      if let odd = texts.first(where: { !spellings.contains($0) }) {
        throw inputs.refusal(of: name, "is one of \(spellings.joined(separator: ", ")), not '\(odd)'")
      }
      return texts
    }
  }
}

extension Argument where Value == String {
  /// One of these spellings, which must be given.
  package static func requiredChoice(_ name: String, of spellings: [String], _ summary: String) -> Argument {
    let choice = Argument<String?>.choice(name, of: spellings, summary)
    let parameters = choice.parameters.map { parameter in
      var required = parameter
      required.isRequired = true
      return required
    }
    return Argument(parameters) { inputs throws(Failure) in
      guard let text = try choice.read(inputs) else { throw inputs.absence(of: name) }
      return text
    }
  }

  /// The path of a file of this machine.
  package static func file(_ name: String, place: Parameter.Place, _ summary: String) -> Argument {
    Argument([Parameter(name, .file, place: place, isRequired: true, summary)]) { inputs throws(Failure) in
      guard let text = try inputs.nonempty(name) else { throw inputs.absence(of: name) }
      return text
    }
  }

  /// A list of accounts by its identifier or title.
  package static var list: Argument {
    let parameter = Parameter(
      "list", .identifier(.list), place: .subject, isRequired: true, "the identifier or title of the list")
    return Argument([parameter], subject: Signature.Subject(kind: .list, id: "list")) { inputs throws(Failure) in
      guard let text = try inputs.nonempty("list") else { throw inputs.absence(of: "list") }
      return text
    }
  }

  /// Text that must be given and not be empty.
  package static func required(_ name: String, place: Parameter.Place, _ summary: String) -> Argument {
    Argument([Parameter(name, .text, place: place, isRequired: true, summary)]) { inputs throws(Failure) in
      guard let text = try inputs.nonempty(name) else { throw inputs.absence(of: name) }
      return text
    }
  }

  /// The identifier of the thing acted on.
  package static func subject(
    _ name: String, synonym: String, of kind: ReferenceKind, _ summary: String
  ) -> Argument {
    let parameter = Parameter(
      name, synonyms: [synonym], .identifier(kind), place: .subject, isRequired: true, summary)
    return Argument([parameter], subject: Signature.Subject(kind: kind, id: name)) { inputs throws(Failure) in
      guard let text = try inputs.nonempty(name) else { throw inputs.absence(of: name) }
      return try Identifier.checked(text, name, inputs)
    }
  }
}

extension Argument where Value == Bool {
  /// True where it is given without a value or as true.
  package static func flag(_ name: String, _ summary: String) -> Argument {
    Argument([Parameter(name, .boolean, summary)]) { inputs throws(Failure) in try inputs.flag(name) }
  }
}

extension Argument where Value == Int {
  /// How many are wanted, from one.
  package static func count(_ name: String, default standard: Int, _ summary: String) -> Argument {
    Argument([Parameter(name, .integer(1...Int.max), summary)]) { inputs throws(Failure) in
      try inputs.number(name, in: 1...Int.max) ?? standard
    }
  }
}

/// Identifiers as servers write them.
package enum Identifier {
  /// The identifier, if it cannot be mistaken for anything else in a path or query.
  package static func checked(_ text: String, _ name: String, _ inputs: Inputs) throws(Failure) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
      default: false
      }
    }
    guard isPlain, text.utf8.count <= 128 else { throw inputs.refusal(of: name, "is no identifier: '\(text)'") }
    return text
  }
}
