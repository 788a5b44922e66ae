/// Where a copied text goes: to the desktop's clipboard by a program, else to that of the terminal.
enum Clipboard {
  case program(HelperProgram)
  /// The sequence that a terminal is sent (OSC 52).
  case terminal(String)

  /// The clipboard of a text: over ssh that of the terminal, because the desktop would be that of another machine.
  ///
  /// - Parameter hasTerminal: whether the output is a terminal.
  /// - Returns: `nil` if there is none.
  static func found(for text: String, in environment: ProcessEnvironment, hasTerminal: Bool) -> Clipboard? {
    let tools: [(String, String, [String])] = [
      ("WAYLAND_DISPLAY", "wl-copy", []), ("DISPLAY", "xclip", ["-selection", "clipboard"]),
    ]
    if environment["SSH_CONNECTION"] == nil {
      for (display, name, arguments) in tools where environment[display] != nil {
        guard let path = environment.program(named: name) else { continue }
        return .program(HelperProgram(path: path, arguments: arguments, input: text))
      }
    }
    return hasTerminal ? .terminal("\u{1B}]52;c;\(base64(text))\u{7}") : nil
  }

  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  private static func base64(_ text: String) -> String {
    var result = ""
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let bytes = rest.prefix(3)
      rest = rest.dropFirst(3)
      var bits = 0
      for byte in bytes { bits = bits << 8 | Int(byte) }
      bits <<= 8 * (3 - bytes.count)
      for place in 0...3 {
        result.append(place <= bytes.count ? digits[(bits >> (18 - 6 * place)) & 63] : "=")
      }
    }
    return result
  }
}
