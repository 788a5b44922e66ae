import Fediverse
import XCallbackURL

extension Action {
  /// The actions that change a published status, and on its versions.
  package static let versions: [Action] = [
    Action(
      "editStatus", verbs: ["edit"],
      "Edits one of your statuses; what is not named stays as it is.",
      example: "edit status:105 \"The 8:12 was late again, by an hour. #trains\"",
      effect: .reversible(by: "editStatus"), done: "edited {statusURL}", needs: .statusEditing,
      takes: Argument.status, StatusEditDraft.argument, returns: .record(.link, whole: .link), notifies: true,
      elsewhere: ["update", "revise"]
    ) { server, status, draft throws(Failure) in
      try await server.edit(status, draft)
    },
    Action(
      "redraftStatus", verbs: ["redraft"],
      "Deletes one of your statuses and returns its text, to post it anew.",
      example: "redraft status:105 --yes", effect: .destructive, takes: Argument.status,
      returns: .record(RecordOf.source)
    ) { server, status throws(Failure) in
      try await server.redraft(status)
    },
    Action(
      "getStatusSource", verbs: ["get source"],
      "Returns the text of one of your statuses as you typed it.", example: "get source status:105",
      effect: .read, needs: .statusSource, takes: Argument.status, returns: .record(RecordOf.source)
    ) { server, status throws(Failure) in
      try await server.source(of: status)
    },
    Action(
      "getStatusEdits", verbs: ["edits"],
      "Lists the versions of a status, the first one first.", example: "edits status:105",
      effect: .read, needs: .statusHistory, takes: Argument.status,
      returns: .list("edits", .edit, "the times of the versions, separated by commas", id: { $0.time })
    ) { server, status throws(Failure) in
      try await server.edits(of: status)
    },
  ]
}
