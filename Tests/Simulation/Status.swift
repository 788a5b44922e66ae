import JSONValue
import TuskCommon

/// A status as the server keeps it.
struct KeptStatus {
  let id: Int
  let text: String
  /// When it was created by the server's clock, in nanoseconds since 1970.
  let created: Int
  /// The nanoseconds of the simulation at which it was made.
  let born: Int
  /// The status that it boosts.
  var boosted: Int?
  /// Whether a process of the simulation asked for it.
  var isAsked = false
  var author = "drill"
  /// The process that asked for it.
  var process = 0
  /// The JSON that the server sends.
  let json: String

  var uri: String { Self.uri(of: id) }

  static func uri(of id: Int) -> String { "https://\(SimulatedServer.host)/s/\(id)" }
}

extension SimulatedServer {
  static let host = "sim.example"

  /// The JSON of a status.
  static func json(
    of id: Int, _ text: String, created: Int, by author: String, _ flavor: Flavor, boosted: String? = nil
  ) -> String {
    let content = JSON.string(boosted == nil ? flavor.rendered(text) : "").text
    let (seconds, rest) = (created / 1_000_000_000, created % 1_000_000_000 / 1_000_000)
    let fraction = String(String(1000 + rest).dropFirst())
    let time = "\(Instant(seconds: seconds).rfc3339.dropLast()).\(fraction)Z"
    return """
      {"id":"\(id)","uri":"\(KeptStatus.uri(of: id))","url":"https://\(host)/@\(author)/\(id)",\
      "created_at":"\(time)","account":\(account(author)),"content":\(content),"visibility":"public",\
      "sensitive":false,"spoiler_text":"","language":"en","in_reply_to_id":null,"mentions":[],"tags":[],"emojis":[],\
      "media_attachments":[],"favourited":false,"reblogged":false,"reblog":\(boosted ?? "null")}
      """
  }

  /// The JSON of an account.
  static func account(_ name: String) -> String {
    """
    {"id":"\(name == "drill" ? 1 : 2)","username":"\(name)","acct":"\(name)","display_name":"\(name)",\
    "url":"https://\(host)/@\(name)","note":""}
    """
  }
}
