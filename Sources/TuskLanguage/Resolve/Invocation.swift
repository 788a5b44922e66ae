package import XCallbackURL

/// A resolved command: its action, its URLs, and the options of the shell.
package struct Invocation: Sendable, Hashable {
  package var signature: Signature
  /// The verb as typed.
  package var verb: Spanned<String>
  /// One URL for each subject, in order; without callbacks.
  package var urls: [CallbackURL]
  /// The parameters of a built-in verb or of a block, which open no URL.
  package internal(set) var pairs: [CallbackURL.Pair] = []
  /// The options of the shell, in order.
  package var options: [Option]
  /// Where the arguments of the command went.
  package internal(set) var arguments = Arguments()
  package var span: Span

  package init(
    signature: Signature, verb: Spanned<String>, urls: [CallbackURL], options: [Option], span: Span
  ) {
    self.signature = signature
    self.verb = verb
    self.urls = urls
    self.options = options
    self.span = span
  }

  /// Which parameters the arguments of a command give their values to.
  package struct Arguments: Sendable, Hashable {
    package var given: [Given] = []
    /// The values of the subject, unless a parameter names it.
    package var subjects: [Value] = []

    /// A parameter, its own or an option, and the value that it gets.
    package struct Given: Sendable, Hashable {
      package let parameter: Parameter
      package let value: Value
    }
  }

  /// An option of the shell: `--yes`.
  package struct Option: Sendable, Hashable {
    package var name: String
    package var value: String
    package var span: Span
    /// Whether the script has the value itself, not a variable or a command.
    package var isLiteral: Bool
  }

  /// The option of this name; `nil` if it is not given.
  package func option(_ name: String) -> Option? {
    options.first { $0.name == name }
  }
}
