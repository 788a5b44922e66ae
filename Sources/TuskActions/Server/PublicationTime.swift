import Fediverse
import XCallbackURL

/// When a scheduled status is to be posted.
enum PublicationTime: Sendable, Hashable {
  case at(TimePoint)
  /// A number of seconds after the request.
  case after(Int)

  /// The time in seconds since 1970, for a request at this time; the time of a day is its next occurrence.
  func moment(now: Int) -> Timestamp {
    switch self {
    case .after(let seconds): return Timestamp(seconds: now + seconds)
    case .at(let point):
      let moment = point.seconds(now: now)
      if case .today(let time) = point, moment <= now {
        return Timestamp(seconds: TimePoint.today(time).seconds(now: now + 86_400))
      }
      return Timestamp(seconds: moment)
    }
  }
}

extension Argument where Value == PublicationTime {
  /// `at=` or `in=`, of which one is required.
  static var publicationTime: Argument {
    let parameters = [
      Parameter("at", .time, "when to post it: 09:00 is the next 09:00"),
      Parameter("in", .duration, "how long until it is posted"),
    ]
    let after = Argument<Int?>.seconds("in", "")
    return Argument(parameters) { inputs throws(Failure) in
      if try inputs.alternative(["at", "in"], isRequired: true) == "in", let seconds = try after.read(inputs) {
        return .after(seconds)
      }
      let text = try inputs.required("at")
      guard let point = TimePoint(text) else {
        throw inputs.refusal(of: "at", "must be a time such as 09:00 or 2026-12-24T09:00:00Z, not '\(text)'")
      }
      if case .ago = point {
        throw inputs.refusal(of: "at", "must be a point in time; for a length of time: in=\(text)")
      }
      return .at(point)
    }
  }
}
