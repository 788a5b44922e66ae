import Glibc
import TestSupport
import Testing

/// One run of `tusk` from its start to its end: what it wrote, and how it ended.
struct TuskRun: Sendable {
  let output: String
  let errors: String
  let exit: Int32

  /// The lines of the output.
  var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }

  /// Runs the program where there is no terminal.
  ///
  /// - Parameters:
  ///   - home: where it keeps its files, and where it runs.
  ///   - server: the server it acts on; `nil` for one that knows nothing.
  ///   - input: what stands on its standard input.
  ///   - environment: variables besides the usual ones or instead of them, `NAME=value` each.
  ///   - folder: the current folder; `nil` for the home.
  static func of(
    _ arguments: [String], home: TemporaryFolder, server: LoopbackServer? = nil, input: [UInt8] = [],
    environment: [String] = [], zone: String = "UTC", folder: String? = nil
  ) async throws -> TuskRun {
    let given = Set(environment.map { $0.prefix { $0 != "=" } })
    let usual = Self.environment(home: home, server: server, zone: zone)
    let variables = environment + usual.filter { !given.contains($0.prefix { $0 != "=" }) }
    return try await onOwnThread {
      try write(input, to: home.path + "/.input")
      let child = try ChildProcess(BuiltProgram.tusk, arguments, environment: variables, folder: folder ?? home.path) {
        actions in
        posix_spawn_file_actions_addopen(&actions, 0, home.path + "/.input", O_RDONLY, 0)
        for (descriptor, name) in [(1, "/.output"), (2, "/.errors")] as [(Int32, String)] {
          posix_spawn_file_actions_addopen(&actions, descriptor, home.path + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
      }
      let exit = child.exitStatus
      return TuskRun(
        output: try text(ofFile: home.path + "/.output"), errors: try text(ofFile: home.path + "/.errors"), exit: exit)
    }
  }

  /// A server that knows nothing: a port without any would be tried several times whenever a prompt starts.
  private static let emptyServer = try? LoopbackServer([:])

  /// The surroundings in which nothing but this server is reached and nothing outside the home is touched.
  static func environment(home: TemporaryFolder, server: LoopbackServer? = nil, zone: String = "UTC") -> [String] {
    let address = "http://127.0.0.1:\((server ?? emptyServer)?.port ?? 9)"
    return [
      "HOME=\(home.path)", "PATH=\(TestPrograms.folder)", "TUSK_SERVER=\(address)", "TUSK_TOKEN=very-secret",
      "TZ=\(zone)",
    ]
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "w"), "\(path)")
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
