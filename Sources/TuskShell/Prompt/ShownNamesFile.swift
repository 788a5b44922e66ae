import AccountNames
import Glibc
import JSONValue
import TuskActions

/// The file of the names that were shown to one account.
///
/// It only spares typing. So what cannot be read or written is no error, and a file that is damaged, belongs to another
/// user or can be read by others counts as none; the next write replaces it.
struct ShownNamesFile {
  /// The most names of a file.
  static let mostNames = 10_000
  /// The most bytes of a file.
  static let mostBytes = 2_000_000

  private let file: PrivateFile

  /// - Parameter account: the name of the account, in any spelling.
  init(of account: String, in folder: String) {
    file = PrivateFile(in: folder, of: account.accountName)
  }

  var path: String { file.path }

  /// Whether anything is there.
  var isThere: Bool { access(path, F_OK) == 0 }

  /// The names, the newest first.
  func read() -> [ShownName] {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid(),
      facts.st_size <= off_t(Self.mostBytes), let bytes = try? file.read(), let json = try? JSON(parsing: bytes)
    else { return [] }
    return (json["names"]?.array ?? []).prefix(Self.mostNames).compactMap(ShownName.init(json:))
  }

  /// Replaces the names, the newest first; the oldest ones beyond the limits are dropped.
  func write(_ names: [ShownName]) {
    var lines: [String] = []
    var size = 20
    for name in names.prefix(Self.mostNames) {
      let line = name.json.text
      size += line.utf8.count + 2
      guard size <= Self.mostBytes else { break }
      lines.append(line)
    }
    try? file.write("{\"names\":[\n\(lines.joined(separator: ",\n"))\n]}\n")
  }

  func remove() {
    unlink(path)
  }
}

extension Shell {
  /// The folder of the names that were shown. That of the sandbox is beside its other data.
  private var folderOfShownNames: String {
    let isSandbox = (try? accounts.isSandbox()) ?? false
    return isSandbox ? "\(environment.state)/sandbox/shown" : "\(environment.cache)/shown"
  }

  /// The names that are shown at the prompt; in memory only if the person does not want them kept.
  func shownNames() -> ShownNames {
    guard !options.isPrivate else { return ShownNames(folder: nil) }
    let names = ShownNames(folder: folderOfShownNames) { [accounts] account in
      switch try? accounts.source() {
      case .sandbox?, .environment?, .command?: true
      // Somebody may have signed it out meanwhile.
      case .stored?, nil: (try? accounts.store.entry(named: account)) != nil
      }
    }
    names.setLasting(PromptSetting.cache.value(in: environment) != "off")
    return names
  }

  /// Removes the names that were shown to an account.
  func forgetShownNames(of account: String) {
    ShownNamesFile(of: account, in: "\(environment.cache)/shown").remove()
  }
}
