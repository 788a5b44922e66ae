#if canImport(Glibc)
  import Glibc

  /// Registers a program with the desktop for the URLs of a scheme, and handles the URLs that the desktop then starts the
  /// program for.
  ///
  ///     static func main() async throws {
  ///       if await SchemeHandler.handle(CommandLine.arguments, by: BookShop()) { return }
  ///       try await SchemeHandler.install(for: "book-shop", named: "Book Shop")
  ///     }
  ///
  /// It writes a desktop entry and makes it the default of the scheme, as the Desktop Entry and MIME Applications
  /// specifications describe it.
  public struct SchemeHandler: Sendable {
    /// The option before the URL in the command of the desktop entry.
    public static let option = "--handle-url"

    private let schemes: [String]
    private let name: String
    private let entryName: String
    private let program: String
    private let folders: BaseFolders

    /// - Parameters:
    ///   - schemes: the schemes, in lower case.
    ///   - name: the name of the program for people.
    ///   - entryName: the file name of the desktop entry.
    ///   - program: the path of the program to start.
    ///   - variables: the environment variables.
    package init(
      for schemes: [String], named name: String, entryName: String, program: String,
      variables: @escaping @Sendable (String) -> String?
    ) {
      self.schemes = schemes
      self.name = name
      self.entryName = entryName
      self.program = program
      folders = BaseFolders(variables)
    }

    // MARK: Registering

    /// Registers this program, for this user; does nothing if it is registered.
    ///
    /// - Parameters:
    ///   - scheme: the scheme; one of letters and hyphens reaches the program from everywhere, because `xdg-open` takes a
    ///     scheme with a digit for a file.
    ///   - name: the name of the program for people; `nil` for the scheme.
    /// - Throws: ``Failure`` if a desktop entry does not allow the path of the program, or a file cannot be written.
    public static func install(for scheme: String, named name: String? = nil) async throws(Failure) {
      let handler = try own(scheme, name)
      if try handler.isRegistered(), try TextFile.read(handler.entryPath) == handler.entry { return }
      try handler.locked { () throws(Failure) in for change in try handler.installation() { try change.make() } }
      await handler.refreshCache()
    }

    /// Removes the registration of ``install(for:named:)``; does nothing if another program is registered.
    ///
    /// - Throws: ``Failure`` if a file cannot be written.
    public static func uninstall(for scheme: String) async throws(Failure) {
      let handler = try own(scheme, nil)
      guard try handler.registeredProgram() == handler.program else { return }
      try handler.locked { () throws(Failure) in for change in try handler.removal() { try change.make() } }
      await handler.refreshCache()
    }

    /// Whether the desktop has a program for the URLs of a scheme.
    ///
    /// An app that registers a scheme for each version of its actions, as x-callback-url recommends, tells by this which
    /// versions it has.
    public static func canOpen(scheme: String) -> Bool { entryName(for: scheme) != nil }

    /// The file name of the desktop entry that opens the URLs of a scheme; `nil` if there is none.
    public static func entryName(for scheme: String) -> String? {
      entryName(for: scheme, variables: { value(of: $0) })
    }

    package static func entryName(for scheme: String, variables: @escaping @Sendable (String) -> String?) -> String? {
      guard CallbackURL.isScheme(scheme) else { return nil }
      return MIMEApplications.entry(for: type(of: scheme.lowercased()), in: BaseFolders(variables))
    }

    private static func own(_ scheme: String, _ name: String?) throws(Failure) -> SchemeHandler {
      guard CallbackURL.isScheme(scheme), !CallbackPolicy.isDangerous(scheme) else { throw .noScheme(scheme) }
      guard let path = realpath("/proc/self/exe", nil) else { throw .noProgram() }
      defer { free(path) }
      let scheme = scheme.lowercased()
      return SchemeHandler(
        for: [scheme], named: name ?? scheme, entryName: "\(scheme)-url-handler.desktop",
        program: String(cString: path),
        variables: { value(of: $0) })
    }

    /// Keeps other programs of this library from changing the list at the same time.
    private func locked(_ change: () throws(Failure) -> Void) throws(Failure) {
      let lock = open(folders.config, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      defer { if lock >= 0 { close(lock) } }
      if lock >= 0 { flock(lock, LOCK_EX) }
      try change()
    }

    static func value(of variable: String) -> String? { getenv(variable).map { String(cString: $0) } }

    private static func type(of scheme: String) -> String { "x-scheme-handler/\(scheme)" }

    // MARK: Files

    /// The MIME types of the schemes.
    private var types: [String] { schemes.map { Self.type(of: $0) } }
    /// The directory of desktop entries.
    private var applications: String { "\(folders.data)/applications" }
    /// The file with the default application of each type.
    private var defaults: String { "\(folders.config)/mimeapps.list" }
    private var entryPath: String { "\(applications)/\(entryName)" }

    /// The new content of a file; `nil` removes the file.
    package struct Change: Sendable, Hashable {
      package let path: String
      package let text: String?

      /// - Throws: ``Failure`` if the file cannot be written.
      package func make() throws(Failure) { try TextFile.write(text, to: path) }
    }

    /// The changes that register the program.
    ///
    /// - Throws: ``Failure`` if the program's path is not possible in a desktop entry, or a file cannot be read.
    package func installation() throws(Failure) -> [Change] {
      // xdg-open does not understand a quoted path, so paths that need quoting cannot be registered.
      guard program.utf8.allSatisfy(Self.isPlain) else { throw .unfitPath(program) }
      let list = MIMEApplications(try TextFile.read(defaults) ?? "")
      return [
        Change(path: entryPath, text: entry), Change(path: defaults, text: list.setting(types, to: entryName).text),
      ]
    }

    /// The changes that remove the registration.
    ///
    /// - Throws: ``Failure`` if a file cannot be read.
    package func removal() throws(Failure) -> [Change] {
      var changes: [Change] = []
      if try TextFile.read(entryPath) != nil { changes.append(Change(path: entryPath, text: nil)) }
      if let text = try TextFile.read(defaults) {
        let list = MIMEApplications(text).dropping(entryName)
        if list.text != text { changes.append(Change(path: defaults, text: list.text)) }
      }
      return changes
    }

    /// The types, and the desktop entry that is now the default of each.
    package func registrations() throws(Failure) -> [(type: String, entry: String?)] {
      let list = MIMEApplications(try TextFile.read(defaults) ?? "")
      return types.map { ($0, list.standard(for: $0)) }
    }

    /// Whether the desktop entry is the default of every scheme.
    package func isRegistered() throws(Failure) -> Bool { try registrations().allSatisfy { $0.entry == entryName } }

    /// The program that the desktop entry starts; `nil` without an entry.
    package func registeredProgram() throws(Failure) -> String? {
      let lines = try TextFile.read(entryPath)?.split(separator: "\n")
      let line = lines?.first { $0.hasPrefix("Exec=") }
      return line.map { String($0.dropFirst("Exec=".count).prefix { $0 != " " }) }
    }

    /// Updates the cache of desktop entries that browsers and portals read; without the tool there is no cache.
    package func refreshCache() async {
      let tool = DesktopOpener.Tool("update-desktop-database")
      guard let path = DesktopOpener(tool).path(of: tool.program) else { return }
      _ = try? await ChildProcess(path: path, arguments: [applications]).ending()
    }

    private var entry: String {
      """
      [Desktop Entry]
      Type=Application
      Name=\(name.filter { !$0.isNewline })
      Comment=Carries out x-callback URLs
      Exec=\(program) \(Self.option) %u
      NoDisplay=true
      Terminal=false
      MimeType=\(types.map { $0 + ";" }.joined())

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
        .badSettings,
        "cannot register \(path): not every desktop starts a path with other characters than letters, "
          + "digits and '/._-+'; move it")
    }

    static func noScheme(_ text: String) -> Failure {
      Failure(.invalidParameter, "'\(text)' is no scheme for an app; write letters and hyphens, such as 'book-shop'")
    }

    fileprivate static func noProgram() -> Failure {
      Failure(.badSettings, "cannot determine the path of this program")
    }
  }
#endif
