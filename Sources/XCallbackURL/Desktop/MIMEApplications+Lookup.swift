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
      let found =
        lists.flatMap { $0.entries(for: type, in: "[Default Applications]") }
        + lists.flatMap { $0.entries(for: type, in: "[Added Associations]") }
        + caches.flatMap { $0.entries(for: type, in: "[MIME Cache]") }
      return found.first { name in entries.contains { isThere(name, in: "\($0)/applications") } }
    }

    private static func read(_ path: String) -> MIMEApplications? {
      (try? TextFile.read(path)).flatMap { $0 }.map { MIMEApplications($0) }
    }

    /// Whether a desktop entry exists; each of its hyphens may stand for a directory.
    private static func isThere(_ name: String, in folder: String) -> Bool {
      guard !name.contains("/") else { return false }
      let parts = name.split(separator: "-", omittingEmptySubsequences: false)
      return (1...parts.count).contains { count in
        let path = parts.prefix(count).joined(separator: "/") + parts.dropFirst(count).map { "-\($0)" }.joined()
        return access("\(folder)/\(path)", R_OK) == 0
      }
    }
  }
#endif
