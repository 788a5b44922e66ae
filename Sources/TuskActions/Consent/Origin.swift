/// Where a request comes from.
package struct Origin: Sendable, Hashable {
  package let party: Party
  /// Whether `--yes` was given for the run, which answers every question.
  package let assumesYes: Bool
  /// Whether the line itself has `--yes`: its author knows that the change is permanent, which does not give a script by
  /// someone else the consent of the account's owner.
  package let confirmsDanger: Bool

  package init(_ party: Party, assumesYes: Bool = false, confirmsDanger: Bool = false) {
    self.party = party
    self.assumesYes = assumesYes
    self.confirmsDanger = assumesYes || confirmsDanger
  }

  /// The kinds of requesters.
  package enum Party: Sendable, Hashable {
    /// Whether the request comes neither from the person nor from a script of theirs.
    package var isForeign: Bool { self == .program || self == .desktop }

    /// A person, at the prompt, with `-c` or on standard input.
    case person
    /// A script file.
    case script(Script)
    /// A program of this user that runs tusk and names itself in `x-source`.
    case program
    /// The desktop, which opens URLs of any app, mail or web page, under any name.
    case desktop
  }

  /// A script file, as permissions identify it.
  package struct Script: Sendable, Hashable {
    /// The path as given.
    package let path: String
    /// SHA-256 of its bytes, and of all scripts that it sources, in hexadecimal, so that a changed script asks again.
    package let digest: String
    /// The changes that it would make, one line each.
    package let effects: [String]
    /// Why it cannot be permitted for later runs; `nil` if it can.
    package let obstacle: String?
    /// The digests of its own bytes and of those of the scripts that it sources, by path.
    package var files: [String: String] = [:]
    /// What has changed since it was permitted; `nil` if it never was.
    package internal(set) var change: String?

    package init(
      path: String, digest: String, effects: [String], obstacle: String? = nil, files: [String: String] = [:]
    ) {
      self.files = files
      self.path = path
      self.digest = digest
      self.effects = effects
      self.obstacle = obstacle
    }
  }
}
