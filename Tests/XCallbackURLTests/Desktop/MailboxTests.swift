import Glibc
import Synchronization
import TestSupport
import Testing
import XCallbackURL

/// URLs that one process hands to another.
@Suite(.serialized)
struct MailboxTests {
  private let runtime: TemporaryFolder
  private let folder: MailboxFolder

  init() throws {
    runtime = try TemporaryFolder()
    folder = MailboxFolder("\(runtime.path)/tusk")
  }

  private func url(_ text: String) throws -> CallbackURL { try CallbackURL(parsing: text) }

  @Test func aURLArrivesByteForByteAndTheReceiptGoesBack() throws {
    let taken = Mutex<[String]>([])
    let box = try Mailbox(in: folder) { url in
      taken.withLock { $0.append(url.description) }
      return url.host == "x-callback-url" ? .taken : .refused
    }
    let text = "tusk://x-callback-url/callback/0/success?a=%2b&b=" + String(repeating: "x", count: 60_000)
    #expect(try folder.deliver(try url(text)))
    #expect(try !folder.deliver(try url("tusk://other/")))
    #expect(taken.withLock { $0 } == [text, "tusk://other/"])
    withExtendedLifetime(box) {}
  }

  @Test func withoutAMailboxNothingIsDelivered() throws {
    #expect(try !folder.deliver(try url("tusk:x")))
    _ = try Mailbox(in: folder) { _ in .taken }
    #expect(try !folder.deliver(try url("tusk:x")))
    #expect(try names(inFolder: "\(runtime.path)/tusk").isEmpty)
  }

  @Test func aSocketThatADeadProcessLeftIsCleared() throws {
    let box = try Mailbox(in: folder) { _ in .taken }
    try write("", toFile: "\(runtime.path)/tusk/999999999")
    #expect(try folder.deliver(try url("tusk:x")))
    withExtendedLifetime(box) {}
  }

  @Test(arguments: [0o755, 0o770, 0o701])
  func aFolderThatOthersCanEnterIsNotUsed(mode: Int) throws {
    mkdir("\(runtime.path)/tusk", 0o700)
    chmod("\(runtime.path)/tusk", mode_t(mode))
    #expect(throws: Failure.self) { try Mailbox(in: folder) { _ in .taken } }
    #expect(throws: Failure.self) { try folder.deliver(try url("tusk:x")) }
  }

  @Test func aFolderElsewhereIsNotFollowed() throws {
    symlink("/tmp", "\(runtime.path)/tusk")
    #expect(throws: Failure.self) { try Mailbox(in: folder) { _ in .taken } }
  }

  @Test func theSocketIsForItsOwnerAlone() throws {
    let box = try Mailbox(in: folder) { _ in .taken }
    var facts = stat()
    #expect(lstat("\(runtime.path)/tusk/\(getpid())", &facts) == 0 && facts.st_mode & 0o777 == 0o600)
    withExtendedLifetime(box) {}
  }

  @Test func aPathThatIsTooLongIsAnError() throws {
    let deep = MailboxFolder(runtime.path + "/" + String(repeating: "x", count: 120))
    #expect(throws: Failure.self) { try Mailbox(in: deep) { _ in .taken } }
  }
}
