/// The Punycode encoding of internationalized labels (RFC 3492).
package enum Punycode {
  private static let base = 36
  private static let leastThreshold = 1
  private static let greatestThreshold = 26
  private static let skew = 38
  private static let damp = 700

  /// Encodes a label without the `xn--` prefix; `nil` if the arithmetic of section 6.4 would overflow.
  package static func encode(_ label: String) -> String? {
    let scalars = label.unicodeScalars.map { Int($0.value) }
    var output = scalars.filter { $0 < 0x80 }.map { UInt8($0) }
    let basicCount = output.count
    var handled = basicCount
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }
    var point = 0x80
    var delta = 0
    var bias = 72
    while handled < scalars.count {
      guard let next = scalars.lazy.filter({ $0 >= point }).min() else { return nil }
      let (step, overflow) = (next - point).multipliedReportingOverflow(by: handled + 1)
      guard !overflow, delta <= Int(Int32.max) - step else { return nil }
      delta += step
      point = next
      for scalar in scalars {
        if scalar < point { delta += 1 }
        guard scalar == point else { continue }
        append(delta, bias: bias, to: &output)
        bias = adapted(delta, points: handled + 1, isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      delta += 1
      point += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func append(_ delta: Int, bias: Int, to output: inout [UInt8]) {
    var rest = delta
    var weight = base
    while true {
      let threshold = min(max(weight - bias, leastThreshold), greatestThreshold)
      guard rest >= threshold else { break }
      output.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      weight += base
    }
    output.append(digit(rest))
  }

  private static func adapted(_ delta: Int, points: Int, isFirst: Bool) -> Int {
    var rest = isFirst ? delta / damp : delta / 2
    rest += rest / points
    var steps = 0
    while rest > (base - leastThreshold) * greatestThreshold / 2 {
      rest /= base - leastThreshold
      steps += base
    }
    return steps + (base - leastThreshold + 1) * rest / (rest + skew)
  }

  private static func digit(_ value: Int) -> UInt8 {
    UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30)
  }
}
