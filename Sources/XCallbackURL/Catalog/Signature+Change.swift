extension Signature {
  /// What an action did otherwise in earlier versions, of which `tusk check` warns.
  package struct Change: Sendable, Hashable {
    /// The commands that mean something else now.
    package enum Condition: Sendable, Hashable {
      /// Those with text that other people wrote on a server, unless this parameter is given.
      case postingServerText(unless: String)
      /// Those with the first parameter, unless the second is given.
      case giving(String, unless: String)
      /// Those whose result is shown.
      case showing
      /// Those whose result is passed on to a program or a file.
      case passingOn
    }

    package let condition: Condition
    /// A warning: what the action does now, and what it did.
    package let sentence: String

    package init(_ condition: Condition, _ sentence: String) {
      self.condition = condition
      self.sentence = sentence
    }
  }
}
