import Fediverse
import XCallbackURL

extension Action {
  /// The actions on filters.
  package static let filters: [Action] = wholeFilters + filterParts

  private static let wholeFilters: [Action] = [
    Action(
      "getFilters", verbs: ["filters"], "Lists your filters.", example: "filters", effect: .read,
      returns: .list("filters", .filter, "the identifiers, separated by commas", id: \.id)
    ) { server throws(Failure) in
      try await server.filters()
    },
    Action(
      "getFilter", verbs: ["get filter"], "Returns a filter and what it looks for.", example: "get filter:Spoilers",
      effect: .read, takes: Argument.filter, returns: .record(RecordOf.filter)
    ) { server, filter throws(Failure) in
      try await server.filter(named: filter)
    },
    Action(
      "createFilter", verbs: ["filter new"],
      "Makes a filter, which hides statuses with words that you do not want to see.",
      example: "filter new Finale words=[finale \"last episode\"] action=hide for=7d",
      effect: .reversible(by: "deleteFilter"), done: "made the filter {title} (filter:{id})",
      takes: FilterDraft.new,
      returns: .record(RecordOf.filter),
      resolve: { server, _, draft throws(Failure) in try await server.filter(titled: draft.title ?? "") }
    ) { server, draft throws(Failure) in
      try await server.newFilter(draft)
    },
    Action(
      "updateFilter", verbs: ["filter change"], "Changes a filter; words replace those that it has.",
      example: "filter change filter:Spoilers action=hide for=30d", effect: .reversible(by: "updateFilter"),
      done: "changed the filter {title}", takes: Argument.filter, FilterDraft.changes, returns: .record(RecordOf.filter)
    ) { server, filter, draft throws(Failure) in
      try await server.changeFilter(filter, draft)
    },
    Action(
      "deleteFilter", verbs: ["delete", "filter delete"], "Deletes a filter.", example: "delete filter:Spoilers --yes",
      effect: .destructive, done: "deleted {subject}", takes: Argument.filter, returns: .nothing,
      isDoneIfMissing: true
    ) { server, filter throws(Failure) in
      try await server.removeFilter(named: filter)
    },
  ]

  private static let filterParts: [Action] = [
    Action(
      "addFilterWord", verbs: ["filter add"], "Adds a word or phrase to a filter.",
      example: "filter add filter:Spoilers \"plot twist\"", effect: .reversible(by: "removeFilterWord"),
      done: "added {word} to the filter {title}",
      needs: .filters, takes: Argument.filter, Argument.title("word", "the word or phrase"),
      Argument.setting("whole-words", "match only whole words (default: yes)"), returns: .record(RecordOf.filter)
    ) { server, filter, word, isWholeWord throws(Failure) in
      try await server.add(word: word, wholeWord: isWholeWord, toFilter: filter)
    },
    Action(
      "removeFilterWord", verbs: ["filter remove"], "Removes a word or phrase from a filter.",
      example: "filter remove filter:Spoilers \"season finale\"", effect: .reversible(by: "addFilterWord"),
      done: "removed {word} from the filter {title}",
      needs: .filters,
      takes: Argument.filter, Argument.title("word", "the word or phrase"), returns: .record(RecordOf.filter)
    ) { server, filter, word throws(Failure) in
      try await server.remove(word: word, fromFilter: filter)
    },
    Action(
      "addFilterStatus", verbs: ["filter status", "filter add status"],
      "Adds a status to a filter, which then applies to it.",
      example: "filter status filter:Spoilers status:123", effect: .reversible(by: "removeFilterStatus"),
      done: "added {status} to the filter {title}",
      needs: .filters, takes: Argument.filter, Argument.otherStatus("status", "the status"),
      returns: .record(RecordOf.filter)
    ) { server, filter, status throws(Failure) in
      try await server.add(status, toFilter: filter)
    },
    Action(
      "removeFilterStatus", verbs: ["filter remove status"], "Removes a status from a filter.",
      example: "filter remove status filter:Spoilers status:105", effect: .reversible(by: "addFilterStatus"),
      done: "removed {status} from the filter {title}",
      needs: .filters, takes: Argument.filter, Argument.otherStatus("status", "the status"),
      returns: .record(RecordOf.filter)
    ) { server, filter, status throws(Failure) in
      try await server.remove(status, fromFilter: filter)
    },
  ]
}
