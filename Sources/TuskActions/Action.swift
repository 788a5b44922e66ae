package import XCallbackURL

/// One thing that can be asked for by URL: its signature, and how it is carried out.
///
/// The declaration is the registration: verb, completion, help, manual, URL, consent and rehearsal all read it.
package struct Action: Sendable {
  /// What the action is called, takes and answers.
  package let signature: Signature
  /// Whether a thing that is not there any more means that an earlier request, of which no answer came, was carried out.
  let isDoneWhereMissing: Bool
  private let prepare: @Sendable (Inputs) throws(Failure) -> Performance

  /// An action whose parameters were read.
  package struct Performance: Sendable {
    /// Carries it out.
    package let perform: Perform
    /// Looks whether an earlier request was carried out that was sent at this time, in seconds since 1970, and never
    /// answered; `nil` where a second one would change nothing.
    package let lookUp: LookUp?

    /// How it is carried out.
    package typealias Perform = @Sendable (Server) async throws(Failure) -> Answer
    /// How it is looked for.
    package typealias LookUp = @Sendable (Server, _ since: Int) async throws(Failure) -> Answer?
  }

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
  ///   - tellsWhoActs: whether it answers the account that acts.
  ///   - isPublic: whether everybody could read its answer without the account.
  ///   - isDoneWhereMissing: whether what it acts on is gone when it was carried out.
  ///   - resolve: looks for what an earlier request may have made, where a second one would make it again.
  package init<each Value: Sendable, Output: Sendable>(
    _ name: String, spellings: [String] = [], verbs: [String], _ summary: String, example: String,
    effect: Signature.Effect, silent: Bool = false, takes argument: repeat Argument<each Value>,
    answers: Answers<Output>, isDoneWhereMissing: Bool = false, tellsWhoActs: Bool = false,
    isPublic: Bool = false,
    resolve: (@Sendable (Server, _ since: Int, repeat each Value) async throws(Failure) -> Output?)? = nil,
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
      canBeSilent: silent, subject: subject, parameters: parameters, tellsWhoActs: tellsWhoActs,
      isPublic: isPublic, results: answers.results, record: answers.record, items: answers.items)
    self.isDoneWhereMissing = isDoneWhereMissing
    prepare = { (inputs) throws(Failure) -> Performance in
      let values = (repeat try (each argument).read(inputs))
      let handler: Performance.Perform = { (server) async throws(Failure) -> Answer in
        answers.answer(try await perform(server, repeat each values))
      }
      guard let resolve else { return Performance(perform: handler, lookUp: nil) }
      let lookUp: Performance.LookUp = { (server, since) async throws(Failure) -> Answer? in
        try await resolve(server, since, repeat each values).map(answers.answer)
      }
      return Performance(perform: handler, lookUp: lookUp)
    }
  }

  /// Reads the parameters, so that what is wrong with them is known before anybody is asked and anything is done.
  ///
  /// - Throws: ``Failure`` where a parameter is not what the action takes.
  package func performance(of parameters: [CallbackURL.Pair]) throws(Failure) -> Performance {
    try prepare(try Inputs(parameters, for: signature))
  }
}
