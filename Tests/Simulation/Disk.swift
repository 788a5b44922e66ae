import CSimulation
import Glibc

/// The folder of a journal, and what of its files has not been written to the medium yet.
final class Disk: Sendable {
  let folder: String
  private let state: Confined<State>

  private struct State {
    /// Called before each change; returns whether it may happen.
    var mayChange: (Change) -> Bool = { _ in true }
    /// What to write to take back the changes since the last flush of each file, oldest first.
    var undo: [String: [Piece]] = [:]
    var recordsUndo = false
  }

  /// A change of a file.
  struct Change {
    let file: String
    let kind: csm_change
    let offset: Int
    let bytes: UnsafeRawBufferPointer
  }

  private struct Piece {
    let offset: Int
    let bytes: [UInt8]
  }

  /// The disks by their folders.
  private static let disks = Confined<[String: Disk]>([:])

  /// The files that a journal consists of.
  private static let files = [
    "journal.db", "journal.db-wal", "journal.db-journal", "journal.db.lock", "journal.db.runners",
  ]

  init(_ folder: String) {
    self.folder = folder
    state = Confined(State())
    mkdir(folder, 0o700)
    Self.disks.value[folder] = self
  }

  /// The path of the journal.
  var journal: String { "\(folder)/journal.db" }

  /// The folder of jobs, each of which is written and flushed as a whole.
  var jobs: String { "\(folder)/jobs" }

  var hasJob: Bool { access("\(jobs)/1.job", F_OK) == 0 }

  /// Makes SQLite report what it does to the files of all disks.
  static func install() {
    csm_observe_files { path, kind, offset, bytes, count in
      guard let path, let slash = strrchr(path, 47) else { return SQLITE_OK }
      let folder = UnsafeRawBufferPointer(start: path, count: UnsafeRawPointer(slash) - UnsafeRawPointer(path))
      guard let disk = Disk.disks.value[String(decoding: folder, as: UTF8.self)] else { return SQLITE_OK }
      let change = Change(
        file: String(cString: slash + 1), kind: csm_change(rawValue: UInt32(kind)),
        offset: Int(offset), bytes: UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      return disk.prepare(change) ? SQLITE_OK : SQLITE_IOERR
    }
  }

  /// Starts a process on this disk.
  ///
  /// - Parameters:
  ///   - recordsUndo: whether the machine may lose its power.
  ///   - mayChange: called before each change; returns whether it may happen.
  func attach(recordsUndo: Bool, _ mayChange: @escaping (Change) -> Bool) {
    state.value.recordsUndo = recordsUndo
    state.value.undo = [:]
    state.value.mayChange = mayChange
  }

  private func prepare(_ change: Change) -> Bool {
    guard state.value.mayChange(change) else { return false }
    guard state.value.recordsUndo else { return true }
    switch change.kind {
    case csm_sync, csm_remove: state.value.undo[change.file] = nil
    case csm_write:
      let path = "\(folder)/\(change.file)"
      let old = Self.read(path, at: change.offset, count: change.bytes.count)
      let padding = [UInt8](repeating: 0, count: change.bytes.count - old.count)
      state.value.undo[change.file, default: []].append(Piece(offset: change.offset, bytes: old + padding))
    default: break
    }
    return true
  }

  /// The disk as it is at this instant, in another folder.
  ///
  /// - Parameters:
  ///   - change: the change that was about to be made; it is not, or in part, or as a whole.
  ///   - losesPower: whether what was not flushed may be lost.
  func copy(to folder: String, during change: Change?, losesPower: Bool, by dice: inout Dice) -> Disk {
    let copy = Disk(folder)
    for file in Self.files {
      var bytes = Self.read("\(self.folder)/\(file)", at: 0, count: 1 << 24)
      guard !bytes.isEmpty || access("\(self.folder)/\(file)", F_OK) == 0 else { continue }
      if losesPower { lose(&bytes, state.value.undo[file] ?? [], by: &dice) }
      if let change, change.kind == csm_write, change.file == file, dice.chance(0.6) {
        let count = dice.chance(0.3) ? change.bytes.count : dice.below(change.bytes.count + 1)
        Self.put(Array(change.bytes.prefix(count)), at: change.offset, into: &bytes)
      }
      Self.write(bytes, to: "\(folder)/\(file)")
    }
    if hasJob {
      mkdir(copy.jobs, 0o700)
      Self.write(Self.read("\(jobs)/1.job", at: 0, count: 1 << 24), to: "\(copy.jobs)/1.job")
    }
    return copy
  }

  /// Takes back some of the changes that were not flushed, whole or in part.
  private func lose(_ bytes: inout [UInt8], _ undo: [Piece], by dice: inout Dice) {
    let share = dice.pick([1.0, 1.0, 0.5, 0.1])
    for piece in undo.reversed() where dice.chance(share) {
      let start = dice.chance(0.3) ? dice.below(piece.bytes.count) : 0
      Self.put(Array(piece.bytes.dropFirst(start)), at: piece.offset + start, into: &bytes)
    }
  }

  private static func put(_ piece: [UInt8], at offset: Int, into bytes: inout [UInt8]) {
    if bytes.count < offset + piece.count {
      bytes += [UInt8](repeating: 0, count: offset + piece.count - bytes.count)
    }
    bytes.replaceSubrange(offset..<offset + piece.count, with: piece)
  }

  private static func read(_ path: String, at offset: Int, count: Int) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    let size = max(min(count, Int(lseek(descriptor, 0, SEEK_END)) - offset), 0)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      filled = max(pread(descriptor, buffer.baseAddress, size, off_t(offset)), 0)
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    _ = Glibc.write(descriptor, bytes, bytes.count)
    close(descriptor)
  }

  /// Removes the files.
  func remove() {
    Self.disks.value[folder] = nil
    Folder.empty(jobs)
    rmdir(jobs)
    for file in Self.files + ["journal.db-shm"] { unlink("\(folder)/\(file)") }
    rmdir(folder)
  }
}
