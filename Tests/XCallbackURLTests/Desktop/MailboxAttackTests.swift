import Glibc
import Synchronization
import TestSupport
import Testing
import XCallbackURL

/// Peers that misbehave and folders that were prepared by somebody else: points 5, 6 and 12 of the contract's table of
/// attacks, where URLs go from process to process.
@Suite(.serialized)
struct MailboxAttackTests {
  private let runtime: TemporaryFolder
  private let folder: MailboxFolder
  private let taken = Taken()

  /// What a mailbox took.
  private final class Taken: Sendable {
    let urls = Mutex<[String]>([])
  }

  init() throws {
    runtime = try TemporaryFolder()
    folder = MailboxFolder("\(runtime.path)/tusk")
  }

  private var socketPath: String { "\(runtime.path)/tusk/\(getpid())" }
  private let good = "tusk://x-callback-url/callback/0/success"

  private func box() throws -> Mailbox {
    try Mailbox(in: folder) { [taken] url in
      taken.urls.withLock { $0.append(url.description) }
      return .taken
    }
  }

  @Test(
    "attack 12g a peer sends ten megabytes, half a character, two URLs or a NUL",
    arguments: [
      [UInt8](repeating: UInt8(ascii: "a"), count: 10_000_000), Array("tusk:\u{E9}".utf8.dropLast()),
      Array("tusk:x\ntusk:y".utf8), Array("tusk:x\u{0}".utf8), [], [0xFF, 0xFE], Array("tusk:x%00".utf8),
      Array(("tusk:" + String(repeating: "x", count: CallbackURL.longestText)).utf8),
      Array(("tusk:?" + String(repeating: "a&", count: 5_000)).utf8),
    ])
  func whatIsNoURLIsNotTaken(bytes: [UInt8]) throws {
    let box = try box()
    let peer = try RawPeer(at: socketPath)
    peer.send(bytes)
    let answer = peer.answer()
    #expect(answer == "refused\n" || answer.isEmpty)
    #expect(taken.urls.withLock { $0.isEmpty })
    #expect(try folder.deliver(try CallbackURL(parsing: good)))
    #expect(taken.urls.withLock { $0 } == [good])
    withExtendedLifetime(box) {}
  }

  @Test("attack 12h a peer connects and says nothing, and an answer comes after it", arguments: [1, 2])
  func aSilentPeerKeepsNobodyWaiting(count: Int) throws {
    let box = try box()
    let peers = try (0..<count).map { _ in try RawPeer(at: socketPath) }
    let receipts = try (0..<3).map { _ in try folder.deliver(try CallbackURL(parsing: good)) }
    #expect(receipts[0], "the answer is lost")
    // What was not taken may be carried out elsewhere, so that it must not be taken after all.
    #expect(taken.urls.withLock { $0.count } == receipts.count { $0 })
    withExtendedLifetime((box, peers)) {}
  }

  @Test("attack 12i a peer sends a byte now and then, for ever, and an answer comes beside it")
  func aSlowPeerKeepsNobodyWaiting() async throws {
    let box = try box()
    let peer = try RawPeer(at: socketPath)
    async let receipts = onOwnThread { [folder, good] in
      try (0..<2).map { _ in try folder.deliver(CallbackURL(parsing: good)) }
    }
    // Until it is hung up on.
    for _ in 0..<500 where peer.send([UInt8(ascii: "a")]) == 1 { try await Task.sleep(for: .milliseconds(20)) }
    #expect(try await receipts == [true, true], "nothing came through beside it")
    withExtendedLifetime((box, peer)) {}
  }

  @Test(
    "attack 05c the folder of the mailboxes was prepared by somebody else",
    // Only root can give a folder away.
    arguments: ["symlink to a folder", "dangling symlink", "file", "fifo", "open folder"]
      + (getuid() == 0 ? ["foreign folder"] : []))
  func aPreparedFolderIsNotUsed(kind: String) throws {
    let place = "\(runtime.path)/tusk"
    let elsewhere = "\(runtime.path)/elsewhere"
    mkdir(elsewhere, 0o700)
    switch kind {
    case "symlink to a folder": symlink(elsewhere, place)
    case "dangling symlink": symlink("\(runtime.path)/nowhere", place)
    case "file": try write("", toFile: place)
    case "fifo": mkfifo(place, 0o600)
    case "open folder":
      mkdir(place, 0o700)
      chmod(place, 0o1777)
    default:
      mkdir(place, 0o700)
      try #require(chown(place, 65_534, 65_534) == 0)
    }
    #expect(throws: Failure.self) { try box() }
    #expect(throws: Failure.self) { try folder.deliver(try CallbackURL(parsing: good)) }
    #expect(try names(inFolder: elsewhere).isEmpty)
    #expect(access("\(runtime.path)/nowhere", F_OK) != 0)
  }

  @Test(
    "attack 06g another user of the machine forges an answer, though the folder stands open",
    .enabled(if: getuid() == 0))
  func anotherUserIsNotHeard() async throws {
    let box = try box()
    for (path, mode) in [(runtime.path, 0o755), ("\(runtime.path)/tusk", 0o777), (socketPath, 0o777)] {
      chmod(path, mode_t(mode))
    }
    let script = """
      import os, socket, sys
      os.setgid(65534); os.setuid(65534)
      peer = socket.socket(socket.AF_UNIX); peer.connect(sys.argv[1])
      try:
          peer.sendall(b"\(good)"); peer.shutdown(socket.SHUT_WR); print("answer", peer.recv(64))
      except OSError as error: print("gone", error)
      """
    let path = socketPath
    let output = try await onOwnThread {
      try PipedProgram("\(TestPrograms.folder)/python3", ["-c", script, path], joiningErrors: true).allOutput()
    }
    #expect(output.hasPrefix("gone") || output.hasPrefix("answer b''"), "\(output)")
    #expect(taken.urls.withLock { $0.isEmpty })
    withExtendedLifetime(box) {}
  }

  @Test("attack 06h names in the folder lead to processes, sockets and files that are no mailboxes")
  func strangeNamesAreLeftAlone() throws {
    let box = try box()
    let place = "\(runtime.path)/tusk"
    try write("keep", toFile: "\(runtime.path)/precious")
    for name in ["999999998", "999999997x", "-1", "0", "1e3", "+7", "..5"] {
      symlink("\(runtime.path)/precious", "\(place)/\(name)")
    }
    mkdir("\(place)/999999996", 0o700)
    #expect(try folder.deliver(try CallbackURL(parsing: good)))
    #expect(try text(ofFile: "\(runtime.path)/precious") == "keep")
    withExtendedLifetime(box) {}
  }
}
