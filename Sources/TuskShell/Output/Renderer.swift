import Glibc
import JSONValue
package import TuskActions
import TuskCommon
import TuskLanguage
package import TuskRuntime
import XCallbackURL

/// Turns answers into text.
package struct Renderer: Sendable, Hashable {
  package var format: Format
  /// The width available to a card or table, in cells.
  package var width: Int
  package var isColored: Bool
  /// The fields to show; `nil` for those that records have for people.
  var columns: [FieldPath]?
  /// What to show for each record in place of its fields.
  var template: RecordTemplate?
  /// The form of records for people.
  var view = CommandOptions.View.reading
  /// The number of the first row of a list; `nil` where rows have no numbers.
  var firstNumber: Int?
  /// The numbers of the rows that are marked as new.
  var newNumbers: Set<Int> = []
  /// The language of the reader, as an ISO 639 code.
  var language = "en"
  /// Whether to write sentences and draw nothing.
  var isPlain = false
  /// The account that the command named.
  var account: String?
  /// The time from which ages count, in seconds since 1970.
  var now = time(nil)

  package init(format: Format, width: Int = 80, isColored: Bool = false) {
    self.format = format
    self.width = width
    self.isColored = isColored
  }

  /// - Parameter format: the format unless the options of the command choose one.
  init(_ options: CommandOptions, format: Format, width: Int, isColored: Bool) {
    self.init(format: format, width: width, isColored: isColored)
    (columns, template, view) = (options.columns, options.template, options.view)
    account = options.account
  }

  /// The format of answers.
  package enum Format: Sendable, Hashable {
    /// Cards and tables for people.
    case human
    /// Tab-separated fields, for other programs.
    case tabs
    /// One JSON object per line.
    case json
    /// References that can be used as input again, one per line.
    case ids
    /// Comma-separated values, with a line of names.
    case csv
    /// The same, without texts that a spreadsheet would run.
    case safeCSV
  }

  /// An answer as whole lines; empty if there is nothing to show.
  ///
  /// - Parameter isContinued: whether it continues a list whose first rows have been shown.
  package func text(of result: ActionResult, isContinued: Bool = false) -> String {
    guard let page = result.page else {
      switch format {
      case _ where columns != nil || template != nil, .csv, .safeCSV, .json: return text(of: result.record)
      case .human: return reading(of: result)
      case .tabs: return text(of: result.lines)
      case .ids: break
      }
      let records = Records(fields: result.signature.results, rows: [result.data], isCard: true, kind: nil)
      // Some records lack their own reference; the caller asked for this one by identifier.
      if records.references.isEmpty, let reference = result.subject { return reference + "\n" }
      return text(of: records)
    }
    return text(of: page.records, isContinued: isContinued)
  }

  /// An answer for people: what an act did in words, or the record.
  private func reading(of result: ActionResult) -> String {
    if view == .reading,
      let lines = ActText(style: style, result: result, catalog: Shell.catalog, account: account).lines()
    {
      return lines.map { $0 + "\n" }.joined()
    }
    return text(of: readsRows(of: result.record) ? result.record : result.card)
  }

  /// A page of a list as whole lines, with the column layout if it is a table.
  ///
  /// - Parameters:
  ///   - layout: the layout of the previous page.
  ///   - isContinued: whether there was a previous page.
  ///   - keepsColumns: whether the columns of that page are kept as they are.
  func page(
    of rows: Records, below layout: Table.Layout?, isContinued: Bool = false, keepsColumns: Bool = false
  ) -> (text: String, layout: Table.Layout?) {
    guard format == .human, template == nil else { return (text(of: rows, isContinued: isContinued), nil) }
    guard view != .cards, !readsRows(of: rows) else { return ((isContinued ? "\n" : "") + text(of: rows), nil) }
    return Table(
      width: width, firstNumber: firstNumber, newNumbers: newNumbers, isPlain: isPlain, keepsColumns: keepsColumns,
      paint: paint
    ).page(of: rows.hidingTexts(now: now).chosen(columns), below: layout)
  }

  /// A script's value as whole lines.
  package func text(of runtimeValue: RuntimeValue) -> String {
    switch runtimeValue.form {
    case .record(let record):
      return text(of: Records(record.shape, [record.fields], isCard: true))
    case .list(let elements) where format == .human && elements.isEmpty: return Table.nothing
    case .list(let elements) where format == .human || format == .tabs:
      guard let shape = Self.commonShape(of: elements) else { return elements.map(text).joined() }
      return text(of: Records(shape, elements.compactMap(\.fields), isCard: false))
    case .list(let elements): return elements.map(text).joined()
    case .text where format != .json:
      return (format == .human ? TerminalText.block(runtimeValue.printed) : runtimeValue.printed) + "\n"
    case .number where format == .safeCSV: return runtimeValue.printed + "\n"
    case _ where format == .csv || format == .safeCSV:
      return CommaSeparated.field(runtimeValue.printed, isSafe: format == .safeCSV) + "\n"
    default: return (format == .json ? runtimeValue.json.text : TerminalText.field(runtimeValue.printed)) + "\n"
    }
  }

  /// The shape shared by all of the records, if they share one.
  private static func commonShape(of elements: [RuntimeValue]) -> RecordShape? {
    let shapes = elements.map { element -> RecordShape? in
      guard case .record(let record) = element.form else { return nil }
      return record.shape
    }
    guard let first = shapes.first, let shape = first, shapes.allSatisfy({ $0?.name == shape.name }) else { return nil }
    return shape
  }

  /// Records to present, as whole lines.
  package func text(of presentation: Presentation) -> String {
    var renderer = self
    return presentation.sections.map { section in
      let records = records(of: section)
      let body = renderer.text(of: records)
      if !section.isCard, let number = firstNumber {
        let shown = readsRows(of: records) ? ReadingRow.all(in: records.rows).count : records.rows.count
        renderer.firstNumber = (renderer.firstNumber ?? number) + shown
      }
      guard format == .human, !section.title.isEmpty else { return body }
      return paint("\(section.title)\n", "1") + body
    }.joined(separator: format == .human && presentation.sections.count > 1 ? "\n" : "")
  }

  private func records(of section: Presentation.Section) -> Records {
    guard format == .human, view == .reading, let whole = section.whole else {
      return Records(fields: section.fields, rows: section.records, isCard: section.isCard, kind: section.kind)
    }
    return Records(whole.shape, whole.records, isCard: section.isCard)
  }

  /// Records as whole lines.
  func text(of records: Records, isContinued: Bool = false) -> String {
    if let template { return records.rows.map { template.line(for: $0, of: records) }.joined() }
    let chosen = (format == .human ? records.hidingTexts(now: now) : records).chosen(columns)
    return switch format {
    case .human where records.fields.isEmpty: "done\n"
    case .human where readsRows(of: records):
      ReadingList(
        style: style, firstNumber: records.isCard ? nil : firstNumber, newNumbers: newNumbers,
        isWhole: records.isCard, asked: records.asked, contexts: records.filterContexts
      ).text(
        of: records.rows, as: records.name ?? "")
    case .human where view == .cards && columns == nil || records.isCard && view != .table:
      Card(width: width, isPlain: isPlain, paint: paint).text(of: chosen)
    case .human:
      Table(
        width: width, firstNumber: records.isCard ? nil : firstNumber, newNumbers: newNumbers, isPlain: isPlain,
        paint: paint
      ).text(of: chosen)
    case .tabs: TabSeparated.text(of: chosen)
    case .csv, .safeCSV: CommaSeparated.text(of: chosen, isContinued: isContinued, isSafe: format == .safeCSV)
    case .json: (columns == nil ? records : chosen).rows.map { JSON.object($0).text + "\n" }.joined()
    case .ids: records.references.filter(\.isOneWord).map { TerminalText.field($0) + "\n" }.joined()
    }
  }

  /// Whether the rows of a list are shown with numbers.
  var numbersRows: Bool { format == .human && template == nil && view != .cards }

  /// Whether there is a form in which people read such records.
  func readsRows(of records: Records) -> Bool {
    format == .human && view == .reading && columns == nil && template == nil
      && ReadingList.canShow(records.name, isWhole: records.isCard)
  }

  var style: ReadingStyle {
    ReadingStyle(
      width: min(max(width, ReadingStyle.narrowest), ReadingStyle.widest), isColored: isColored, now: now,
      language: language, isPlain: isPlain)
  }

  private func paint(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  /// Whether the text, which a server may have chosen, reads back as one word.
  fileprivate var isOneWord: Bool {
    !isEmpty && unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.properties.generalCategory != .control }
  }
}

extension RuntimeValue {
  fileprivate var fields: JSON.Object? {
    guard case .record(let record) = form else { return nil }
    return record.fields
  }
}

extension JSON {
  /// The value as a cell or a line for a person: numbers over time are drawn as a spark line, unless nothing is drawn.
  func shown(as kind: ValueKind, isPlain: Bool) -> String {
    guard case .series = kind, !isPlain, let numbers = array?.compactMap(\.int), let most = numbers.max() else {
      return shown(as: kind)
    }
    let bars = Array("▁▂▃▄▅▆▇█")
    return String(numbers.map { bars[most > 0 ? Int(Double(max(0, $0)) / Double(most) * Double(bars.count - 1)) : 0] })
  }

  /// The value as a field of human-readable output.
  func shown(as kind: ValueKind) -> String {
    switch (self, kind) {
    case (.number(let number), .time): number.int.map(LocalTime.text) ?? number.text
    case (.bool(let value), _): value ? "yes" : "no"
    case (.string(let text), _): text
    case (.object(let object), .record(let name)):
      Shell.catalog.records[name]?.spelling.flatMap { object[$0]?.string } ?? object["id"]?.string ?? text
    case (.array(let elements), .list(.prose)): elements.map { $0.shown(as: .prose) }.joined(separator: "\n---\n")
    case (.array(let elements), .list(let kind)): elements.map { $0.shown(as: kind) }.joined(separator: ", ")
    case (.array(let elements), .series): elements.map(\.text).joined(separator: ", ")
    default: text
    }
  }
}
