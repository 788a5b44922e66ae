import Glibc
import JSONValue
import SystemPackage
package import TuskCommon
package import XCallbackURL

/// The jobs, a file each: a line of JSON that describes it, then the URL of each change. What was made is in the journal.
package struct JobStore: Sendable {
  private let folder: String

  package init(folder: String) { self.folder = folder }

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

  /// The jobs that are kept, in order, with those that were canceled and those whose files are damaged.
  package func all() throws(Failure) -> [Job] {
    var jobs: [Job] = []
    for number in numbers().sorted() { if let job = try job(number) { jobs.append(job) } }
    return jobs
  }

  /// The job with this number; `nil` if there is none.
  package func job(_ id: Int) throws(Failure) -> Job? {
    for state in Self.suffixes.map(\.state) {
      guard let line = try reading(id, state, { lines throws(Errno) in try lines.next() ?? "" }) else { continue }
      var job = Job(line, id: id) ?? .damaged(id)
      if job.state == .kept { job.state = state }
      return job
    }
    return nil
  }

  /// The URLs of a job; `nil` if it is not kept any more.
  package func urls(of job: Job) throws(Failure) -> FileLines? {
    guard let kept = try self.job(job.id), kept.key == job.key else { return nil }
    let isWhole = try reading(job.id, kept.state) { lines throws(Errno) in
      var (count, size) = (0, 0)
      while let line = try lines.next() { (count, size) = (count + 1, size + line.utf8.count + 1) }
      return count - 1 == job.count && size == lines.size
    }
    guard isWhole ?? false, kept.state != .damaged else { throw .damaged(job) }
    return try reading(job.id, kept.state) { lines throws(Errno) in
      _ = try lines.next()
      return lines
    }
  }

  /// Whether the job may go on, because it was not canceled meanwhile.
  ///
  /// - Throws: ``Failure`` if that cannot be read.
  package func isThere(_ job: Job) throws(Failure) -> Bool {
    guard let kept = try self.job(job.id) else { return false }
    guard kept.state != .damaged else { throw .damaged(kept) }
    // Another job may have its number since.
    return kept.state == .kept && kept.key == job.key
  }

  /// Keeps the job from going on. What it did can still be undone.
  package func cancel(_ job: Job) throws(Failure) {
    guard job.state == .damaged else { return try mark(job, .canceled) }
    guard unlink(path(of: job.id)) == 0 || errno == ENOENT else { throw .system("cannot remove \(path(of: job.id))") }
  }

  /// Notes that the job does not go on, because it was canceled or taken back.
  package func mark(_ job: Job, _ state: Job.State) throws(Failure) {
    guard let kept = try self.job(job.id), kept.key == job.key, kept.state != state else { return }
    guard rename(path(of: job.id, kept.state), path(of: job.id, state)) == 0 else {
      throw .system("cannot rename \(path(of: job.id, kept.state))")
    }
  }

  /// Removes what is kept of the job.
  package func remove(_ job: Job) throws(Failure) {
    guard try self.job(job.id)?.key == job.key else { return }
    for state in Self.suffixes.map(\.state) {
      guard unlink(path(of: job.id, state)) == 0 || errno == ENOENT else {
        throw .system("cannot remove \(path(of: job.id, state))")
      }
    }
  }

  private func path(of id: Int, _ state: Job.State = .kept) -> String {
    "\(folder)/\(id)\(Self.suffixes.first { $0.state == state }?.suffix ?? ".job")"
  }

  /// How the names of the files of jobs end.
  private static let suffixes: [(state: Job.State, suffix: String)] = [
    (.kept, ".job"), (.canceled, ".canceled"), (.undone, ".undone"),
  ]

  private func numbers() -> Set<Int> {
    let names = FolderNames.all(in: folder) ?? []
    return Set(
      names.compactMap { name in
        Self.suffixes.map(\.suffix).first(where: name.hasSuffix).flatMap { Int32(name.dropLast($0.count)) }
          .map(Int.init)
      })
  }

  /// Reads the lines of a file; `nil` if it does not exist.
  private func reading<Value>(
    _ id: Int, _ state: Job.State, _ read: (FileLines) throws(Errno) -> Value
  ) throws(Failure) -> Value? {
    let path = path(of: id, state)
    // Opening a pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      // A link is not a file that was written here.
      if errno == ELOOP { return try reading(FileLines([]), path, read) }
      guard errno == ENOENT else { throw .system("cannot read \(path)") }
      return nil
    }
    let lines = FileLines(FileDescriptor(rawValue: descriptor))
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw .system("cannot read \(path)") }
    // What is no file, or what others can have written, is read as an empty one, which is no job.
    let isOwn = facts.st_mode & S_IFMT == S_IFREG && facts.st_mode & 0o077 == 0
    return try reading(isOwn ? lines : FileLines([]), path, read)
  }

  private func reading<Value>(
    _ lines: FileLines, _ path: String, _ read: (FileLines) throws(Errno) -> Value
  ) throws(Failure) -> Value {
    do throws(Errno) { return try read(lines) } catch { throw .system("cannot read \(path)", error) }
  }
}

extension Job {
  fileprivate var json: JSON {
    var object: JSON.Object = [
      "key": .string(key), "verb": .string(verb), "subjects": .string(subjects), "count": .int(count),
      "account": .string(account), "begun": .int(begun), "line": .string(line),
    ]
    object["journal"] = journal.map(JSON.string)
    object["undoes"] = undoes.map(JSON.string)
    return .object(object)
  }

  /// A time in seconds since 1970, up to the year 9999.
  private static let times = 0...253_402_300_799

  fileprivate init?(_ line: String, id: Int) {
    guard let json = try? JSON(parsing: Array(line.utf8)), let key = json["key"]?.string, !key.isEmpty,
      let verb = json["verb"]?.string, let subjects = json["subjects"]?.string, let count = json["count"]?.int,
      let account = json["account"]?.string, let begun = json["begun"]?.int, let text = json["line"]?.string,
      (1...Int(UInt32.max)).contains(count), Self.times.contains(begun)
    else { return nil }
    self.init(
      id: id, key: key, verb: verb, subjects: subjects, count: count, account: account, begun: begun, line: text,
      journal: json["journal"]?.string)
    undoes = json["undoes"]?.string
  }
}

extension Failure {
  static func damaged(_ job: Job) -> Failure {
    Failure(
      .badSettings, "the file of job \(job.id) is damaged, or others can change it; forget it: job cancel \(job.id)")
  }
}
