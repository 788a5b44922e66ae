#if canImport(Glibc)
  import Glibc

  extension MIMEApplications {
    /// The desktop entry that opens a type, as the MIME Applications specification finds it; `nil` if there is none.
    static func entry(for type: String, in folders: BaseFolders) -> String? {
      let entries = [folders.data] + folders.sharedData
      let settings = [folders.config] + folders.sharedConfig + entries.map { "\($0)/applications" }
      let names = folders.desktops.map { "\($0)-mimeapps.list" } + ["mimeapps.list"]
      let lists = settings.flatMap { folder in names.map { "\(folder)/\($0)" } }.compactMap { read($0) }
      let caches = entries.compactMap { read("\($0)/applications/mimeinfo.cache") }
      let defaults = lists.flatMap { $0.entries(for: type, in: "[Default Applications]") }
      let found = defaults + associations(of: type, lists, caches)
      return found.first { name in entries.contains { isThere(name, in: "\($0)/applications") } }
    }

    /// The further entries: what a list removes is in no later one.
    private static func associations(
      of type: String, _ lists: [MIMEApplications], _ caches: [MIMEApplications]
    ) -> [String] {
      var (found, removed): ([String], Set<String>) = ([], [])
      for list in lists {
        found += list.entries(for: type, in: "[Added Associations]").filter { !removed.contains($0) }
        removed.formUnion(list.entries(for: type, in: "[Removed Associations]"))
      }
      return found + caches.flatMap { $0.entries(for: type, in: "[MIME Cache]") }.filter { !removed.contains($0) }
    }

    private static func read(_ path: String) -> MIMEApplications? {
      (try? TextFile.read(path)).flatMap { $0 }.map { MIMEApplications($0) }
    }

    /// Whether a desktop entry exists, is not hidden, and has its program; its first hyphens may stand for directories.
    private static func isThere(_ name: String, in folder: String) -> Bool {
      guard !name.contains("/") else { return false }
      let parts = name.split(separator: "-", omittingEmptySubsequences: false)
      return (1...parts.count).contains { count in
        let path = parts.prefix(count).joined(separator: "/") + parts.dropFirst(count).map { "-\($0)" }.joined()
        guard let text = (try? TextFile.read("\(folder)/\(path)")) ?? nil else { return false }
        let lines = text.split(whereSeparator: \.isNewline)
        return !lines.contains("Hidden=true")
          && lines.allSatisfy { isProgramThere($0, key: "Exec=") && isProgramThere($0, key: "TryExec=") }
      }
    }

    /// Whether the program of a line with this key exists; one without a path is looked up by the desktop.
    private static func isProgramThere(_ line: Substring, key: String) -> Bool {
      guard line.hasPrefix(key), let program = line.dropFirst(key.count).split(separator: " ").first,
        program.hasPrefix("/")
      else { return true }
      return access(String(program), X_OK) == 0
    }
  }
#endif
