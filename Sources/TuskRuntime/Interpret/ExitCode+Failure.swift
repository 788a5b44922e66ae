package import TuskCommon
package import XCallbackURL

extension ExitCode {
  /// The code that a run exits with after this failure.
  package init(_ failure: Failure) {
    self =
      switch failure.code {
      case .missingParameter, .invalidParameter, .unknownAction, .missingSource, .refusedCallback: .usage
      case .unreadableFile: .noInput
      case .unwritableFile: .cannotCreate
      case .unauthorized: .notSignedIn
      case .defect: .defect
      case .badSettings: .configuration
      case let code: code.isTemporary ? .temporary : .refused
      }
  }
}
