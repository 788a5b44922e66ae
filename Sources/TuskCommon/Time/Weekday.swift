/// A day of the week, numbered as in ISO 8601.
package enum Weekday: Int, Sendable, Hashable, CaseIterable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// Reads the first three letters of the English name, as scripts write it: `mon`.
  package init?(abbreviation: String) {
    guard let day = Self.allCases.first(where: { $0.abbreviation == abbreviation }) else { return nil }
    self = day
  }

  /// The weekday of the day this many days after 1970-01-01, a Thursday.
  package init(ofDay dayNumber: Int) {
    self = Self.allCases[(dayNumber + 3).remainder(flooringBy: 7)]
  }

  /// The first three letters of the English name, in lower case.
  package var abbreviation: String { String("\(self)".prefix(3)) }
}
