import Glibc
import TestSupport
import Testing

@testable import XCallbackURL

/// Which program of the desktop opens a scheme, by the files of the MIME Applications specification.
struct SchemeLookupTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
    for folder in ["config", "shared-config", "data", "data/applications", "shared", "shared/applications"] {
      mkdir("\(home.path)/\(folder)", 0o700)
    }
    for entry in ["data/applications/mine.desktop", "shared/applications/theirs.desktop"] {
      try write("", toFile: "\(home.path)/\(entry)")
    }
  }

  private func entry(for scheme: String, desktop: String = "") -> String? {
    let path = home.path
    let variables = [
      "XDG_CONFIG_HOME": "\(path)/config", "XDG_CONFIG_DIRS": "\(path)/shared-config", "XDG_DATA_HOME": "\(path)/data",
      "XDG_DATA_DIRS": "relative:\(path)/shared", "XDG_CURRENT_DESKTOP": desktop,
    ]
    return SchemeHandler.entryName(for: scheme) { variables[$0] }
  }

  private func put(_ file: String, _ group: String, _ entries: String) throws {
    try write("[\(group)]\nx-scheme-handler/shop=\(entries)\n", toFile: "\(home.path)/\(file)")
  }

  @Test func withoutAListNobodyOpensAScheme() {
    #expect(entry(for: "shop") == nil)
    #expect(entry(for: "no scheme") == nil)
    #expect(entry(for: "../x") == nil)
  }

  /// The files, each of which is found before those above it.
  @Test func theMostImportantFileDecides() throws {
    try put("shared/applications/mimeinfo.cache", "MIME Cache", "theirs.desktop;")
    #expect(entry(for: "shop") == "theirs.desktop")
    try put("data/applications/mimeinfo.cache", "MIME Cache", "mine.desktop;")
    #expect(entry(for: "Shop") == "mine.desktop")
    try put("shared/applications/mimeapps.list", "Added Associations", "theirs.desktop;")
    #expect(entry(for: "shop") == "theirs.desktop")
    try put("data/applications/mimeapps.list", "Default Applications", "mine.desktop;")
    #expect(entry(for: "shop") == "mine.desktop")
    try put("shared-config/mimeapps.list", "Default Applications", "theirs.desktop;")
    #expect(entry(for: "shop") == "theirs.desktop")
    try put("config/mimeapps.list", "Default Applications", "mine.desktop;")
    #expect(entry(for: "shop") == "mine.desktop")
    try put("config/gnome-mimeapps.list", "Default Applications", "theirs.desktop;")
    #expect(entry(for: "shop", desktop: "Ubuntu:GNOME") == "theirs.desktop")
    #expect(entry(for: "shop", desktop: "KDE") == "mine.desktop")
  }

  @Test func whatAListRemovesIsFoundInNoLaterOne() throws {
    try put("shared/applications/mimeinfo.cache", "MIME Cache", "theirs.desktop;mine.desktop;")
    try put("config/mimeapps.list", "Removed Associations", "theirs.desktop;")
    #expect(entry(for: "shop") == "mine.desktop")
  }

  @Test(arguments: [
    "gone.desktop;mine.desktop", "../applications/mine.desktop;mine.desktop", "hidden.desktop;mine.desktop",
  ])
  func entriesThatDoNotExistArePassedOver(entries: String) throws {
    try write("[Desktop Entry]\nHidden=true\n", toFile: "\(home.path)/data/applications/hidden.desktop")
    try put("config/mimeapps.list", "Default Applications", entries)
    #expect(entry(for: "shop") == "mine.desktop")
  }

  @Test func aHyphenMayStandForADirectory() throws {
    mkdir("\(home.path)/data/applications/wine", 0o700)
    try write("", toFile: "\(home.path)/data/applications/wine/book-shop.desktop")
    try put("config/mimeapps.list", "Default Applications", "wine-book-shop.desktop")
    #expect(entry(for: "shop") == "wine-book-shop.desktop")
  }

  @Test func aDamagedListCountsAsNone() throws {
    try put("shared-config/mimeapps.list", "Default Applications", "theirs.desktop;")
    mkdir("\(home.path)/config/mimeapps.list", 0o700)
    #expect(entry(for: "shop") == "theirs.desktop")
  }

  @Test(arguments: [
    ("/opt/book-shop", "book-shop"), ("Reader", "reader"), ("/opt/3d_viewer 2", "dviewer2"), ("", "app"),
    ("/1", "app"),
    ("tool.debug", "tool.debug"),
  ])
  func aProgramsNameBecomesItsScheme(path: String, scheme: String) {
    #expect(CallbackInbox.scheme(ofProgram: path) == scheme)
  }
}
