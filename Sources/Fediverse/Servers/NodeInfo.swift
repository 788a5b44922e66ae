public import JSONValue

/// A server's public description of its software and usage (NodeInfo protocol).
public struct NodeInfo: Entity, Hashable {
  /// The name of the software as sent.
  public let softwareName: String
  /// The version of the software.
  public let softwareVersion: String?
  /// Whether anyone can sign up.
  public let isOpenForRegistration: Bool?
  /// The number of accounts.
  public let userCount: Int?
  /// The number of accounts active in the last month.
  public let activeUserCount: Int?
  /// The number of accounts active in the last half year.
  public let halfYearUserCount: Int?
  /// The number of statuses published by its accounts.
  public let statusCount: Int?
  /// Further members, which differ between software.
  public let metadata: JSON.Object

  /// Reads any version of the protocol.
  ///
  /// - Throws: ``ShapeError`` if the name of the software is missing.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "nodeinfo")
    let software = fields.fields("software")
    softwareName = try software.word("name", or: "a name")
    softwareVersion = software.word("version")
    isOpenForRegistration = fields.truth("openRegistrations")
    let usage = fields.fields("usage")
    let users = usage.fields("users")
    userCount = users.count("total")
    activeUserCount = users.count("activeMonth")
    halfYearUserCount = users.count("activeHalfyear")
    statusCount = usage.count("localPosts")
    metadata = fields["metadata"]?.object ?? [:]
  }
}

/// The links to the NodeInfo documents of a server, from `/.well-known/nodeinfo`.
struct NodeInfoLinks: Entity, Hashable {
  /// The links, by the version of the schema at the end of their relation type.
  private let links: [Link]

  private struct Link: Hashable {
    let edition: String
    let reference: String
  }

  init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "nodeinfo")
    guard let rows = fields["links"]?.array else { throw ShapeError(path: "nodeinfo.links", expected: "a list") }
    links = rows.compactMap { row in
      guard
        let link = try? FieldReader(row, as: "link"), let relation = link.word("rel"),
        let reference = link.word("href"), let name = relation.firstRange(of: "nodeinfo.diaspora.software/ns/schema/")
      else { return nil }
      return Link(edition: String(relation[name.upperBound...]), reference: reference)
    }
  }

  /// The document with the newest schema that is safe to fetch.
  ///
  /// Only the host that sent the links and its parent and child domains are allowed, with the same transport security,
  /// so that a server cannot direct its visitors to others.
  func newest(at url: WebURL) -> WebURL? {
    for edition in ["2.1", "2.0", "1.1", "1.0"] {
      let targets = links.filter { $0.edition == edition }.compactMap { WebURL($0.reference, at: url) }
      if let target = targets.first(where: {
        $0.origin.isSafe(beside: url.origin) && $0.origin.isSameOrNestedDomain(as: url.origin)
      }) {
        return target
      }
    }
    return nil
  }
}
