import Glibc
import Synchronization
import SystemPackage
import TuskCommon
package import XCallbackURL

/// A file that results are written to: replaced as a whole on success, or appended to in whole lines.
package final class OutputFile: Sendable {
  /// What happens to the file's previous content.
  package enum Mode: Sendable, Hashable, CaseIterable {
    /// It is kept until ``OutputFile/commit()`` replaces it.
    case replacing
    /// It is kept, and lines are appended; other programs may append at the same time.
    case appending
  }

  private let path: String
  /// The descriptor to give to a program.
  package let descriptor: Int32
  private let isPipe: Bool
  private let replacement: Replacement?
  private let state: Mutex<State>

  private struct State {
    var isOpen = true
    /// The start of an unfinished line, in the mode that writes only whole lines.
    var line: [UInt8]?
  }

  /// - Throws: ``Failure`` if the path cannot be written to.
  package init(_ path: String, _ mode: Mode) throws(Failure) {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .notAPath }
    self.path = path
    switch mode {
    case .appending:
      replacement = nil
      state = Mutex(State(line: []))
      descriptor = try OutputFile.opened(path, O_APPEND)
    case .replacing:
      replacement = try Replacement(of: path)
      state = Mutex(State())
      descriptor = if let replacement { replacement.descriptor } else { try OutputFile.opened(path, O_TRUNC) }
    }
    isPipe = FileDescriptor(rawValue: descriptor).isPipe
  }

  private static func opened(_ path: String, _ flag: Int32) throws(Failure) -> Int32 {
    do throws(Errno) { return try FileDescriptor.opened(path, O_WRONLY | O_CREAT | flag).rawValue } catch {
      throw .cannotWrite(path, error.rawValue)
    }
  }

  deinit { discard() }

  /// Writes the bytes; after a failed write the file must not be committed.
  package func write(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    try state.withLock { state throws(Failure) in
      guard state.isOpen else { throw .closed(path) }
      guard let line = state.line else { return try put(bytes) }
      guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
        state.line = line + bytes
        return
      }
      state.line = Array(bytes[(end + 1)...])
      // Each line is one write, so that lines of several writers do not mix.
      try put((line + bytes[...end])[...])
    }
  }

  /// Replaces the old content with the new.
  package func commit() throws(Failure) {
    try state.withLock { state throws(Failure) in
      guard state.isOpen else { throw .closed(path) }
      if let line = state.line { try put(line[...]) }
      state.isOpen = false
      if let replacement { return try replacement.commit() }
      guard close(descriptor) == 0 else { throw .cannotWrite(path, errno) }
    }
  }

  /// Deletes what was written as a replacement, if it was not committed.
  package func discard() {
    state.withLock { state in
      guard state.isOpen else { return }
      state.isOpen = false
      if let replacement { replacement.discard() } else { close(descriptor) }
    }
  }

  private func put(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    do throws(Errno) {
      let file = FileDescriptor(rawValue: descriptor)
      if isPipe { try file.writeAll(toPipe: bytes) } else { try file.writeAll(bytes) }
    } catch {
      throw .cannotWrite(path, error.rawValue)
    }
  }
}

extension Failure {
  fileprivate static let notAPath = Failure(.invalidParameter, "a path must not be empty or contain NUL characters")

  static func cannotWrite(_ path: String, _ code: Int32) -> Failure {
    Failure(.invalidParameter, "cannot write '\(path)': \(SystemError.reason(code))")
  }

  fileprivate static func closed(_ path: String) -> Failure {
    Failure(.defect, "'\(path)' was written to after it was closed")
  }
}
