import Glibc
package import XCallbackURL

/// The registration of tusk as the program that the desktop hands `tusker:` and `tusk:` URLs to (freedesktop.org's Desktop
/// Entry and MIME Applications specifications).
package struct URLHandler: Sendable {
  /// The schemes, as the desktop knows them.
  static let types = CallbackURL.ownSchemes.sorted().map { "x-scheme-handler/\($0)" }
  static let entryName = "tusk-url-handler.desktop"

  /// The folder of desktop entries.
  let applications: String
  /// The file that says which program is the standard one for what.
  let defaults: String
  /// The program that is to be started.
  let program: String

  package init(_ environment: ProcessEnvironment, program: String) {
    let home = { (variable: String, standard: String) in
      environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(environment.home)/\(standard)"
    }
    applications = "\(home("XDG_DATA_HOME", ".local/share"))/applications"
    defaults = "\(home("XDG_CONFIG_HOME", ".config"))/mimeapps.list"
    self.program = program
  }

  var entryPath: String { "\(applications)/\(Self.entryName)" }

  /// One file as it is to be; no text means that it is to be gone.
  package struct Change: Sendable, Hashable {
    package let path: String
    package let text: String?
  }

  /// What registers the program.
  ///
  /// - Throws: ``Failure`` where a path cannot stand in a desktop entry or a file cannot be read.
  package func installation() throws(Failure) -> [Change] {
    // xdg-open takes a quoted path for a file's name, so that there is no way to write others.
    guard program.utf8.allSatisfy(Self.isPlain) else { throw .unfitPath(program) }
    let list = MIMEApplications(try TextFile.ifThere(defaults) ?? "")
    return [
      Change(path: entryPath, text: entry),
      Change(path: defaults, text: list.setting(Self.types, to: Self.entryName).text),
    ]
  }

  /// What takes the registration back.
  ///
  /// - Throws: ``Failure`` where a file cannot be read.
  package func removal() throws(Failure) -> [Change] {
    var changes: [Change] = []
    if try TextFile.ifThere(entryPath) != nil { changes.append(Change(path: entryPath, text: nil)) }
    if let text = try TextFile.ifThere(defaults) {
      let list = MIMEApplications(text).dropping(Self.entryName)
      if list.text != text { changes.append(Change(path: defaults, text: list.text)) }
    }
    return changes
  }

  /// What the desktop does with each of our types now: the entry that is the standard one.
  package func registrations() throws(Failure) -> [(type: String, entry: String?)] {
    let list = MIMEApplications(try TextFile.ifThere(defaults) ?? "")
    return Self.types.map { ($0, list.standard(for: $0)) }
  }

  /// The program that our entry starts; `nil` where there is no entry.
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
      .badSettings, "\(path) cannot be registered: a desktop entry has no way to name a path with blanks or quotes")
  }
}
