import Glibc
import Synchronization
import SystemPackage
import TuskCommon
package import TuskLanguage
package import XCallbackURL

/// The apps that can be called: those described in a user's directory, and the bundled ones.
///
/// A file is read when its app is first needed; a user's description overrides a bundled one of the same name.
package final class AppLibrary: Sendable {
  private let folder: String
  private let known = Mutex<[String: AppDescription?]>([:])
  private let catalogs = Mutex<[String: Catalog]>([:])

  /// - Parameter folder: the directory with the user's descriptions, `NAME.app`; it need not exist.
  package init(folder: String) {
    self.folder = folder
  }

  /// The names of all apps, sorted.
  package var names: [String] {
    Set(BundledApps.files.keys).union(ownNames).sorted()
  }

  /// The app of this name; `nil` if there is none.
  ///
  /// - Throws: the mistake in its file, whose name the diagnostic contains.
  package func app(named name: String) throws(Diagnostic) -> AppDescription? {
    if let known = known.withLock({ $0[name] }) { return known }
    let app = try read(name)
    known.withLock { $0[name] = app }
    return app
  }

  /// The actions of the app of this name; `nil` if there is no such app.
  ///
  /// - Throws: the mistake in its file.
  package func catalog(of name: String) throws(Diagnostic) -> Catalog? {
    if let known = catalogs.withLock({ $0[name] }) { return known }
    guard let catalog = try app(named: name)?.catalog else { return nil }
    catalogs.withLock { $0[name] = catalog }
    return catalog
  }

  /// Every app whose description is valid.
  package var all: [AppDescription] {
    names.compactMap { name in (try? app(named: name)) ?? nil }
  }

  /// The app and its action that a URL addresses.
  package func action(of url: CallbackURL) -> Signature? {
    for description in all {
      guard let action = description.app.action(of: url) else { continue }
      let catalog = (try? catalog(of: description.name)) ?? nil
      if let signature = catalog?.signature(action: action) { return signature }
    }
    return nil
  }

  private func read(_ name: String) throws(Diagnostic) -> AppDescription? {
    guard name.isAppName else { return nil }
    let path = "\(folder)/\(name).app"
    if let bytes = try Self.bytes(of: path) { return try described(Source(name: path, bytes: bytes), name) }
    return try BundledApps.files[name].map { file throws(Diagnostic) in
      try described(Source(name: "\(name).app", bytes: file()), name)
    }
  }

  private func described(_ source: Source, _ name: String) throws(Diagnostic) -> AppDescription {
    do throws(Diagnostic) {
      let description = try AppFile.read(source)
      guard description.name == name else { throw .otherName(description.name, name) }
      return description
    } catch {
      var mistake = error
      mistake.source = source
      throw mistake
    }
  }

  private var ownNames: [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".app"), String(name.dropLast(4)).isAppName { names.append(String(name.dropLast(4))) }
    }
    return names
  }

  /// The greatest size of a file that describes an app.
  private static let longestFile = 1 << 20

  private static func bytes(of path: String) throws(Diagnostic) -> [UInt8]? {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .unreadableFile(path, errno)
    }
    defer { Glibc.close(descriptor) }
    do throws(Errno) {
      return try FileDescriptor(rawValue: descriptor).readAll(atMost: longestFile)
    } catch {
      throw .unreadableFile(path, error.rawValue)
    }
  }
}

extension Diagnostic {
  fileprivate static func unreadableFile(_ path: String, _ code: Int32) -> Diagnostic {
    Diagnostic(
      .unreadable, at: Span(0, 0), "cannot read '\(path)': \(SystemError.reason(code))", exitCode: .noInput)
  }

  fileprivate static func otherName(_ name: String, _ file: String) -> Diagnostic {
    Diagnostic(.typeMismatch, at: Span(4, 4 + name.utf8.count), "\(file).app describes another app, '\(name)'")
  }
}
