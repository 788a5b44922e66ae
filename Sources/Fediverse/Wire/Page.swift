public import JSONValue

/// A row of a list that could not be read, kept so that nothing is lost in silence.
public struct OddRow: Sendable, Hashable {
  /// Its place in the list that the server sent.
  public let index: Int
  /// What was wrong with it.
  public let reason: String
  /// The row itself.
  public let raw: JSON
}

/// The rows of a list that could be read, and those that could not.
public struct Rows<Element: Entity>: Sendable {
  /// The rows in the server's order.
  public let elements: [Element]
  /// The rows that could not be read.
  public let oddRows: [OddRow]

  init(elements: [Element] = [], oddRows: [OddRow] = []) {
    self.elements = elements
    self.oddRows = oddRows
  }

  /// Reads each row by itself, so that one odd row does not cost the list.
  init(rows: [JSON]) {
    var elements: [Element] = []
    var oddRows: [OddRow] = []
    for (index, row) in rows.enumerated() {
      do throws(ShapeError) {
        elements.append(try Element(json: row))
      } catch {
        oddRows.append(OddRow(index: index, reason: error.description, raw: row))
      }
    }
    self.init(elements: elements, oddRows: oddRows)
  }
}

/// Where another page of a list is, as the server said and without a meaning of its own.
public struct PageLink: Sendable, Hashable, CustomStringConvertible {
  let url: WebURL

  /// The link as a text that can be kept and read again.
  public var description: String { url.description }

  /// Reads a link that was kept as a text.
  public init?(_ text: String) {
    guard let url = WebURL(text) else { return nil }
    self.url = url
  }

  init(url: WebURL) {
    self.url = url
  }
}

/// One page of a list, and where the pages beside it are.
public struct Page<Element: Entity>: Sendable {
  /// The rows and the odd rows.
  public let rows: Rows<Element>
  /// The page of older rows, where the server has one.
  public let next: PageLink?
  /// The page of newer rows, where the server names one.
  public let previous: PageLink?
  /// What the server said about its limits when it answered.
  public let rateLimit: RateLimit?

  /// The rows in the server's order.
  public var elements: [Element] { rows.elements }
  /// The rows that could not be read.
  public var oddRows: [OddRow] { rows.oddRows }
}
