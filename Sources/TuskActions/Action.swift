package import XCallbackURL

/// One thing that can be asked for by URL: its signature, and how it is carried out.
///
/// The declaration is the registration: verb, completion, help, manual, URL, consent and rehearsal all read it.
package struct Action: Sendable {
  /// What the action is called, takes and answers.
  package let signature: Signature
  private let prepare: @Sendable (Inputs) throws(Failure) -> Performance

  /// An action whose parameters were read, ready to be carried out.
  package typealias Performance = @Sendable (Server) async throws(Failure) -> Answer

  /// Declares an action.
  ///
  /// - Parameters:
  ///   - name: the action in a URL.
  ///   - spellings: other names accepted in a URL.
  ///   - verbs: what a person types, preferred first.
  ///   - summary: one sentence.
  ///   - example: a command line that works in the sandbox.
  ///   - silent: whether the action may be performed without asking for a source that was permitted once.
  ///   - takes: the typed inputs, in the order in which `perform` gets them.
  ///   - answers: what a success answers.
  package init<each Value: Sendable, Output: Sendable>(
    _ name: String, spellings: [String] = [], verbs: [String], _ summary: String, example: String,
    effect: Signature.Effect, silent: Bool = false, takes argument: repeat Argument<each Value>,
    answers: Answers<Output>,
    perform: @escaping @Sendable (Server, repeat each Value) async throws(Failure) -> Output
  ) {
    var parameters: [Parameter] = []
    var subject: Signature.Subject?
    for (taken, taker) in repeat ((each argument).parameters, (each argument).subject) {
      parameters += taken
      subject = subject ?? taker
    }
    signature = Signature(
      action: name, spellings: spellings, verbs: verbs, summary: summary, example: example, effect: effect,
      canBeSilent: silent, subject: subject, parameters: parameters, results: answers.results, items: answers.items)
    prepare = { (inputs) throws(Failure) -> Performance in
      let values = (repeat try (each argument).read(inputs))
      return { (server) async throws(Failure) -> Answer in
        answers.answer(try await perform(server, repeat each values))
      }
    }
  }

  /// Reads the parameters, so that what is wrong with them is known before anybody is asked and anything is done.
  ///
  /// - Throws: ``Failure`` where a parameter is not what the action takes.
  package func performance(of parameters: [CallbackURL.Pair]) throws(Failure) -> Performance {
    try prepare(try Inputs(parameters, for: signature))
  }
}
