/// Why a request was canceled without a person having declined it, and what would allow it.
package struct Refusal: Sendable, Hashable {
  package let message: String
  /// The flag that allows the same command; `nil` where no flag does.
  package let remedy: String?

  package init(_ message: String, remedy: String? = nil) {
    self.message = message
    self.remedy = remedy
  }
}
