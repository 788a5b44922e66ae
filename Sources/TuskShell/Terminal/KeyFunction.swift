import CEditLine

/// A function that keys can be bound to, here and in `~/.editrc`.
struct KeyFunction {
  let name: String
  let help: String
  let keys: [String]
  let run: cel_key
}

/// What libedit does after a key function.
enum KeyOutcome: Int32 {
  case nothing = 0
  case finish = 1
  case endOfInput = 2
  case redraw = 4
  case moveCursor = 5
  case beep = 6
}

extension KeyFunction {
  /// Tusk's key functions and the keys they are bound to.
  static var all: [KeyFunction] { lineKeys + moves + changes + kills }

  /// Functions that apply to the whole line.
  private static var lineKeys: [KeyFunction] {
    [
      KeyFunction(
        name: "tusk-complete", help: "complete the word and list; again, options of every verb", keys: ["^I"]
      ) { at, _ in act(at) { $0.complete() } },
      KeyFunction(name: "tusk-paste", help: "insert a paste", keys: ["\\e[200~"]) { at, _ in act(at) { $0.paste() } },
      KeyFunction(name: "tusk-interrupt", help: "drop the line", keys: ["^C"]) { at, _ in act(at) { $0.interrupt() } },
      KeyFunction(name: "tusk-suspend", help: "stop the process", keys: ["^Z"]) { at, _ in act(at) { $0.suspend() } },
      KeyFunction(name: "tusk-end", help: "delete, or leave on an empty line", keys: ["^D"]) { at, _ in
        act(at) { $0.deleteOrLeave() }
      },
      KeyFunction(name: "tusk-search", help: "search the history", keys: ["^R"]) { at, _ in act(at) { $0.search() } },
      KeyFunction(name: "tusk-editor", help: "edit the line in your editor", keys: ["^X^E"]) { at, _ in
        act(at) { $0.openEditor() }
      },
      KeyFunction(name: "tusk-older", help: "an older line with this start", keys: ["\\e[A", "\\eOA", "^P"]) { at, _ in
        act(at) { $0.older() }
      },
      KeyFunction(name: "tusk-newer", help: "a newer line with this start", keys: ["\\e[B", "\\eOB", "^N"]) { at, _ in
        act(at) { $0.newer() }
      },
    ]
  }

  private static var moves: [KeyFunction] {
    [
      KeyFunction(name: "tusk-left", help: "back one character", keys: ["\\e[D", "\\eOD", "^B"]) { at, _ in
        act(at) { $0.left() }
      },
      KeyFunction(
        name: "tusk-right", help: "forward one character, or take the suggestion", keys: ["\\e[C", "\\eOC", "^F"]
      ) { at, _ in
        act(at) { $0.right() }
      },
      KeyFunction(
        name: "tusk-next-word", help: "forward one word, or take one of the suggestion",
        keys: ["\\e[1;5C", "\\e[1;3C", "\\eOc", "\\ef"]
      ) { at, _ in
        act(at) { $0.nextWord() }
      },
      KeyFunction(
        name: "tusk-previous-word", help: "back one word", keys: ["\\e[1;5D", "\\e[1;3D", "\\eOd", "\\eb"]
      ) { at, _ in
        act(at) { $0.previousWord() }
      },
      KeyFunction(name: "tusk-start", help: "to the start", keys: ["\\e[H", "\\eOH", "\\e[1~", "\\e[7~", "^A"]) {
        at, _ in
        act(at) { $0.toRowStart() }
      },
      KeyFunction(
        name: "tusk-finish", help: "to the end, or take the suggestion",
        keys: ["\\e[F", "\\eOF", "\\e[4~", "\\e[8~", "^E"]
      ) { at, _ in
        act(at) { $0.toRowEnd() }
      },
    ]
  }

  private static var changes: [KeyFunction] {
    [
      KeyFunction(name: "tusk-erase", help: "delete the character before", keys: ["^?", "^H"]) { at, _ in
        act(at) { $0.eraseBack() }
      },
      KeyFunction(name: "tusk-delete", help: "delete the character after", keys: ["\\e[3~"]) { at, _ in
        act(at) { $0.deleteForward() }
      },
      KeyFunction(name: "tusk-newline", help: "continue on a new row", keys: ["\\e^M", "\\e^J"]) { at, _ in
        act(at) { $0.insertNewline() }
      },
      KeyFunction(name: "tusk-ignore", help: "do nothing", keys: unusedKeys) { _, _ in 0 },
    ]
  }

  /// Deletions by words and rows, and what puts back.
  private static var kills: [KeyFunction] {
    [
      KeyFunction(
        name: "tusk-kill-word-before", help: "delete the word before", keys: ["^W", "\\e^?", "\\e^H"]
      ) { at, _ in
        act(at) { $0.killWordBefore() }
      },
      KeyFunction(
        name: "tusk-kill-word", help: "delete the word after", keys: ["\\e[3;5~", "\\e[3;3~", "\\ed"]
      ) { at, _ in
        act(at) { $0.killWord() }
      },
      KeyFunction(name: "tusk-kill-start", help: "delete to the start", keys: ["^U"]) { at, _ in
        act(at) { $0.killToRowStart() }
      },
      KeyFunction(name: "tusk-kill-end", help: "delete to the end", keys: ["^K"]) { at, _ in
        act(at) { $0.killToRowEnd() }
      },
      KeyFunction(name: "tusk-yank", help: "insert what words and rows were deleted in a row", keys: ["^Y"]) { at, _ in
        act(at) { $0.yank() }
      },
      KeyFunction(name: "tusk-undo", help: "take back the last change of the line", keys: ["^_"]) { at, _ in
        act(at) { $0.undo() }
      },
    ]
  }

  /// Libedit's own functions and the keys that are bound to them.
  static let borrowed: [(name: String, help: String, keys: [String])] = [
    ("ed-clear-screen", "clear the screen", ["^L"])
  ]

  /// Keys that stay bound for users of vi's keys, too.
  static let indispensable: Set<String> = [
    "tusk-complete", "tusk-paste", "tusk-interrupt", "tusk-suspend", "tusk-end", "tusk-search", "tusk-ignore",
  ]

  /// The key that stands for a lone escape in vi mode, because libedit takes an escape for the start of a sequence once
  /// any sequence is bound.
  static let loneEscape: Unicode.Scalar = "\u{80}"

  /// Page keys, function keys and focus reports; if unbound, their last letters would be inserted into the line.
  private static let unusedKeys =
    ["2", "5", "6", "11", "12", "13", "14", "15", "17", "18", "19", "20", "21", "23", "24"].map { "\\e[\($0)~" }
    + ["\\eOP", "\\eOQ", "\\eOR", "\\eOS", "\\e[I", "\\e[O", "\\e[Z", "\\e[201~"]

}

/// Runs an action on the reader that an editor belongs to.
private func act(_ handle: OpaquePointer?, _ act: (EditLineReader) -> KeyOutcome) -> UInt8 {
  guard let reader = EditLineReader.of(handle) else { return UInt8(KeyOutcome.beep.rawValue) }
  // What was typed since the last key of these is a change of its own.
  reader.changes.note(reader.editor.line)
  return UInt8(act(reader).rawValue)
}
