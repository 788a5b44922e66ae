package import XCallbackURL

/// A command as the engine takes it: the action and its URLs, and what is left for the shell.
package struct Invocation: Sendable, Hashable {
  package var signature: Signature
  /// The verb as it was typed.
  package var verb: Spanned<String>
  /// One URL for each subject, in order; without callbacks.
  package var urls: [CallbackURL]
  /// What the shell itself is asked for, in order.
  package var options: [Option]
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

  /// An option of the shell: `--yes`.
  package struct Option: Sendable, Hashable {
    package var name: String
    package var value: String
    package var span: Span
  }

  /// The value of an option, where it is given.
  package func option(_ name: String) -> Option? {
    options.first { $0.name == name }
  }
}
