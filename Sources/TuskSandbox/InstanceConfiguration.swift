/// The fixed names and limits of this instance.
enum InstanceConfiguration {
  static let domain = "sandbox.example"
  static let base = "https://sandbox.example"
  static let version = "4.6.0"
  static let statusLimit = 500
  static let mediaLimit = 4
  static let urlLength = 23
  static let scopes = "read write follow push profile admin:read admin:write"
}
