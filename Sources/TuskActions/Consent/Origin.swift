/// Whose act a request is.
package struct Origin: Sendable, Hashable {
  package let party: Party
  /// Whether the run was given `--yes`, which answers every question.
  package let assumesYes: Bool
  /// Whether the line itself says `--yes`: whoever wrote it knows that it cannot be taken back, which is no consent of
  /// the account's owner to a script that somebody else wrote.
  package let confirmsDanger: Bool

  package init(_ party: Party, assumesYes: Bool = false, confirmsDanger: Bool = false) {
    self.party = party
    self.assumesYes = assumesYes
    self.confirmsDanger = assumesYes || confirmsDanger
  }

  /// Who may ask.
  package enum Party: Sendable, Hashable {
    /// Whether somebody else asks than the person whose account it is, or their script.
    package var isForeign: Bool { self == .program || self == .desktop }

    /// A person, at the prompt, with `-c` or on standard input.
    case person
    /// A script file.
    case script(Script)
    /// A program of this user, which runs tusk itself and calls itself by the request's `x-source`.
    case program
    /// Whoever made the desktop open a URL: another app, a mail or a web page, under any name.
    case desktop
  }

  /// A script file as consent knows it.
  package struct Script: Sendable, Hashable {
    /// The file as it was named.
    package let path: String
    /// SHA-256 of its bytes, in hexadecimal: a changed script asks again.
    package let digest: String
    /// What it would do, a line each.
    package let effects: [String]

    package init(path: String, digest: String, effects: [String]) {
      self.path = path
      self.digest = digest
      self.effects = effects
    }
  }
}
