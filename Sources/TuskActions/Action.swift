package import XCallbackURL

/// One thing that can be asked for by URL: its signature, and how it is carried out.
///
/// The declaration is the registration: verb, completion, help, manual, URL, consent and rehearsal all read it.
package struct Action: Sendable {
  /// What the action is called, takes and answers.
  package let signature: Signature
  /// Whether a thing that is not there any more means that an earlier request, of which no answer came, was carried out.
  let isDoneIfMissing: Bool
  private let prepare: @Sendable (Inputs) throws(Failure) -> Prepared

  /// An action whose parameters were read.
  package struct Prepared: Sendable {
    /// Carries it out.
    package let perform: Perform
    /// Looks whether an earlier request was carried out that was sent at this time, in seconds since 1970, and never
    /// answered; `nil` where a second one would change nothing.
    package let lookUp: LookUp?

    /// How it is carried out.
    package typealias Perform = @Sendable (Server) async throws(Failure) -> ActionOutput
    /// How it is looked for.
    package typealias LookUp = @Sendable (Server, _ since: Int) async throws(Failure) -> ActionOutput?
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
  ///   - returns: what a success answers.
  ///   - tellsWhoActs: whether it answers the account that acts.
  ///   - isPublic: whether everybody could read its answer without the account.
  ///   - isDoneIfMissing: whether what it acts on is gone when it was carried out.
  ///   - resolve: looks for what an earlier request may have made, where a second one would make it again.
  package init<each Value: Sendable, Output: Sendable>(
    _ name: String, spellings: [String] = [], verbs: [String], _ summary: String, example: String,
    effect: Signature.Effect, silent: Bool = false, takes argument: repeat Argument<each Value>,
    returns: OutputEncoding<Output>, isDoneIfMissing: Bool = false, tellsWhoActs: Bool = false,
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
      isPublic: isPublic, results: returns.results, record: returns.record, items: returns.items)
    self.isDoneIfMissing = isDoneIfMissing
    prepare = { (inputs) throws(Failure) -> Prepared in
      let values = (repeat try (each argument).read(inputs))
      let handler: Prepared.Perform = { (server) async throws(Failure) -> ActionOutput in
        returns.answer(try await perform(server, repeat each values))
      }
      guard let resolve else { return Prepared(perform: handler, lookUp: nil) }
      let lookUp: Prepared.LookUp = { (server, since) async throws(Failure) -> ActionOutput? in
        try await resolve(server, since, repeat each values).map(returns.answer)
      }
      return Prepared(perform: handler, lookUp: lookUp)
    }
  }

  /// Reads the parameters, so that what is wrong with them is known before anybody is asked and anything is done.
  ///
  /// - Throws: ``Failure`` where a parameter is not what the action takes.
  package func prepared(of parameters: [CallbackURL.Pair]) throws(Failure) -> Prepared {
    try prepare(try Inputs(parameters, for: signature))
  }
}
