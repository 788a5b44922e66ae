@testable import TuskSandbox

extension RouteTable {
  /// Collections of accounts, and what a person's programs keep on the server.
  static let settings: [Line] =
    lines("GET", .person("read:collections"), "/api/v1/accounts/:id/collections /api/v1/accounts/:id/in_collections")
    + lines("GET", .person("read:collections"), "/api/v1/collections/:id")
    + lines("POST", .person("write:collections"), "/api/v1/collections /api/v1/collections/:id/items")
    + lines("POST", .person("write:collections"), "/api/v1/collections/:id/items/:item/revoke")
    + lines("PATCH", .person("write:collections"), "/api/v1/collections/:id")
    + lines("DELETE", .person("write:collections"), "/api/v1/collections/:id /api/v1/collections/:id/items/:item")
    + ["GET", "POST", "PUT", "DELETE"].flatMap { lines($0, .person("push"), "/api/v1/push/subscription") }
    + lines("GET", .person("read:accounts"), "/api/v1/annual_reports /api/v1/annual_reports/:year")
    + lines("GET", .person("read:accounts"), "/api/v1/annual_reports/:year/state")
    + ["read", "generate"].flatMap { lines("POST", .person("write:accounts"), "/api/v1/annual_reports/:year/\($0)") }
    + lines("GET", .open, "/api/v1/instance/terms_of_service /api/v1/peers/search")
}
