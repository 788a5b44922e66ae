package import JSONValue
package import XCallbackURL

/// Rows of one shape as they are shown: a page of a list, or what steps made of one.
package struct RowPage: Sendable, Hashable {
  package let record: RecordShape
  package let rows: [JSON.Object]
  /// The identifier or address that the request named.
  package var asked: String?
  /// Where filters of statuses apply to the rows.
  package var filterContexts: [String] = []
  /// Whether further rows may come at any time.
  package var isEndless = false
  /// The request for the rows that follow; `nil` on the last page.
  package var following: CallbackURL?

  package init(_ record: RecordShape, _ rows: [JSON.Object]) {
    (self.record, self.rows) = (record, rows)
  }

  /// The same list with other rows.
  func showing(_ rows: [JSON.Object], as record: RecordShape) -> RowPage {
    var page = RowPage(record, rows)
    (page.asked, page.filterContexts, page.isEndless) = (asked, filterContexts, isEndless)
    return page
  }

  /// A page of the list that a request reads; `nil` if it reads no list.
  init?(of signature: Signature, _ url: CallbackURL?, _ rows: [JSON.Object] = []) {
    guard let items = signature.items else { return nil }
    self.init(items.record, rows)
    asked = url.flatMap { signature.subject?.given(in: $0.pairs)?.value }
    (filterContexts, isEndless) = (items.filterContexts, items.isEndless)
  }

  /// Whether it is the start of an endless list that has no rows yet.
  package var isYetToCome: Bool { following != nil && rows.isEmpty && isEndless }
}

extension ActionResult {
  /// The rows of a list; `nil` if the answer is none.
  package var page: RowPage? {
    guard let items, var page = RowPage(of: signature, url, items) else { return nil }
    page.following =
      signature.effect.isWrite
      ? nil
      : next.map { next in
        let pairs = url.pairs.filter { $0.name != "page" } + [CallbackURL.Pair("page", next)]
        return CallbackURL(scheme: url.scheme, action: url.action, pairs: pairs)
      }
    return page
  }
}
