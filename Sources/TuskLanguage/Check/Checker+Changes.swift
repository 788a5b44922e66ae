import XCallbackURL

extension Checker {
  /// Notes what a command did otherwise in earlier versions.
  mutating func noteChange(of command: Command, _ verb: Resolver.Verb) {
    guard let change = Change.all.first(where: { $0.action == verb.signature.action }) else { return }
    guard change.holds(self, command, verb) else { return }
    changes.append(.warning(.changedMeaning, at: verb.spelling.span, change.sentence))
  }

  /// Notes what a line did otherwise in earlier versions, if its result is only shown.
  mutating func noteChange(ofLine pipeline: Pipeline) {
    guard case .command(let command) = pipeline.first, definitions[command.verb.value] == nil,
      let verb = resolver.verb(of: command)
    else { return }
    let isPassedOn = !pipeline.programs.isEmpty || pipeline.output != nil
    for change in Change.ofLines where change.action == verb.signature.action && change.isPassedOn == isPassedOn {
      changes.append(.warning(.changedMeaning, at: verb.spelling.span, change.sentence))
    }
  }

  /// Whether a text has a part that other people wrote on a server.
  fileprivate func bringsProse(_ value: Value) -> Bool {
    value.variables.contains { variable in
      let text = Value(.variable(variable), variable.span)
      return staticType(of: text) == .declared(.prose)
    }
  }
}

/// What an action did otherwise before.
private struct Change: Sendable {
  let action: String
  let sentence: String
  let holds: @Sendable (Checker, Command, Resolver.Verb) -> Bool

  static let all = [
    Change(
      action: "postStatus",
      sentence:
        "names and hashtags in text from a server stop this now; earlier versions posted them: add mentions=keep "
        + "to post them, or mentions=defuse"
    ) { checker, command, verb in
      let hasChoice = command.arguments.contains { argument in
        guard case .setting(let setting) = argument else { return false }
        return setting.key.value == "mentions"
      }
      guard !hasChoice else { return false }
      let places = ArgumentPlaces(of: command, verb, [])
      return places.given.contains { parameter, value in parameter.type == .text && checker.bringsProse(value) }
    },
    Change(
      action: "downloadMedia",
      sentence: "this replaces only files that the same URL wrote; earlier versions replaced any file of the name"
    ) { _, command, verb in
      ArgumentPlaces(of: command, verb, []).given.contains { $0.0.name == "to" }
    },
  ]

  /// A change of what a line shows, or passes on.
  struct OfLine: Sendable {
    let action: String
    let isPassedOn: Bool
    let sentence: String
  }

  static let ofLines = [
    OfLine(
      action: "getSearchResults", isPassedOn: false,
      sentence: "this prints rows with their type; earlier versions showed accounts, statuses and tags apart"),
    OfLine(
      action: "getFeature", isPassedOn: false,
      sentence: "this exits with 2 if support is unknown; earlier versions exited with 0"),
    OfLine(
      action: "getPoll", isPassedOn: true,
      sentence: "the options are a list in JSON; earlier versions had one text"),
  ]
}
