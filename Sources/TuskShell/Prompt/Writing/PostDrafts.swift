import Glibc
import TuskActions
import TuskCommon
import XCallbackURL

/// The posts that a person began to write as one account and has not posted, a file each.
struct PostDrafts: Sendable {
  private let folder: String

  /// - Parameters:
  ///   - folder: the folder of the drafts of all accounts.
  ///   - account: the name of the account; `nil` if it is not known.
  init(in folder: String, of account: String?) {
    self.folder = "\(folder)/\(account.map(Self.folderName) ?? "unknown")"
  }

  /// The name in characters that every file system takes, and never `.` or `..`.
  private static func folderName(_ account: String) -> String {
    let name = account.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        String(UnicodeScalar(byte))
      case _ where "@.-_".utf8.contains(byte): String(UnicodeScalar(byte))
      default: "%" + String(byte, radix: 16)
      }
    }.joined()
    return name.hasPrefix("@") ? name : "@\(name)"
  }

  /// The drafts by their numbers.
  var all: [PostDraft] {
    // Editors keep files of their own beside them.
    let numbers = (FolderNames.all(in: folder) ?? []).compactMap { name in
      name.hasSuffix(PostDraft.suffix) ? Int(name.dropLast(PostDraft.suffix.count)) : nil
    }
    return numbers.sorted().map { draft($0) }
  }

  /// The draft of a number; `nil` if there is none.
  func draft(numbered number: Int) -> PostDraft? { all.first { $0.number == number } }

  /// Removes them all, with what editors keep beside them.
  func removeAll() {
    for name in FolderNames.all(in: folder) ?? [] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  private func draft(_ number: Int) -> PostDraft {
    PostDraft(path: "\(folder)/\(number)\(PostDraft.suffix)", number: number)
  }

  /// Keeps a new draft.
  ///
  /// - Throws: ``Failure`` if it cannot be written.
  func begin(_ page: String) throws(Failure) -> PostDraft {
    var draft = draft((all.last?.number ?? 0) + 1)
    try PrivateFile.makeFolder(of: draft.path)
    // Another prompt may have begun one meanwhile.
    while true {
      let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 {
        close(descriptor)
        break
      }
      let reason = errno
      guard reason == EEXIST else { throw .notWritten(draft.path, reason) }
      draft = self.draft((draft.number ?? 0) + 1)
    }
    do throws(Failure) {
      try draft.write(page)
    } catch {
      draft.remove()
      throw error
    }
    return draft
  }
}

/// The file of one post that is being written.
struct PostDraft: Sendable {
  fileprivate static let suffix = ".txt"

  let path: String
  /// Its number among the drafts; `nil` for a file that nothing keeps.
  let number: Int?

  /// A file for a post that is not kept.
  static func temporary(in folder: String) -> PostDraft {
    PostDraft(path: "\(folder)/post.\(UnguessableToken.make())\(suffix)", number: nil)
  }

  /// The line of a file at which its text begins.
  static func lineOfText(in path: String) throws(Failure) -> Int {
    let text = String(decoding: try PrivateFile(path).read() ?? [], as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.firstIndex { $0 == WrittenPost.separator }.map { $0 + 2 } ?? 1
  }

  /// Replaces the file as a whole.
  func write(_ page: String) throws(Failure) { try PrivateFile(path).write(page) }

  /// What the file has.
  ///
  /// - Throws: ``Failure`` if it cannot be read.
  func bytes() throws(Failure) -> [UInt8] {
    // An editor may have put a file of its own in its place.
    chmod(path, 0o600)
    guard let bytes = try PrivateFile(path).read() else { throw .gone(path) }
    return bytes
  }

  /// When it was saved, in seconds since 1970.
  var time: Int {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return 0 }
    // The seconds come first; which module their name is in depends on the order of compilation.
    return withUnsafeBytes(of: facts.st_mtim) { $0.load(as: Int.self) }
  }

  /// The post that is in it; `nil` if it has a mistake.
  var post: WrittenPost? { (try? bytes()).flatMap { try? WrittenPost(reading: $0, visibilities: nil) } }

  func remove() { unlink(path) }
}

extension Shell {
  /// The drafts of one account; those of the sandbox are beside its other data.
  ///
  /// - Parameter account: the name of the account; `nil` if it is not known.
  func drafts(of account: String?) -> PostDrafts {
    let isSandbox = (try? accounts.isSandbox()) ?? false
    return PostDrafts(in: environment.state + (isSandbox ? "/sandbox/drafts" : "/drafts"), of: account)
  }

  /// Removes the drafts of an account that is signed out.
  func forgetDrafts(of account: String) {
    PostDrafts(in: "\(environment.state)/drafts", of: account).removeAll()
  }
}

extension Failure {
  fileprivate static func notWritten(_ path: String, _ reason: Int32) -> Failure {
    Failure(.badSettings, "cannot write \(path): \(SystemError.reason(reason))")
  }

  fileprivate static func gone(_ path: String) -> Failure {
    Failure(.notFound, "\(path) is not there any more")
  }
}
