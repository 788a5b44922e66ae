#if os(Linux) || os(macOS)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// An opener that lets the desktop find the app: by `gio` or `xdg-open` on Linux, and by `open` on macOS.
  ///
  /// The tool is run with the URL as one argument, never through a shell. As long as it runs, everyone on the machine can
  /// see its arguments, so a secret does not belong in a URL. Where there is no tool that can work, because
  /// none is installed or there is no desktop, that is an error.
  public struct DesktopOpener: URLOpener {
    private let tool: Tool?
    private let variables: @Sendable (String) -> String?

    /// A program that opens URLs.
    public struct Tool: Sendable, Hashable {
      /// Its name, which is looked up in `PATH`, or its path.
      public var program: String
      /// What stands before the URL.
      public var arguments: [String]

      /// A tool of this name, with these arguments before the URL.
      public init(_ program: String, _ arguments: String...) {
        self.program = program
        self.arguments = arguments
      }

      /// `gio open` of GLib, which returns at once and takes every scheme.
      public static let gio = Tool("gio", "open")
      /// `xdg-open`, which may run as long as the app does, and knows no scheme with a digit in it.
      public static let xdgOpen = Tool("xdg-open")
      /// `open -g` of macOS, which leaves the app in the background.
      public static let open = Tool("/usr/bin/open", "-g")
    }

    /// Why the desktop was not given a URL.
    public enum Refusal: Error, Sendable, Hashable, CustomStringConvertible {
      /// None of these programs is in `PATH`.
      case noTool([String])
      /// The program would open the URL in something other than its app, for this reason.
      case unfit(String, because: String)
      /// The program could not be started, for the system's reason of this number.
      case notStarted(String, Int32)
      /// The program ended with this status other than 0: most likely nothing handles the scheme.
      case failed(String, status: Int32)
      /// The program was ended by this signal.
      case killed(String, signal: Int32)

      public var description: String {
        switch self {
        case .noTool(let names): "there is no \(names.joined(separator: " and no ")) to open URLs with"
        case .unfit(let name, let reason): "\(name) would not reach the app: \(reason)"
        case .notStarted(let name, let number): "\(name) could not be started: \(String(cString: strerror(number)))"
        case .failed(let name, let status): "\(name) ended with status \(status); perhaps no app handles the scheme"
        case .killed(let name, let signal): "\(name) was ended by signal \(signal)"
        }
      }
    }

    /// - Parameters:
    ///   - tool: the program; `nil` for the best of those that are installed.
    ///   - variables: the environment's variables; `nil` for those of this process.
    public init(_ tool: Tool? = nil, variables: (@Sendable (String) -> String?)? = nil) {
      self.tool = tool
      self.variables = variables ?? { getenv($0).map { String(cString: $0) } }
    }

    #if os(macOS)
      private static let tools = [Tool.open]
    #else
      private static let tools = [Tool.gio, .xdgOpen]
    #endif

    /// Runs the tool and waits for its end. A cancelled task waits no longer, and the tool goes on.
    ///
    /// - Throws: ``Refusal``.
    public func open(_ url: CallbackURL) async throws {
      let (tool, path) = try found()
      if path.hasSuffix("/xdg-open") { try checkFitness(of: tool, for: url) }
      // xdg-open knows only lower-case schemes.
      let text = url.scheme + url.description.dropFirst(url.scheme.count)
      let ending: ChildProcess.Ending
      do {
        ending = try await ChildProcess(path: path, arguments: tool.arguments + [text]).ending()
      } catch let error as ChildProcess.NotStarted {
        throw Refusal.notStarted(tool.program, error.number)
      }
      switch ending {
      case .exited(0): break
      case .exited(let status): throw Refusal.failed(tool.program, status: status)
      case .signalled(let signal): throw Refusal.killed(tool.program, signal: signal)
      }
    }

    private func found() throws(Refusal) -> (tool: Tool, path: String) {
      let tools = tool.map { [$0] } ?? Self.tools
      for tool in tools {
        if let path = path(of: tool.program) { return (tool, path) }
      }
      throw .noTool(tools.map(\.program))
    }

    /// The file that runs under the name; folders that are not absolute are passed over, as anyone can fill them.
    private func path(of program: String) -> String? {
      guard !program.utf8.contains(UInt8(ascii: "/")) else { return program }
      let folders = (variables("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
      return folders.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }

    private func checkFitness(of tool: Tool, for url: CallbackURL) throws(Refusal) {
      guard !url.scheme.contains(where: \.isNumber) else {
        throw .unfit(tool.program, because: "it takes a scheme with a digit for a file")
      }
      guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { variables($0)?.isEmpty == false }) else {
        throw .unfit(tool.program, because: "without a desktop it opens a browser instead")
      }
    }
  }
#endif
