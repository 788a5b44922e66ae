public import JSONValue

/// A row of a list that could not be read, kept so that nothing is lost silently.
public struct UnreadableRow: Sendable, Hashable {
  /// The index of the row in the server's list.
  public let index: Int
  /// What is wrong with the row.
  public let reason: String
  /// The row as sent.
  public let raw: JSON
}

/// The readable and the unreadable rows of a list.
public struct Rows<Element: Entity>: Sendable {
  /// The readable rows in the server's order.
  public let elements: [Element]
  /// The rows that could not be read.
  public let unreadableRows: [UnreadableRow]
  /// What the rows take of the budget for JSON values, as long as they are held.
  private let share: ValueBudget.Share?

  init(elements: [Element] = [], unreadableRows: [UnreadableRow] = [], share: ValueBudget.Share? = nil) {
    self.elements = elements
    self.unreadableRows = unreadableRows
    self.share = share
  }

  /// Reads each row separately, so that one malformed row does not cost the list.
  init(rows: [JSON], share: ValueBudget.Share? = nil) {
    var elements: [Element] = []
    var unreadableRows: [UnreadableRow] = []
    for (index, row) in rows.enumerated() {
      do throws(ShapeError) {
        elements.append(try Element(json: row))
      } catch {
        unreadableRows.append(UnreadableRow(index: index, reason: error.description, raw: row))
      }
    }
    self.init(elements: elements, unreadableRows: unreadableRows, share: share)
  }
}

/// An opaque link to another page of a list.
public struct PageLink: Sendable, Hashable, CustomStringConvertible {
  let url: WebURL

  /// The link as text, to be stored and read again.
  public var description: String { url.description }

  /// Reads a stored link; `nil` if the text is not a URL.
  public init?(_ text: String) {
    guard let url = WebURL(text) else { return nil }
    self.url = url
  }

  init(url: WebURL) {
    self.url = url
  }
}

/// A page of a list, with links to the adjacent pages.
public struct Page<Element: Entity>: Sendable {
  /// The readable and unreadable rows.
  public let rows: Rows<Element>
  /// The link to the page of older rows, if there is one.
  public let next: PageLink?
  /// The link to the page of newer rows, if the server sent one.
  public let previous: PageLink?
  /// The rate-limit headers of the response.
  public let rateLimit: RateLimit?
  /// The rows that the server sent although they do not match the query; they are not among ``rows``.
  public internal(set) var unrequestedRows: [Element] = []
  /// Whether the server's link to the next page cannot be read.
  var hasUnusableNext = false

  /// The readable rows in the server's order.
  public var elements: [Element] { rows.elements }
  /// The rows that could not be read.
  public var unreadableRows: [UnreadableRow] { rows.unreadableRows }
}
