/// The keys of the prompt as people call them, for help and the manual.
extension KeyFunction {
  /// The names of keys and what they do. Sequences that another terminal sends for the same key have no name.
  static var documented: [(keys: String, help: String)] {
    let own = all.map { (keys: $0.keys.compactMap(name), help: $0.help) }
    let borrowed = borrowed.map { (keys: $0.keys.compactMap(name), help: $0.help) }
    return (own + borrowed).filter { !$0.keys.isEmpty }.map { ($0.keys.joined(separator: ", "), $0.help) }
  }

  private static func name(of key: String) -> String? {
    if let name = names[key] { return name }
    guard key.count == 2, key.hasPrefix("^"), let letter = key.last, letter.isLetter else { return nil }
    return "Ctrl-\(letter)"
  }

  private static let names = [
    "^I": "Tab", "^?": "Backspace", "\\e[3~": "Delete", "\\e^M": "Alt-Enter", "\\e[A": "Up",
    "\\e[B": "Down", "\\e[C": "Right", "\\e[D": "Left", "\\e[H": "Home", "\\e[F": "End", "\\e[1;5D": "Ctrl-Left",
    "\\e[1;3D": "Alt-Left", "\\e[1;5C": "Ctrl-Right", "\\e[1;3C": "Alt-Right", "\\e[3;5~": "Ctrl-Delete",
    "\\e[3;3~": "Alt-Delete", "\\ef": "Alt-F", "\\eb": "Alt-B",
    "\\ed": "Alt-D", "\\e^?": "Alt-Backspace", "^_": "Ctrl-_", "^X^E": "Ctrl-X Ctrl-E",
  ]
}
