import Glibc
package import XCallbackURL

/// Registers tusk with the desktop as the handler of `tusker:` and `tusk:` URLs (freedesktop.org's Desktop Entry and
/// MIME Applications specifications).
package struct URLHandler: Sendable {
  /// The MIME types of the schemes.
  static let types = CallbackURL.ownSchemes.sorted().map { "x-scheme-handler/\($0)" }
  static let entryName = "tusk-url-handler.desktop"

  /// The directory of desktop entries.
  let applications: String
  /// The file with the default application of each type.
  let defaults: String
  /// The path of the program to start.
  let program: String

  package init(_ environment: ProcessEnvironment, program: String) {
    applications = "\(environment.baseFolder("XDG_DATA_HOME", ".local/share"))/applications"
    defaults = "\(environment.baseFolder("XDG_CONFIG_HOME", ".config"))/mimeapps.list"
    self.program = program
  }

  var entryPath: String { "\(applications)/\(Self.entryName)" }

  /// The new content of a file; nil text removes the file.
  package struct Change: Sendable, Hashable {
    package let path: String
    package let text: String?
  }

  /// The changes that register the program.
  ///
  /// - Throws: ``Failure`` if the program's path is not possible in a desktop entry, or a file cannot be read.
  package func installation() throws(Failure) -> [Change] {
    // xdg-open does not understand a quoted path, so paths that need quoting cannot be registered.
    guard program.utf8.allSatisfy(Self.isPlain) else { throw .unfitPath(program) }
    let list = MIMEApplications(try TextFile.ifThere(defaults) ?? "")
    return [
      Change(path: entryPath, text: entry),
      Change(path: defaults, text: list.setting(Self.types, to: Self.entryName).text),
    ]
  }

  /// The changes that remove the registration.
  ///
  /// - Throws: ``Failure`` if a file cannot be read.
  package func removal() throws(Failure) -> [Change] {
    var changes: [Change] = []
    if try TextFile.ifThere(entryPath) != nil { changes.append(Change(path: entryPath, text: nil)) }
    if let text = try TextFile.ifThere(defaults) {
      let list = MIMEApplications(text).dropping(Self.entryName)
      if list.text != text { changes.append(Change(path: defaults, text: list.text)) }
    }
    return changes
  }

  /// The desktop entry that is now the default for each type.
  package func registrations() throws(Failure) -> [(type: String, entry: String?)] {
    let list = MIMEApplications(try TextFile.ifThere(defaults) ?? "")
    return Self.types.map { ($0, list.standard(for: $0)) }
  }

  /// The program that our desktop entry starts; `nil` without an entry.
  package func registeredProgram() throws(Failure) -> String? {
    let lines = try TextFile.ifThere(entryPath)?.split(separator: "\n")
    let line = lines?.first { $0.hasPrefix("Exec=") }
    return line.map { String($0.dropFirst("Exec=".count).prefix { $0 != " " }) }
  }

  private var entry: String {
    """
    [Desktop Entry]
    Type=Application
    Name=Tusk
    Comment=Carries out x-callback URLs
    Exec=\(program) --handle-url %u
    NoDisplay=true
    Terminal=false
    MimeType=\(Self.types.map { $0 + ";" }.joined())

    """
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "/._-+".utf8.contains(byte)
    }
  }
}

extension Failure {
  fileprivate static func unfitPath(_ path: String) -> Failure {
    Failure(
      .badSettings, "cannot register \(path): a desktop entry does not allow spaces or quotes in a path; move it")
  }
}
