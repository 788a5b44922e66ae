package import XCallbackURL

/// Programs that read from one another through pipes, started with exactly the words they were given.
///
/// There is no shell: a word is never split, expanded or run. The programs have this process's environment and
/// standard error and no other open file, default signals, and its process group, so that a Ctrl-C reaches them.
package struct ProgramChain: Sendable, Hashable {
  /// The words of each program, its name first.
  package let programs: [[String]]

  package init(_ programs: [[String]]) {
    self.programs = programs
  }

  /// What the first program reads.
  package enum Input: Sendable {
    case nothing
    /// What the closure writes, until it returns or the first program has ended, which cancels its task.
    ///
    /// Its failure ends the input, and is thrown when the programs are done with what they got.
    case produced(Producer)
  }

  /// Writes to the first program. The process must ignore SIGPIPE.
  package typealias Producer = @Sendable (ProgramInput) async throws(Failure) -> Void

  /// Where the last program writes.
  package enum Output: Sendable, Hashable {
    /// To the memory, no more than so many bytes.
    case captured(atMost: Int)
    /// To an open file, which stays open.
    case descriptor(Int32)

    /// To the memory, 16 MiB at most.
    package static let captured = Output.captured(atMost: 16 << 20)
  }

  /// Runs the programs and waits for all of them.
  ///
  /// Cancelling the task ends them with SIGTERM, and with SIGKILL where that does not help within two seconds.
  ///
  /// - Throws: ``Failure`` where a program does not exist, the output is too long or the producer failed. How the
  ///   programs ended is a part of the result.
  package func run(input: Input, output: Output) async throws(Failure) -> ProgramResult {
    var executables: [ProgramStage.Program] = []
    for words in programs { executables.append(try await ProgramStage.Program(words)) }
    guard !executables.isEmpty else { return ProgramResult(output: [], endings: []) }
    switch input {
    case .nothing:
      return try await Self.run(stages(executables, try Pipe.several(executables.count - 1), nil, output), nil)
    case .produced(let producer):
      let pipes = try Pipe.several(executables.count)
      let feed = try ProgramInput(to: pipes[0])
      let stages = stages(executables, Array(pipes.dropFirst()), pipes[0], output)
      return try await Self.run(stages, (feed, producer))
    }
  }

  /// - Parameters:
  ///   - pipes: those between the programs.
  ///   - source: what the first one reads.
  private func stages(
    _ executables: [ProgramStage.Program], _ pipes: [Pipe], _ source: Pipe?, _ output: Output
  ) -> [ProgramStage] {
    let sources = [source] + pipes.map(Optional.some)
    let targets = pipes.map { ProgramStage.Target.pipe($0.writing) } + [.end(output)]
    return zip(executables, zip(sources, targets)).map { program, ends in
      ProgramStage(program: program, source: ends.0?.reading, target: ends.1)
    }
  }

  private typealias Feed = (input: ProgramInput, producer: Producer)

  private static func run(_ stages: [ProgramStage], _ feed: Feed?) async throws(Failure) -> ProgramResult {
    let finished = await withTaskGroup(of: (Int, Result<ProgramStage.Finished, Failure>).self) { group in
      for (index, stage) in stages.enumerated() {
        group.addTask {
          guard index == 0, let feed else { return (index, await stage.run()) }
          return (index, await run(stage, fedBy: feed))
        }
      }
      var finished: [(index: Int, result: Result<ProgramStage.Finished, Failure>)] = []
      for await one in group {
        if case .failure = one.1 { group.cancelAll() }
        finished.append(one)
      }
      return finished
    }
    // What failed first is the reason for whatever failed after it.
    for case (_, .failure(let failure)) in finished { throw failure }
    var all: [ProgramStage.Finished] = []
    for (_, result) in finished.sorted(by: { $0.index < $1.index }) { all.append(try result.get()) }
    for failure in all.compactMap(\.inputFailure) { throw failure }
    return ProgramResult(output: all.last?.output ?? [], endings: all.map(\.ending))
  }

  private static func run(
    _ stage: ProgramStage, fedBy feed: Feed
  ) async -> Result<ProgramStage.Finished, Failure> {
    await withTaskGroup(of: FedPart.self) { group in
      group.addTask { .produced(await feed.input.failure(of: feed.producer)) }
      group.addTask { .ended(await stage.run()) }
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
  fileprivate static let lostProgram = Failure(.defect, "a program was started and its end was not seen")
}
