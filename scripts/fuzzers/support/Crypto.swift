/// Replaces the library of that name, which would need the network; fuzzing does not depend on a secure hash.
public enum SHA256 {
  public static func hash(data: [UInt8]) -> [UInt8] {
    (0..<4).flatMap { part -> [UInt8] in
      var sum = 0xcbf2_9ce4_8422_2325 as UInt64 &+ UInt64(part)
      for byte in data { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
      return (0..<8).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
    }
  }
}
