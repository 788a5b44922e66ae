import TuskCommon

/// A place that only takes what has a spelling.
package enum SpelledPlace: String, Sendable {
  case text = "stand within a text"
  case program = "be an argument of a program"
}

extension Diagnostic {
  /// A list, a record or nothing, where a text is made or a program is given a word.
  ///
  /// - Parameter found: what it is: `a list`, `nothing`, `an account`.
  package static func misplaced(_ found: String, within place: SpelledPlace, at span: Span) -> Diagnostic {
    let label: String? =
      switch found {
      case "nothing": nil
      case "a list": "its items come one by one in a 'for'"
      default: "name one of its fields"
      }
    return Diagnostic(.typeMismatch, at: span, "\(found) cannot \(place.rawValue)", label: label, exitCode: .data)
  }
}
