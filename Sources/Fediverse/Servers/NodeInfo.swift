public import JSONValue

/// What a server tells anybody of its software and its size, as the NodeInfo protocol has it.
public struct NodeInfo: Entity, Hashable {
  /// The name of the software, as the server writes it.
  public let softwareName: String
  /// The version of the software.
  public let softwareVersion: String?
  /// Whether the server takes new people.
  public let isOpenForRegistration: Bool?
  /// How many accounts it has.
  public let userCount: Int?
  /// How many of them were active in the last month.
  public let activeUserCount: Int?
  /// How many of them were active in the last half year.
  public let halfYearUserCount: Int?
  /// How many statuses its accounts have published.
  public let statusCount: Int?
  /// What else the server tells; every software has members of its own.
  public let metadata: JSON.Object

  /// Reads any edition of the protocol.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "nodeinfo")
    let software = fields.fields("software")
    guard let name = software.word("name") else {
      throw ShapeError(path: "nodeinfo.software.name", expected: "a name")
    }
    softwareName = name
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

/// Where a server has its NodeInfo documents: what stands at `/.well-known/nodeinfo`.
struct NodeInfoLinks: Entity, Hashable {
  /// The links by the last part of their relation, the edition of the protocol.
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

  /// The newest document that may be asked for, whatever the order of the links.
  ///
  /// A server could otherwise send its visitors to others: only the host that gave the links, one above or one below
  /// it is asked, over a line that is as safe.
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
