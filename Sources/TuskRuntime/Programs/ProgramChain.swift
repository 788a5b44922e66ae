import SystemPackage
import TuskCommon
package import XCallbackURL

/// Programs connected by pipes, each started with exactly the given arguments.
///
/// No shell is involved: a word is never split, expanded or executed. The programs inherit this process's environment and
/// standard error, no other open files, and default signal handlers. They are in its process group if that has the
/// terminal, so that Ctrl-C reaches them, and otherwise each in one of its own, which ends with it. Where they get
/// the terminal, they are one group, which has it alone.
package struct ProgramChain: Sendable, Hashable {
  /// The words of each program, starting with its name.
  package let programs: [[String]]
  /// Whether each has a process group of its own; `nil` for what the terminal needs.
  private let isGrouped: Bool?

  package init(_ programs: [[String]], isGrouped: Bool? = nil) {
    self.programs = programs
    self.isGrouped = isGrouped
  }

  /// The input of the first program.
  package enum Input: Sendable {
    case nothing
    /// What the closure writes, until it returns or the first program ends, which cancels the closure's task.
    ///
    /// If it throws, the input ends, and the error is rethrown once the programs have finished.
    case produced(Producer)
  }

  /// Writes to the first program. The process must ignore SIGPIPE.
  package typealias Producer = @Sendable (ProgramInput) async throws(Failure) -> Void

  /// The output of the last program.
  package enum Output: Sendable, Hashable {
    /// Kept in memory, up to this number of bytes.
    case captured(atMost: Int)
    /// Written to an open file, which stays open.
    case descriptor(Int32)

    /// Kept in memory, up to 16 MiB.
    package static let captured = Output.captured(atMost: 16 << 20)
  }

  /// What becomes of what the programs write to standard error.
  package enum Errors: Sendable, Hashable {
    case inherited
    /// Part of the result, and passed on if it is shown.
    case kept(isShown: Bool)
  }

  /// Runs the programs and waits for all of them.
  ///
  /// Canceling the task sends them SIGTERM, and SIGKILL if they still run after two seconds.
  ///
  /// - Parameter terminal: what the programs get while they run, and the first one reads if it has no other input; the
  ///   output is then a descriptor.
  /// - Throws: ``Failure`` if a program does not exist, the output is too long or the producer failed. The programs'
  ///   exit statuses are part of the result.
  package func run(
    input: Input, output: Output, errors: Errors = .inherited, on terminal: ForegroundTerminal? = nil
  ) async throws(Failure) -> ProgramResult {
    guard case .kept(let isShown) = errors else { return try await run(input, (output, nil), terminal) }
    let kept = try ProgramErrors(isShown: isShown)
    let (result, bytes) = await kept.collect {
      do throws(Failure) {
        return .success(try await run(input, (output, kept.target), terminal))
      } catch {
        return .failure(error)
      }
    }
    var finished = try result.get()
    finished.errors = bytes
    return finished
  }

  private func run(
    _ input: Input, _ target: (output: Output, errors: FileDescriptor?), _ terminal: ForegroundTerminal?
  ) async throws(Failure) -> ProgramResult {
    var executables: [ProgramStage.Program] = []
    for words in programs { executables.append(try await ProgramStage.Program(words)) }
    guard !executables.isEmpty else { return ProgramResult(output: [], endings: []) }
    switch input {
    case .nothing:
      let stages = stages(executables, try Self.pipes(executables.count - 1), nil, target)
      return try await Self.run(Self.parts(of: stages, on: terminal), nil)
    case .produced(let producer):
      let pipes = try Self.pipes(executables.count)
      let feed = try ProgramInput(to: pipes[0])
      let stages = stages(executables, Array(pipes.dropFirst()), pipes[0], target)
      return try await Self.run(Self.parts(of: stages, on: terminal), (feed, producer))
    }
  }

  /// - Parameters:
  ///   - pipes: the pipes between the programs.
  ///   - source: the input of the first one.
  private func stages(
    _ executables: [ProgramStage.Program], _ pipes: [Pipe], _ source: Pipe?,
    _ target: (output: Output, errors: FileDescriptor?)
  ) -> [ProgramStage] {
    let isGrouped = isGrouped ?? !ProgramGroup.hasTerminal
    let sources = [source] + pipes.map(Optional.some)
    let targets = pipes.map { ProgramStage.Target.pipe($0.writing) } + [.end(target.output)]
    return zip(executables, zip(sources, targets)).map { program, ends in
      ProgramStage(
        program: program, source: ends.0?.reading, target: ends.1, errors: target.errors, isGrouped: isGrouped)
    }
  }

  private static func pipes(_ count: Int) throws(Failure) -> [Pipe] {
    do throws(Errno) {
      return try Pipe.several(count)
    } catch {
      throw .noPipe(error)
    }
  }

  private typealias Feed = (input: ProgramInput, producer: Producer)

  /// Waits for the end of one program, which it may start first.
  private typealias Part = @Sendable () async -> Result<ProgramStage.Finished, Failure>

  private static func parts(of stages: [ProgramStage], on terminal: ForegroundTerminal?) -> [Part] {
    guard let terminal else { return stages.map { stage in { await stage.run() } } }
    do throws(Failure) {
      let job = try ForegroundJob(stages, on: terminal)
      return stages.indices.map { index in { await job.end(of: index) } }
    } catch {
      return [{ .failure(error) }]
    }
  }

  private static func run(_ parts: [Part], _ feed: Feed?) async throws(Failure) -> ProgramResult {
    let finished = await withTaskGroup(of: (Int, Result<ProgramStage.Finished, Failure>).self) { group in
      for (index, part) in parts.enumerated() {
        group.addTask {
          guard index == 0, let feed else { return (index, await part()) }
          return (index, await run(part, fedBy: feed))
        }
      }
      var finished: [(index: Int, result: Result<ProgramStage.Finished, Failure>)] = []
      for await one in group {
        if case .failure = one.1 { group.cancelAll() }
        finished.append(one)
      }
      return finished
    }
    // The first failure is the cause of those after it.
    for case (_, .failure(let failure)) in finished { throw failure }
    var all: [ProgramStage.Finished] = []
    for (_, result) in finished.sorted(by: { $0.index < $1.index }) { all.append(try result.get()) }
    for failure in all.compactMap(\.inputFailure) { throw failure }
    return ProgramResult(output: all.last?.output ?? [], endings: all.map(\.ending))
  }

  private static func run(
    _ part: @escaping Part, fedBy feed: Feed
  ) async -> Result<ProgramStage.Finished, Failure> {
    await withTaskGroup(of: FedPart.self) { group in
      group.addTask { .produced(await feed.input.failure(of: feed.producer)) }
      group.addTask { .ended(await part()) }
      var ended: Result<ProgramStage.Finished, Failure>?
      var failure: Failure?
      for await part in group {
        switch part {
        case .ended(let result):
          ended = result
          feed.input.abandon()
          group.cancelAll()
        case .produced(let why): if ended == nil { failure = why }
        }
      }
      return (ended ?? .failure(.lostProgram)).map { finished in
        var finished = finished
        finished.inputFailure = failure
        return finished
      }
    }
  }

  private enum FedPart: Sendable {
    case produced(Failure?)
    case ended(Result<ProgramStage.Finished, Failure>)
  }
}

extension Failure {
  static let lostProgram = Failure(.defect, "a program was started, but its end was not observed")
}
