import Glibc
import JSONValue
import SystemPackage
package import TuskCommon
package import XCallbackURL

/// The jobs of the last 30 days, a file each: a line of JSON that describes it, then the URL of each change. What was
/// made is in the journal.
package struct JobStore: Sendable {
  private let folder: String
  private let now: @Sendable () -> Int

  /// How long a job is kept, in seconds.
  private static let lifetime = 30 * 86_400

  package init(folder: String, now: @escaping @Sendable () -> Int) {
    (self.folder, self.now) = (folder, now)
  }

  /// Keeps a job, which gets the next number.
  package func create(_ job: Job, urls: LineSpool) throws(Failure) -> Job {
    var job = job
    job.id = (numbers().max() ?? 0) + 1
    try PrivateFile.makeFolder(of: path(of: job.id))
    while true {
      // Another process may take the same number.
      let descriptor = open(path(of: job.id), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 {
        close(descriptor)
        try write(job, urls)
        return job
      }
      guard errno == EEXIST else { throw .system("cannot write \(path(of: job.id))") }
      job.id += 1
    }
  }

  private func write(_ job: Job, _ urls: LineSpool) throws(Failure) {
    try PrivateFile(path(of: job.id)).write { file throws(Errno) in
      let (lines, most) = (try urls.read(), 65_536)
      var text = job.json.text + "\n"
      while let line = try lines.next() {
        text += line + "\n"
        guard text.utf8.count > most else { continue }
        try file.writeAll(text)
        text = ""
      }
      try file.writeAll(text)
    }
  }

  /// All jobs, in order; those that are too old are removed.
  package func all() throws(Failure) -> [Job] {
    var jobs: [Job] = []
    for number in numbers().sorted() {
      guard let job = try job(number) else { continue }
      if job.begun < now() - Self.lifetime { unlink(path(of: number)) } else { jobs.append(job) }
    }
    return jobs
  }

  /// The job with this number; `nil` if there is none.
  package func job(_ id: Int) throws(Failure) -> Job? {
    try reading(id) { lines throws(Errno) in try lines.next().flatMap { Job($0, id: id) } } ?? nil
  }

  /// The URLs of a job; `nil` if it was canceled or is too old.
  package func urls(of job: Job) throws(Failure) -> FileLines? {
    guard isThere(job) else { return nil }
    let isWhole = try reading(job.id) { lines throws(Errno) in
      var (count, size) = (0, 0)
      while let line = try lines.next() { (count, size) = (count + 1, size + line.utf8.count + 1) }
      return count == job.count + 1 && size == lines.size
    }
    guard isWhole ?? false else { throw .damaged(job) }
    return try reading(job.id) { lines throws(Errno) in
      _ = try lines.next()
      return lines
    }
  }

  /// Whether the job was not canceled meanwhile.
  package func isThere(_ job: Job) -> Bool {
    // Another job may have its number since.
    (try? self.job(job.id))?.key == job.key
  }

  /// Forgets the job, so that it does not go on.
  package func cancel(_ job: Job) throws(Failure) {
    guard isThere(job) else { return }
    guard unlink(path(of: job.id)) == 0 || errno == ENOENT else { throw .system("cannot remove \(path(of: job.id))") }
  }

  private func path(of id: Int) -> String { "\(folder)/\(id).job" }

  private func numbers() -> [Int] {
    (FolderNames.all(in: folder) ?? []).compactMap { $0.hasSuffix(".job") ? Int($0.dropLast(4)) : nil }
  }

  /// Reads the lines of a file; `nil` if it does not exist.
  private func reading<Value>(_ id: Int, _ read: (FileLines) throws(Errno) -> Value) throws(Failure) -> Value? {
    let descriptor = open(path(of: id), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw .system("cannot read \(path(of: id))") }
      return nil
    }
    do throws(Errno) { return try read(FileLines(FileDescriptor(rawValue: descriptor))) } catch {
      throw .system("cannot read \(path(of: id))", error)
    }
  }
}

extension Job {
  fileprivate var json: JSON {
    [
      "key": .string(key), "verb": .string(verb), "subjects": .string(subjects), "count": .int(count),
      "account": .string(account), "begun": .int(begun), "line": .string(line),
    ]
  }

  fileprivate init?(_ line: String, id: Int) {
    guard let json = try? JSON(parsing: Array(line.utf8)), let key = json["key"]?.string,
      let verb = json["verb"]?.string, let subjects = json["subjects"]?.string, let count = json["count"]?.int,
      let account = json["account"]?.string, let begun = json["begun"]?.int, let text = json["line"]?.string
    else { return nil }
    self.init(
      id: id, key: key, verb: verb, subjects: subjects, count: count, account: account, begun: begun, line: text)
  }
}

extension Failure {
  fileprivate static func damaged(_ job: Job) -> Failure {
    Failure(.badSettings, "the file of job \(job.id) is damaged; forget it: job cancel \(job.id)")
  }
}
