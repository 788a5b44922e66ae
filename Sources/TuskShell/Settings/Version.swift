/// The name and version of this program.
package enum Version {
  package static let number = "0.1.0"
  /// The User-Agent header.
  package static let userAgent = "tusk/\(number)"
}
