package import Fediverse
import JSONValue
import Synchronization
import XCallbackURL

extension Server {
  /// An account and its qualified user name.
  package struct AccountView: Sendable {
    package let account: Account
    package let name: String
  }

  /// A status, the names of its accounts, and the form of its content.
  package struct StatusView: Sendable {
    package let status: Status
    let names: QualifiedNames?
    /// Whether the content stays HTML instead of becoming plain text.
    package var keepsHTML: Bool
    /// How many statuses of its thread are above it; `nil` outside of threads.
    let depth: Int?
    /// The identifiers of the statuses that the text became which this one begins; empty for one.
    var thread: [String] = []

    init(_ status: Status, names: QualifiedNames? = nil, keepsHTML: Bool = false, depth: Int? = nil) {
      self.depth = depth
      self.status = status
      self.names = names
      self.keepsHTML = keepsHTML
    }

    /// The status, or the status that it boosts.
    var shown: Status { status.reblog ?? status }

    /// The account that posted or boosted the status.
    var author: AccountView? { view(of: status.account) }

    /// The account that wrote what is shown.
    var shownAuthor: AccountView? { view(of: shown.account) }

    /// The record of the author.
    var authorRecord: JSON? { record(of: status.account) }

    /// The record of the author of what is shown.
    var shownAuthorRecord: JSON? { record(of: shown.account) }

    /// The name of the account that the shown status replies to, if it mentions it.
    var parentAuthor: String? {
      let mention = shown.mentions.first { $0.id != nil && $0.id == shown.inReplyToAccountID }
      return mention.flatMap { names?.name(of: $0) }
    }

    private func view(of account: Account?) -> AccountView? {
      guard let account, let names else { return nil }
      return AccountView(account: account, name: names.name(of: account))
    }

    private func record(of account: Account?) -> JSON? {
      guard let account, let names else { return nil }
      return .object(names.record(of: account))
    }
  }

  /// A report and the names of its accounts.
  package struct ReportView: Sendable {
    package let report: AdminReport
    let names: QualifiedNames

    var target: AccountView? { view(of: report.target) }
    var reporter: AccountView? { view(of: report.reporter) }
    var statuses: [StatusView] { report.statuses.map { StatusView($0, names: names) } }

    private func view(of account: AdminAccount?) -> AccountView? {
      (account?.account).map { AccountView(account: $0, name: names.name(of: $0)) }
    }
  }

  /// The results of a search.
  package struct SearchResults: Sendable {
    package internal(set) var accounts: [AccountView] = []
    package internal(set) var statuses: [StatusView] = []
    package internal(set) var tags: [Tag] = []
    var shortfall = Shortfall()

    static let usualSizes = [20, largestSize]
    private static let largestSize = 40

    /// The results as rows of a list.
    package var rows: ResultPage<SearchResult> {
      let rows =
        accounts.map(SearchResult.account) + statuses.map(SearchResult.status) + tags.map(SearchResult.tag)
      return ResultPage(rows, next: nil, shortfall: shortfall)
    }

    /// Records how many results of one type the server sent.
    ///
    /// - Parameter count: the number of results that was asked for; a server that sends as many as it sends at once may
    ///   have more.
    mutating func note(_ readable: Int, _ unreadable: [UnreadableRow], of count: Int?) {
      shortfall.unreadable += unreadable.count
      shortfall.reason = shortfall.reason ?? unreadable.first?.reason
      let sent = readable + unreadable.count
      guard let count else { return }
      if sent < count ? Self.usualSizes.contains(sent) : count >= Self.largestSize { shortfall.mayBeCut = true }
    }
  }

  /// A result of a search.
  package enum SearchResult: Sendable {
    case account(AccountView)
    case status(StatusView)
    case tag(Tag)
  }
}

/// The user names of a server's accounts, with domains.
package struct QualifiedNames: Sendable {
  let domain: String
  private let records = AccountRecords()

  fileprivate init(domain: String) {
    self.domain = domain
  }

  func name(of account: Account) -> String { account.qualifiedName(on: domain) }

  func name(of mention: Mention) -> String { Server.qualified(mention.acct, on: domain) }

  /// The record of an account. Most accounts of a page occur several times, and a biography is HTML to be read.
  func record(of account: Account) -> JSON.Object {
    records.record(of: account) {
      RecordOf.account.object(of: Server.AccountView(account: account, name: name(of: account)))
    }
  }
}

/// The records of accounts that were made, each until its account differs.
private final class AccountRecords: Sendable {
  private static let capacity = 200
  private let made = Mutex<[String: (account: Account, record: JSON.Object)]>([:])

  func record(of account: Account, make: () -> JSON.Object) -> JSON.Object {
    if let known = made.withLock({ $0[account.id] }), known.account == account { return known.record }
    let record = make()
    made.withLock { made in
      // A stream goes on without end.
      if made.count == Self.capacity { made = [:] }
      made[account.id] = (account, record)
    }
    return record
  }
}

extension Server {
  /// The names of the server's accounts; the first call asks the server for its domain.
  func names() async throws(Failure) -> QualifiedNames {
    QualifiedNames(domain: try await attempt(await client.domain()))
  }

  /// A status that a change returned, with names if the domain is known: a request after the change could fail.
  func changed(_ status: Status) -> StatusView {
    StatusView(status, names: client.knownDomain.map(QualifiedNames.init(domain:)))
  }
}
