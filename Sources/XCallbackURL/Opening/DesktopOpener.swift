#if os(Linux) || os(macOS)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// Opens URLs with the desktop: with `gio` or `xdg-open` on Linux, and with `open` on macOS.
  ///
  /// The tool gets the URL as one argument, never through a shell. While it runs, every user of the machine can see its
  /// arguments, so URLs must not contain secrets. If no tool is installed or there is no desktop, opening fails.
  public struct DesktopOpener: URLOpener {
    private let tool: Tool?
    private let variables: @Sendable (String) -> String?

    /// A program that opens URLs.
    public struct Tool: Sendable, Hashable {
      /// The name, to look up in `PATH`, or the path.
      public var program: String
      /// The arguments before the URL.
      public var arguments: [String]

      /// Creates a tool with arguments before the URL.
      public init(_ program: String, _ arguments: String...) {
        self.program = program
        self.arguments = arguments
      }

      /// `gio open` of GLib, which returns at once and accepts every scheme.
      public static let gio = Tool("gio", "open")
      /// `xdg-open`, which may run as long as the app, and does not accept schemes with digits.
      public static let xdgOpen = Tool("xdg-open")
      /// `open -g` of macOS, which leaves the app in the background.
      public static let open = Tool("/usr/bin/open", "-g")
    }

    /// Why the desktop could not open a URL.
    public enum Refusal: Error, Sendable, Hashable, CustomStringConvertible {
      /// None of these programs is in `PATH`.
      case noTool([String])
      /// The program would open the URL in something other than the app, for this reason.
      case unfit(String, because: String)
      /// The program could not be started; has the system's error number.
      case notStarted(String, Int32)
      /// The program ended with this status; most likely no app handles the scheme.
      case failed(String, status: Int32)
      /// The program was terminated by this signal.
      case killed(String, signal: Int32)

      public var description: String {
        switch self {
        case .noTool(let names): "cannot open URLs: install \(names.joined(separator: " or "))"
        case .unfit(let name, let reason): "\(name) would not reach the app: \(reason)"
        case .notStarted(let name, let number): "\(name) could not be started: \(String(cString: strerror(number)))"
        case .failed(let name, let status): "\(name) ended with status \(status); perhaps no app handles the scheme"
        case .killed(let name, let signal): "\(name) was terminated by signal \(signal)"
        }
      }
    }

    /// - Parameters:
    ///   - tool: the program; `nil` for the best that is installed.
    ///   - variables: the environment variables; `nil` for those of this process.
    public init(_ tool: Tool? = nil, variables: (@Sendable (String) -> String?)? = nil) {
      self.tool = tool
      self.variables = variables ?? { getenv($0).map { String(cString: $0) } }
    }

    #if os(macOS)
      private static let tools = [Tool.open]
    #else
      private static let tools = [Tool.gio, .xdgOpen]
    #endif

    /// Runs the tool and waits for its end; a canceled task stops waiting, and the tool goes on.
    ///
    /// - Throws: ``Refusal``.
    public func open(_ url: CallbackURL) async throws {
      let (tool, path) = try found()
      if path.hasSuffix("/xdg-open") { try checkFitness(of: tool, for: url) }
      // xdg-open accepts only lower-case schemes.
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

    /// The path of a program; relative folders in `PATH` are skipped, because anyone may be able to write to them.
    func path(of program: String) -> String? {
      guard !program.utf8.contains(UInt8(ascii: "/")) else { return program }
      let folders = (variables("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
      return folders.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }

    private func checkFitness(of tool: Tool, for url: CallbackURL) throws(Refusal) {
      guard !url.scheme.contains(where: \.isNumber) else {
        throw .unfit(tool.program, because: "it treats a URL whose scheme has a digit as a file")
      }
      guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { variables($0)?.isEmpty == false }) else {
        throw .unfit(tool.program, because: "without a desktop it opens a browser instead")
      }
    }
  }
#endif
