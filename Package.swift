// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let nio: [Target.Dependency] = ["NIOCore", "NIOPosix", "NIOFoundationEssentialsCompat", "NIOHTTP1"].map {
  .product(name: $0, package: "swift-nio")
}
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let sqlite = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

func library(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func program(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: Target.Dependency..., resources: [Resource] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

let package = Package(
  name: "tusk",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "XCallbackURL", targets: ["XCallbackURL"]),
    .library(name: "Fediverse", targets: ["Fediverse"]),
    .executable(name: "tusk", targets: ["tusk"]),
    .executable(name: "tusk-sandbox", targets: ["tusk-sandbox"]),
  ],
  dependencies: [
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .systemLibrary(name: "CEditLine", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
    library("JSONValue"),
    library("XCallbackURL", "JSONValue"),
    .target(
      name: "Fediverse", dependencies: ["JSONValue", asyncHTTPClient, nioSSL] + nio, swiftSettings: settings),
    library("TuskLanguage", "XCallbackURL", "JSONValue"),
    library("TuskActions", "XCallbackURL", "Fediverse", "JSONValue"),
    library("TuskRuntime", "TuskLanguage", "XCallbackURL", "JSONValue"),
    library("TuskShell", "TuskRuntime", "TuskLanguage", "TuskActions", "XCallbackURL", "JSONValue", "CEditLine"),
    program("tusk", "TuskShell", arguments),
    library("TuskSandbox", hummingbird, sqlite),
    program("tusk-sandbox", "TuskSandbox", arguments),
  ]
)
