package import Fediverse
package import TuskCommon
package import XCallbackURL

/// An action that a URL can request: its signature and its implementation.
///
/// To add an action, add one value to the array of its noun (`Actions/Statuses/Statuses.swift`) and a transcript that
/// runs it. Nothing else names it: verbs, completion, help, the manual, URLs, consent and rehearsal read the
/// declaration.
///
/// ```swift
/// Action(
///   "favoriteStatus", verbs: ["fav"], "Favorites a status.", example: "fav status:123",
///   effect: .reversible(by: "unfavoriteStatus"), silent: true, takes: Argument.status,
///   returns: .record(.link, whole: .link)
/// ) { server, status throws(Failure) in
///   let id = try await server.id(of: status)
///   return server.changed(
///     try await server.attempt(await server.client.statuses.favorite(id), about: status.name))
/// }
/// ```
///
/// `perform` gets one value per argument, typed by the argument. An action with more than four inputs declares a struct
/// with a property per input and takes one ``Argument/group(_:_:)``, so that no value is told apart by its position:
///
/// ```swift
///   takes: Argument.group(
///     Draft(), Input(\.text, .text("text", place: .operand, "the text to post")), Input(\.visibility, .visibility)),
///   …
/// ) { server, draft throws(Failure) in
///   try await server.publish(try draft.status(), with: draft.media)
/// }
/// ```
package struct Action: Sendable {
  /// The name, parameters and results of the action.
  package private(set) var signature: Signature
  /// Whether "not found" means that an earlier request with an unknown outcome succeeded.
  let isDoneIfMissing: Bool
  /// More values than this are easily confused, because only their position tells them apart.
  private static let maxInputs = 4
  private let prepare: @Sendable (Inputs) throws(Failure) -> Prepared

  /// An action whose parameters have been read.
  package struct Prepared: Sendable {
    /// Performs the action.
    package let perform: Perform
    /// Finds what an earlier request did if its response was lost; `nil` for an action that can be repeated without
    /// harm.
    package fileprivate(set) var lookUp: LookUp?
    /// Returns what a person sees before the action is performed, in lines; `nil` if that is only its URL.
    fileprivate(set) var shown: Show?
    /// Reads what takes the change back; `nil` if nothing is read.
    fileprivate(set) var before: Before?

    fileprivate init(perform: @escaping Perform) {
      self.perform = perform
    }

    /// Whether the action can be repeated without harm.
    var isRepeatable: Bool { lookUp == nil }

    /// Performs the action at a server.
    package typealias Perform = @Sendable (Server) async throws(Failure) -> ActionOutput
    /// Returns what a person sees before the action is performed.
    package typealias Show = @Sendable (Server) async throws(Failure) -> String?
    /// Reads, before the action is performed, what takes it back.
    package typealias Before = @Sendable (Server) async throws(Failure) -> Restoration
    /// Finds the result of an earlier request.
    package typealias LookUp = @Sendable (Server, EarlierRequest) async throws(Failure) -> ActionOutput?
  }

  /// Declares an action.
  ///
  /// The compiler makes no copy of it for each action's types: 163 copies are 4.7 MB of code and a quarter of the time in
  /// which this target is compiled, and each would run once.
  ///
  /// - Parameters:
  ///   - name: the action's name in a URL.
  ///   - spellings: other names accepted in a URL.
  ///   - verbs: the verbs that a person types, preferred one first; `get list` is also `get` for a list.
  ///   - summary: one sentence for help and the manual.
  ///   - example: a command line that works in the sandbox.
  ///   - effect: what the action changes.
  ///   - done: what an answer says in words, with fields in braces; parts in brackets need theirs. `{subject}` is what
  ///     the request names, `{recipients}` whom a reply mentions.
  ///   - silent: whether a permitted source may request the action without a question.
  ///   - needs: the feature that the server must have; requests that a server lacks it for are refused before they are sent.
  ///   - takes: the typed inputs, in the order in which `perform` gets them; at most four.
  ///   - returns: how the value of `perform` becomes results.
  ///   - isDoneIfMissing: whether the action removes its subject, so that "not found" after a repeat means success.
  ///   - notifies: whether the accounts that the parameters name, and the authors of the statuses, are notified.
  ///   - tellsWhoActs: whether the result is the acting account.
  ///   - isPublic: whether anyone could read the result without the account.
  ///   - elsewhere: what other programs call the action, for corrections.
  ///   - before: reads what takes the change back, before it is made; `nil` if its opposite does in any case, or if that is
  ///     not known.
  ///   - shows: what a person sees before the action is performed, in lines; `nil` if that is only its URL.
  ///   - resolve: finds what an earlier request created, for an action whose repetition would create it again.
  ///   - perform: performs the action.
  @_semantics("optimize.sil.specialize.generic.never")
  package init<each Value: Sendable, Output: Sendable>(
    _ name: String, spellings: [String] = [], verbs: [String], _ summary: String, example: String,
    effect: Signature.Effect, done: String? = nil, silent: Bool = false, needs: Feature? = nil,
    takes argument: repeat Argument<each Value>,
    returns: OutputEncoding<Output>, isDoneIfMissing: Bool = false, notifies: Bool = false,
    tellsWhoActs: Bool = false, isPublic: Bool = false,
    elsewhere: [Signature.OtherName] = [],
    before: (@Sendable (Server, repeat each Value) async throws(Failure) -> Restoration)? = nil,
    shows: (@Sendable (Server, repeat each Value) async throws(Failure) -> String?)? = nil,
    resolve: (@Sendable (Server, EarlierRequest, repeat each Value) async throws(Failure) -> Output?)? = nil,
    perform: @escaping @Sendable (Server, repeat each Value) async throws(Failure) -> Output
  ) {
    let taken = Self.inputs(repeat each argument)
    precondition(taken.count <= Self.maxInputs, "\(name) takes \(taken.count) inputs; put them in one Argument.group")
    let (parameters, subject) = (taken.flatMap(\.parameters), taken.lazy.compactMap(\.subject).first)
    let isGetter = subject.map { verbs.contains("get \($0.kind.rawValue)") } ?? false
    let signature = Signature(
      action: name, spellings: spellings, verbs: verbs + (isGetter ? ["get"] : []), summary: summary, example: example,
      effect: effect, canBeSilent: silent, subject: subject, parameters: parameters, tellsWhoActs: tellsWhoActs,
      isPublic: isPublic, results: returns.results, record: returns.record, items: returns.items, done: done,
      notifies: notifies, feature: needs.map { Signature.Feature(name: $0.rawValue, summary: $0.summary) },
      elsewhere: elsewhere)
    (self.signature, self.isDoneIfMissing) = (signature, isDoneIfMissing)
    prepare = { (inputs) throws(Failure) -> Prepared in
      let values = (repeat try (each argument).read(inputs))
      var prepared = Prepared { (server) async throws(Failure) -> ActionOutput in
        if let needs { try await server.require(needs) }
        return returns.encode(try await perform(server, repeat each values))
      }
      if let shows { prepared.shown = { server throws(Failure) in try await shows(server, repeat each values) } }
      if let before { prepared.before = { server throws(Failure) in try await before(server, repeat each values) } }
      guard let resolve else { return prepared }
      prepared.lookUp = { (server, earlier) async throws(Failure) in
        try await resolve(server, earlier, repeat each values).map(returns.encode)
      }
      return prepared
    }
  }

  private static func inputs<each Value: Sendable>(
    _ argument: repeat Argument<each Value>
  ) -> [(parameters: [Parameter], subject: Signature.Subject?)] {
    var inputs: [(parameters: [Parameter], subject: Signature.Subject?)] = []
    for input in repeat ((each argument).parameters, (each argument).subject) { inputs.append(input) }
    return inputs
  }

  /// The same action in a group of help.
  func grouped(as group: ActionGroup) -> Action {
    var action = self
    action.signature.group = group.rawValue
    return action
  }

  /// Reads the parameters, so that mistakes are reported before a question is asked or a request is sent.
  ///
  /// - Throws: ``Failure`` if a parameter is not valid for the action.
  package func prepared(of parameters: [CallbackURL.Pair]) throws(Failure) -> Prepared {
    try prepare(try Inputs(parameters, for: signature))
  }
}
