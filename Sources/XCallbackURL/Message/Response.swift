public import JSONValue

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The outcome of a request: exactly one of success, error and cancel.
public enum Response: Sendable, Hashable {
  /// The action succeeded with this data.
  case success([CallbackURL.Pair])
  /// The action failed.
  case failure(Failure)
  /// A person declined or withdrew the request.
  case canceled

  /// A success with one JSON object as its data: Base64 of its UTF-8 text (RFC 4648 section 4, padded) in `response`.
  public static func success(json: JSON) -> Response {
    .success([CallbackURL.Pair("response", Data(json.text.utf8).base64EncodedString())])
  }

  /// The parameters to append to the callback; an error has the names of the specification and of Tusker.
  public var pairs: [CallbackURL.Pair] {
    switch self {
    case .success(let pairs): pairs
    case .failure(let failure):
      [
        CallbackURL.Pair("errorCode", String(failure.code.rawValue)),
        CallbackURL.Pair("errorMessage", failure.message),
        CallbackURL.Pair("error", failure.message),
      ]
    case .canceled: []
    }
  }

  /// The object in the `response` of a success; `nil` if there is none that can be read.
  ///
  /// Blanks are read as `+`, which a form decoder turns into blanks; the URL-safe alphabet and missing padding are
  /// accepted.
  public var json: JSON? {
    guard case .success(let pairs) = self, let text = pairs.last(where: { $0.name == "response" })?.value else {
      return nil
    }
    return Data(lenientBase64: text).flatMap { try? JSON(parsing: Array($0)) }
  }
}

extension Response {
  /// Reads the response from a callback of this outcome; `nil` if the outcome is unknown.
  ///
  /// An error may have any of `errorCode`, `errorMessage` and Tusker's `error`.
  public init?(outcome: String, pairs: [CallbackURL.Pair]) {
    switch outcome {
    case "success": self = .success(pairs)
    case "cancel": self = .canceled
    case "error":
      let value = { (name: String) in pairs.last { $0.name == name }?.value }
      let code = value("errorCode").flatMap { Int($0) }.map(Failure.Code.init(rawValue:)) ?? .defect
      self = .failure(Failure(code, value("errorMessage") ?? value("error") ?? "the action failed"))
    default: return nil
    }
  }
}
