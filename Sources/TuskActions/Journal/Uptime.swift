import Fediverse
import JSONValue
import SystemPackage
import TuskCommon

/// The time since the machine started; times of the same start can be compared whatever happens to the clock.
package struct Uptime: Sendable, Hashable {
  /// Identifies the start of the machine.
  package let boot: String
  package let time: Duration

  package init(boot: String, time: Duration) { (self.boot, self.time) = (boot, time) }

  /// The current uptime; `nil` if the kernel does not identify the start.
  package static func ofMachine() -> Uptime? {
    boot.map { Uptime(boot: $0, time: Waiting.systemUptime()) }
  }

  private static let boot: String? = {
    guard let file = try? FileDescriptor.open("/proc/sys/kernel/random/boot_id", .readOnly) else { return nil }
    defer { try? file.close() }
    guard let bytes = try? file.readAll(atMost: 128), let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    return String(text.prefix { !$0.isNewline })
  }()
}

extension SendTime {
  /// The time as the journal stores it.
  ///
  /// - Parameter now: the current uptime, which identifies the start of the machine.
  func journaled(at now: Uptime?) -> String {
    var object: JSON.Object = ["local": .int(local.seconds)]
    object["server"] = server.map { .int($0.seconds) }
    if let now, let uptime {
      object["boot"] = .string(now.boot)
      let (seconds, attoseconds) = uptime.components
      object["uptime"] = .int(Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }
    return JSON.object(object).text
  }

  /// The time as the journal stored it; `nil` if it stored none.
  ///
  /// - Parameter now: the current uptime; that of another start of the machine is dropped.
  init?(journaled text: String?, at now: Uptime?) {
    guard let json = text.flatMap({ try? JSON(parsing: $0) }), let local = json["local"]?.int else { return nil }
    self.init(local: Timestamp(seconds: local), server: json["server"]?.int.map { Timestamp(seconds: $0) })
    guard let now, json["boot"]?.string == now.boot else { return }
    uptime = json["uptime"]?.int.map { .milliseconds($0) }
  }

  /// The seconds that have passed since.
  ///
  /// - Parameters:
  ///   - now: the current time in seconds since 1970, for a time of another start of the machine.
  ///   - current: the current uptime.
  func age(at now: Int, _ current: Uptime?) -> Int {
    guard let uptime, let current else { return max(now - local.seconds, 0) }
    return max(Int((current.time - uptime).components.seconds), 0)
  }
}
