import Glibc
import TuskActions
import TuskCommon
import XCallbackURL

extension Shell {
  /// The most pictures that are opened in a browser.
  private static var mostPages: Int { 4 }

  /// Opens a page in the desktop's browser; over ssh and without a desktop, prints its address.
  func openPage(_ address: String) -> ExitCode {
    guard address.hasPrefix("https://") else {
      return reporter(isScript: false).report("only https pages are opened, not \(address)", .refused)
    }
    let hasDesktop = environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil
    guard hasDesktop, environment["SSH_CONNECTION"] == nil else {
      streams.write(address + "\n")
      return streams.exitCode
    }
    let obstacle = interrupts.whileRunning { [environment] in await Self.open(address, in: environment) }
    guard let obstacle else { return .success }
    return reporter(isScript: false).report("cannot open \(address): \(obstacle)", .system)
  }

  /// Copies an address to the clipboard.
  func copy(_ address: String) -> ExitCode {
    let hasTerminal = terminal.canEditLines
    switch Clipboard.found(for: address, in: environment, hasTerminal: hasTerminal) {
    case .terminal(let sequence)?:
      streams.write(sequence)
      streams.report("sent to the clipboard of the terminal: \(address)\n")
      return .success
    case .program(let program)?:
      guard case .printed = interrupts.whileRunning({ await program.run() }) else {
        return reporter(isScript: false).report("cannot copy with \(program.path)", .system)
      }
    case nil:
      streams.write(address + "\n")
      return streams.exitCode
    }
    streams.report("copied \(address)\n")
    return .success
  }

  /// Shows pictures in the terminal by `chafa`, or without it in the browser.
  func showPictures(_ addresses: [String]) -> ExitCode {
    guard terminal.isTerminal(.output), !terminal.isPlain, let program = environment.program(named: "chafa") else {
      return addresses.prefix(Self.mostPages).map(openPage).first { $0 != .success } ?? .success
    }
    do throws(Failure) {
      let folder = try PictureFolder(in: environment)
      defer { folder.remove() }
      for address in addresses { try show(address, in: folder, by: program) }
      return interrupts.exitCode ?? .success
    } catch {
      return reporter(isScript: false).report(error)
    }
  }

  private func show(_ address: String, in folder: PictureFolder, by program: String) throws(Failure) {
    defer { folder.clear() }
    let pairs = [CallbackURL.Pair("url", address), CallbackURL.Pair("to", folder.file)]
    let url = CallbackURL(scheme: "tusker", action: "downloadMedia", pairs: pairs)
    let reply = carryOut(url, from: .person, consentPrompt: consentPrompt())
    if let failure = reply.failure { throw failure }
    guard reply.data != nil else { return }
    let size = Terminal.size()
    let drawing = ProgramStart(program, ["--size", "\(size.columns)x\(max(size.rows - 2, 4))", "--", folder.file])
    guard let process = try? drawing.start() else { throw .notStarted(program) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
  }
}

extension Failure {
  fileprivate static func notStarted(_ program: String) -> Failure {
    Failure(.defect, "\(program) could not be started")
  }
}
