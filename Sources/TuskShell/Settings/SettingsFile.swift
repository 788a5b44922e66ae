import TuskActions
import XCallbackURL

/// The file of the saved settings: lines `NAME VALUE`, comments that begin with `#`, and blank lines.
///
/// A person may edit it, so a change keeps every other line as it is.
struct SettingsFile {
  /// What the file says.
  struct Content {
    /// The values by the names of the settings.
    var values: [String: String] = [:]
    /// What is wrong with it, a line each: `PATH:3: what`.
    var warnings: [String] = []
  }

  /// The most bytes of the file.
  static let mostBytes = 64 << 10

  let path: String

  /// - Parameter folder: the folder for configuration.
  init(in folder: String) {
    path = "\(folder)/settings"
  }

  /// The saved settings; of a file that is refused none, and a warning says why.
  func read() -> Content {
    do throws(Failure) {
      return content(of: try text())
    } catch {
      return Content(warnings: [error.message])
    }
  }

  private func text() throws(Failure) -> String {
    try TrustedFile(path: path, limit: Self.mostBytes).read() ?? ""
  }

  private func content(of text: String) -> Content {
    var content = Content()
    for (index, line) in Self.lines(of: text).enumerated() {
      guard let entry = Entry(line) else { continue }
      do throws(Failure) {
        let setting = try PromptSetting.required(entry.name)
        content.values[setting.name] = try setting.value(entry.value)
      } catch {
        content.warnings.append("\(path):\(index + 1): \(error.message)")
      }
    }
    return content
  }

  /// Saves a value in place of the one before; `nil` removes it.
  ///
  /// - Throws: ``Failure`` if the file is refused, or cannot be written.
  func save(_ value: String?, for setting: PromptSetting) throws(Failure) {
    var lines = Self.lines(of: try text())
    let places = lines.indices.filter { Entry(lines[$0])?.name == setting.name }
    if let value {
      let entry = "\(setting.name) \(value)"
      // The last line of a name is the one in force.
      if let last = places.last {
        lines[last] = entry + (lines[last].unicodeScalars.last == "\r" ? "\r" : "")
      } else {
        if lines.last == "" { lines.removeLast() }
        lines += [entry, ""]
      }
    } else {
      guard !places.isEmpty else { return }
      for place in places.reversed() { lines.remove(at: place) }
    }
    // A link stays, and what it leads to is replaced.
    try PrivateFile(ScriptFile.absolute(path)).write(lines.joined(separator: "\n"))
  }

  /// The lines, each with the carriage return that ends it in files of other systems. Swift treats CR LF as one
  /// character, so the text is split by scalars.
  private static func lines(of text: String) -> [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  /// A line that sets something.
  private struct Entry {
    let name: String
    let value: String

    /// Returns `nil` for comments and blank lines.
    init?(_ line: String) {
      let scalars = line.unicodeScalars
      let text = Self.trimmed(scalars.last == "\r" ? scalars.dropLast() : scalars[...])
      guard let first = text.first, first != "#" else { return nil }
      let end = text.firstIndex(where: Self.isBlank) ?? text.endIndex
      name = String(text[..<end])
      value = String(Self.trimmed(text[end...]))
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

    private static func trimmed(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
      var text = text.drop(while: isBlank)
      while let last = text.last, isBlank(last) { text = text.dropLast() }
      return text
    }
  }
}
