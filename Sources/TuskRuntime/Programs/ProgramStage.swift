import Glibc
import Subprocess
import SystemPackage
import XCallbackURL

/// One program of a chain, with its input and output.
struct ProgramStage: Sendable {
  let program: Program
  /// The end of a pipe, closed here once the program has it; `nil` for no input, or for that of the terminal.
  let source: FileDescriptor?
  let target: Target
  /// What standard error is; `nil` for that of this process.
  let errors: FileDescriptor?
  /// Whether the program runs in a process group of its own, which ends with it.
  let isGrouped: Bool

  /// Where a program writes.
  enum Target: Sendable {
    /// The end of a pipe, closed here once the program has it.
    case pipe(FileDescriptor)
    case end(ProgramChain.Output)
  }

  /// A program that was found, and its arguments.
  struct Program: Sendable {
    let name: String
    let executable: Executable
    /// Where it was found.
    let path: String
    let arguments: [String]

    init(_ words: [String]) async throws(Failure) {
      guard let name = words.first, !name.isEmpty else { throw .noName }
      guard !words.contains(where: { $0.utf8.contains(0) }) else { throw .holdsNUL(name) }
      self.name = name
      let executable = name.contains("/") ? Executable.path(FilePath(name)) : .name(name)
      self.executable = executable
      arguments = Array(words.dropFirst())
      do {
        path = try await executable.resolveExecutablePath(in: .inherit).string
      } catch {
        throw .noProgram(name)
      }
      guard Self.isProgram(path) else { throw .noProgram(name) }
    }

    private static func isProgram(_ path: String) -> Bool {
      var facts = stat()
      return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
  }

  /// The result of a program that has ended.
  struct Finished: Sendable {
    let ending: ProgramResult.Ending
    let output: [UInt8]
    /// The failure of its input's producer.
    var inputFailure: Failure?
  }

  /// Runs the program to its end.
  func run() async -> Result<Finished, Failure> {
    do {
      let source = try source ?? FileDescriptor.open("/dev/null", .readOnly)
      return .success(try await finished(reading: source))
    } catch let error as SubprocessError where error.code == .executableNotFound {
      return .failure(.noProgram(program.name))
    } catch let error as SubprocessError where error.code == .outputLimitExceeded {
      return .failure(.tooMuchOutput(program.name))
    } catch {
      return .failure(.cannotRun(program.name, error))
    }
  }

  private func finished(reading source: FileDescriptor) async throws -> Finished {
    let input = FileDescriptorInput.fileDescriptor(source, closeAfterSpawningProcess: true)
    switch target {
    case .pipe(let end):
      return try await finished(input, .fileDescriptor(end, closeAfterSpawningProcess: true))
    case .end(.descriptor(let number)):
      let end = FileDescriptor(rawValue: number)
      return try await finished(input, .fileDescriptor(end, closeAfterSpawningProcess: false))
    case .end(.captured(let most)):
      let result = try await Subprocess.run(
        configuration, input: input, output: .bytes(limit: most), error: error)
      await endGroup(result.processIdentifier.value)
      return Finished(ending: ending(result.terminationStatus), output: result.standardOutput)
    }
  }

  private func finished(_ input: FileDescriptorInput, _ output: FileDescriptorOutput) async throws -> Finished {
    let result = try await Subprocess.run(configuration, input: input, output: output, error: error)
    await endGroup(result.processIdentifier.value)
    return Finished(ending: ending(result.terminationStatus), output: [])
  }

  /// Ends what a canceled program has left in its group.
  private func endGroup(_ group: pid_t) async {
    guard isGrouped, Task.isCancelled else { return }
    await ProgramGroup.end(group)
  }

  private var error: FileDescriptorOutput {
    errors.map { .fileDescriptor($0, closeAfterSpawningProcess: false) } ?? .currentStandardError
  }

  private var configuration: Configuration {
    var options = PlatformOptions()
    if isGrouped { options.processGroupID = 0 }
    options.teardownSequence = [
      .gracefulShutDown(toProcessGroup: isGrouped, allowedDurationToNextStep: .seconds(2))
    ]
    return Configuration(
      executable: program.executable, arguments: Arguments(program.arguments), platformOptions: options)
  }

  private func ending(_ status: TerminationStatus) -> ProgramResult.Ending {
    switch status {
    case .exited(let code): ProgramResult.Ending(program: program.name, end: .status(code))
    case .signaled(let signal): ProgramResult.Ending(program: program.name, end: .signal(signal))
    }
  }
}

extension Failure {
  fileprivate static let noName = Failure(.invalidParameter, "the program's name is missing")

  fileprivate static func holdsNUL(_ name: String) -> Failure {
    Failure(.invalidParameter, "an argument for '\(name)' contains a NUL character, which programs cannot receive")
  }

  static func noProgram(_ name: String) -> Failure {
    Failure(.notFound, "program '\(name)' not found")
  }

  fileprivate static func tooMuchOutput(_ name: String) -> Failure {
    Failure(.rejected, "the output of '\(name)' is too large to keep; write it to a file with: > FILE")
  }

  static func cannotRun(_ name: String, _ error: any Error) -> Failure {
    Failure(.rejected, "cannot run '\(name)': \(error)")
  }
}
