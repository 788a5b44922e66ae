@testable import TuskSandbox

extension RouteTable {
  /// The moderators' lists, decisions and numbers; `RouteTable.lines` must not be private for this file.
  static let administration: [Line] =
    ["domain_blocks", "domain_allows", "email_domain_blocks", "canonical_email_blocks", "ip_blocks"]
    .flatMap(list) + decisions + numbers

  private static func list(_ name: String) -> [Line] {
    let path = "/api/v1/admin/\(name)"
    return lines("GET", .person("admin:read:\(name)"), "\(path) \(path)/:id")
      + lines("POST", .person("admin:write:\(name)"), path)
      + lines("DELETE", .person("admin:write:\(name)"), "\(path)/:id")
  }

  private static let decisions: [Line] =
    ["domain_blocks", "ip_blocks"].flatMap { lines("PUT", .person("admin:write:\($0)"), "/api/v1/admin/\($0)/:id") }
    + lines("GET", .person("admin:read"), "/api/v1/admin/tags /api/v1/admin/tags/:id")
    + lines("PUT", .person("admin:write"), "/api/v1/admin/tags/:id")
    + ["tags", "statuses", "links"].flatMap { subject in
      let path = "/api/v1/admin/trends/\(subject)"
      return lines("GET", .person("admin:read"), path)
        + lines("POST", .person("admin:write"), "\(path)/:id/approve \(path)/:id/reject")
    }

  private static let numbers: [Line] =
    lines("POST", .person("admin:read:canonical_email_blocks"), "/api/v1/admin/canonical_email_blocks/test")
    + lines("POST", .person("admin:read"), "/api/v1/admin/measures /api/v1/admin/dimensions /api/v1/admin/retention")
}
