/// What this program is called and which release it is.
package enum Version {
  package static let number = "0.1.0"
  /// What servers are told.
  package static let userAgent = "tusk/\(number)"
}
