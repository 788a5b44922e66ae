public import JSONValue

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The outcome of a request: exactly one of success, error and cancel.
public enum Response: Sendable, Hashable {
  /// The action was carried out, and this is its data.
  case success([CallbackURL.Pair])
  /// The action failed.
  case failure(Failure)
  /// A person declined, or withdrew the request.
  case canceled

  /// A success whose data is one JSON object: Base64 of its UTF-8 text (RFC 4648 section 4, padded) in `response`.
  public static func success(json: JSON) -> Response {
    .success([CallbackURL.Pair("response", Data(json.text.utf8).base64EncodedString())])
  }

  /// The pairs that are appended to the callback. An error carries the specification's names and Tusker's.
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

  /// The object in a success's `response`, where there is one that can be read.
  ///
  /// Blanks are taken for the `+` that a form decoder made of them, and the URL-safe alphabet and missing padding are
  /// accepted.
  public var json: JSON? {
    guard case .success(let pairs) = self, let text = pairs.last(where: { $0.name == "response" })?.value else {
      return nil
    }
    return Data(lenientBase64: text).flatMap { try? JSON(parsing: Array($0)) }
  }
}
