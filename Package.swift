// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A product of another package, which only these parts of this one need.
func product(_ name: String, _ package: String, for traits: Set<String>) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: traits))
}

let asyncHTTPClient = product("AsyncHTTPClient", "async-http-client", for: ["Fediverse"])
let nio = ["NIOCore", "NIOHTTP1", "NIOWebSocket"].map { product($0, "swift-nio", for: ["Fediverse", "Sandbox"]) }
let nioEmbedded = product("NIOEmbedded", "swift-nio", for: ["Sandbox"])
let nioPosix = product("NIOPosix", "swift-nio", for: ["Fediverse"])
let nioSSL = product("NIOSSL", "swift-nio-ssl", for: ["Fediverse"])
let compression = product("NIOHTTPCompression", "swift-nio-extras", for: ["Fediverse"])
let nioHTTPTypes = ["NIOHTTPTypes", "NIOHTTPTypesHTTP1"].map { product($0, "swift-nio-extras", for: ["Sandbox"]) }
let httpTypes = product("HTTPTypes", "swift-http-types", for: ["Sandbox"])
let logging = product("Logging", "swift-log", for: ["Sandbox"])
let services = ["ServiceLifecycle", "UnixSignals"].map { product($0, "swift-service-lifecycle", for: ["Sandbox"]) }
let hummingbird = product("Hummingbird", "hummingbird", for: ["Sandbox"])
let hummingbirdCore = product("HummingbirdCore", "hummingbird", for: ["Sandbox"])
let hummingbirdTesting = product("HummingbirdTesting", "hummingbird", for: ["Sandbox"])
let sqlite = product("GRDB", "GRDB.swift", for: ["Sandbox"])
let arguments = product("ArgumentParser", "swift-argument-parser", for: ["Shell", "Sandbox"])
let subprocess = product("Subprocess", "swift-subprocess", for: ["Shell"])
let systemPackage = product("SystemPackage", "swift-system", for: ["Apps"])

// A static executable must name the parts of libedit itself, because archives do not carry their needs.
let isStatic = Context.environment["TUSK_STATIC"] != nil
let editLineParts: [LinkerSetting] = isStatic ? ["tinfo", "bsd", "md"].map { .linkedLibrary($0) } : []
// What `--version` says of the source, set by scripts/support/programs.
let commit = Context.environment["TUSK_COMMIT"].map { CSetting.define("TUSK_COMMIT", to: "\"\($0)\"") }

/// Makes the linker write a map of a program into the folder that scripts/support/programs names. An option of
/// `swift build` could name only one file for both programs.
func map(of program: String) -> [LinkerSetting] {
  guard let folder = Context.environment["TUSK_MAPS"] else { return [] }
  return [.unsafeFlags(["-Xlinker", "-Map=\(folder)/\(program).map"])]
}

func library(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// - Parameter data: folders that tests read from where they stand.
func tests(_ name: String, _ dependencies: Target.Dependency..., data: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: data, swiftSettings: settings)
}

let package = Package(
  name: "tusk",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "XCallbackURL", targets: ["XCallbackURL"]),
    .library(name: "TuskApps", targets: ["TuskApps"]),
    .library(name: "Fediverse", targets: ["Fediverse"]),
    .executable(name: "tusk", targets: ["tusk"]),
    .executable(name: "tusk-sandbox", targets: ["tusk-sandbox"]),
  ],
  // What needs other packages. Without any of them, the package is `XCallbackURL`, which needs none.
  traits: [
    .default(enabledTraits: ["Shell", "Sandbox"]),
    .trait(name: "Apps", description: "The catalog of other apps."),
    .trait(name: "Fediverse", description: "The client library."),
    .trait(name: "Shell", description: "The program tusk.", enabledTraits: ["Apps", "Fediverse"]),
    .trait(name: "Sandbox", description: "The program tusk-sandbox."),
  ],
  dependencies: [
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .systemLibrary(name: "CEditLine", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CMessageDigest", pkgConfig: "libmd", providers: [.apt(["libmd-dev"])]),
    library("MessageDigest", "CMessageDigest"),
    .systemLibrary(name: "CNameService"),
    .systemLibrary(name: "CSpawn"),
    .target(name: "CVersion", cSettings: commit.map { [$0] }),
    library("JSONValue"),
    library("AccountNames"),
    library("XCallbackURL", "JSONValue"),
    .target(
      name: "Fediverse",
      dependencies: ["AccountNames", "JSONValue", asyncHTTPClient, compression, nioPosix, nioSSL] + nio,
      swiftSettings: settings),
    library("TuskCommon", "JSONValue", "XCallbackURL", systemPackage),
    library("TuskLanguage", "AccountNames", "TuskCommon", "XCallbackURL", "JSONValue"),
    .target(
      name: "TuskApps", dependencies: ["TuskLanguage", "TuskCommon", "XCallbackURL", systemPackage],
      resources: [.embedInCode("Apps")],
      swiftSettings: settings),
    library(
      "TuskActions", "TuskCommon", "XCallbackURL", "Fediverse", "AccountNames", "JSONValue", "CSQLite",
      "MessageDigest", systemPackage),
    library(
      "TuskRuntime", "AccountNames", "TuskLanguage", "TuskCommon", "XCallbackURL", "JSONValue", "CSpawn", subprocess,
      systemPackage),
    .target(
      name: "TuskShell",
      dependencies: [
        "TuskRuntime", "TuskLanguage", "TuskActions", "TuskApps", "TuskCommon", "XCallbackURL", "AccountNames",
        "JSONValue", "CEditLine", "CVersion", "MessageDigest", systemPackage,
      ],
      swiftSettings: settings, linkerSettings: editLineParts),
    .executableTarget(
      name: "tusk",
      dependencies: ["TuskShell", "TuskLanguage", "TuskCommon", "XCallbackURL", "CNameService", arguments],
      swiftSettings: settings + (isStatic ? [.define("TUSK_STATIC")] : []), linkerSettings: map(of: "tusk")),
    .target(
      name: "TuskSandbox",
      dependencies: ["CVersion", "MessageDigest", hummingbird, hummingbirdCore, httpTypes, logging, sqlite] + services
        + nio
        + nioHTTPTypes,
      swiftSettings: settings),
    .executableTarget(
      name: "tusk-sandbox", dependencies: ["TuskSandbox", arguments], swiftSettings: settings,
      linkerSettings: map(of: "tusk-sandbox")),
    library("Programs", "tusk", "tusk-sandbox"),

    tests("JSONValueTests", "JSONValue"),
    tests("MessageDigestTests", "MessageDigest"),
    tests("TuskCommonTests", "TuskCommon", "TestSupport", systemPackage),
    tests("XCallbackURLTests", "XCallbackURL", "JSONValue", "TestSupport", data: ["Cases"]),
    tests("AppsTests", "TuskApps", "TuskLanguage", "XCallbackURL", "TestSupport"),
    tests("LanguageTests", "TuskLanguage", "TuskCommon", "XCallbackURL", "JSONValue", data: ["Cases"]),
    .testTarget(
      name: "FediverseTests",
      dependencies: ["Fediverse", "AccountNames", "JSONValue", "MessageDigest", "TestSupport", nioPosix, nioSSL] + nio,
      swiftSettings: settings),
    tests("ActionsTests", "TuskActions", "TuskCommon", "Fediverse", "XCallbackURL", "JSONValue", "TestSupport"),
    tests(
      "RuntimeTests", "AccountNames", "TuskRuntime", "TuskLanguage", "TuskCommon", "XCallbackURL", "JSONValue",
      "TestSupport"),
    tests(
      "ShellTests", "TuskShell", "TuskRuntime", "TuskLanguage", "TuskActions", "TuskApps", "TuskCommon",
      "XCallbackURL", "JSONValue", "Fediverse",
      "TestSupport",
      "CTestSupport",
      "tusk"),
    tests(
      "SandboxTests", "TuskSandbox", "TestSupport", hummingbirdTesting, hummingbird, httpTypes, nio[0], nio[1],
      nioEmbedded, sqlite,
      "tusk-sandbox"),
    tests(
      "TranscriptTests", "TestSupport", "JSONValue", "TuskActions", "XCallbackURL", "tusk", "tusk-sandbox",
      data: ["Transcripts"]),
    // A second program, which the library's public surface must be enough for.
    .executableTarget(
      name: "book-shop", dependencies: ["XCallbackURL"], path: "Tests/BookShop", swiftSettings: settings),
    // The programs of the documentation's first pages.
    .executableTarget(
      name: "first-answer", dependencies: ["XCallbackURL"], path: "Tests/FirstAnswer", swiftSettings: settings),
    .executableTarget(
      name: "first-call", dependencies: ["XCallbackURL"], path: "Tests/FirstCall", swiftSettings: settings),
    .executableTarget(
      name: "first-status", dependencies: ["Fediverse"], path: "Tests/FirstStatus", swiftSettings: settings),
    // Whole runs by seed, with simulated time, network, disk and server.
    .executableTarget(
      name: "simulate",
      dependencies: [
        "CSimulation", "TuskShell", "TuskRuntime", "TuskLanguage", "TuskActions", "TuskCommon", "Fediverse",
        "XCallbackURL", "JSONValue",
      ],
      path: "Tests/Simulation", swiftSettings: settings),
    .target(name: "CSimulation", path: "Tests/CSimulation"),
    .systemLibrary(name: "CTestSupport", path: "Tests/CTestSupport"),
    .target(
      name: "TestSupport", dependencies: ["CTestSupport", "JSONValue"], path: "Tests/TestSupport",
      swiftSettings: settings),
  ]
)
