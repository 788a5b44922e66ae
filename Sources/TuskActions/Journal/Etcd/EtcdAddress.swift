package import Fediverse
package import XCallbackURL

/// Where a shared journal is: the nodes of an etcd cluster, and how the keys of the journal begin.
///
/// It is written as `etcd://HOST:PORT,HOST:PORT/PREFIX`, and perhaps `?lease=SECONDS&quota=GIB`. Connections are encrypted, except to this machine.
package struct EtcdAddress: Sendable, Hashable {
  /// The nodes, in the order in which they are asked.
  package let nodes: [ServerAddress]
  /// The beginning of every key, without a slash at its end.
  package let prefix: String
  /// For how many seconds the claims of a process outlive its last sign of life.
  package private(set) var lease = usualLease
  /// The size in GiB to which the database of etcd may grow.
  package private(set) var quota = 2

  /// The beginning of an address.
  package static let scheme = "etcd://"
  /// The lease by default: the longest time of a request twice, and what two signs of life take.
  private static let usualLease = 300
  /// Shorter ones end while a node of etcd is replaced by another.
  private static let leases = 2...86_400
  private static let port = 2379

  /// No node.
  static let nowhere = EtcdAddress()

  private init() { (nodes, prefix) = ([], "") }

  /// - Throws: ``Failure`` if the text is no address.
  package init(_ text: String) throws(Failure) {
    guard text.hasPrefix(Self.scheme) else { throw .noAddress(text, "it does not begin with \(Self.scheme)") }
    guard !text.contains("@") else {
      throw .noAddress(text, "TUSK_JOURNAL_USER and TUSK_JOURNAL_PASSWORD name the user")
    }
    let parts = text.dropFirst(Self.scheme.count).split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let place = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    var nodes: [ServerAddress] = []
    for host in place[0].split(separator: ",", omittingEmptySubsequences: false) {
      do throws(AddressError) {
        let node = try ServerAddress(String(host))
        nodes.append(node.port == nil ? try ServerAddress("\(host):\(Self.port)") : node)
      } catch {
        throw .noAddress(text, "\(error)")
      }
    }
    let prefix = place.count > 1 ? place[1].trimmingSlashes : ""
    guard prefix.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .noAddress(text, "the part after the hosts has characters that no key may have")
    }
    self.nodes = nodes
    self.prefix = prefix.isEmpty ? "tusk" : prefix
    guard parts.count > 1 else { return }
    for option in parts[1].split(separator: "&", omittingEmptySubsequences: false) {
      let pair = option.split(separator: "=", maxSplits: 1)
      switch (pair.first, pair.count == 2 ? Int(pair[1]) : nil) {
      case ("lease", let seconds?) where Self.leases.contains(seconds): lease = seconds
      case ("quota", let size?) where (1...1024).contains(size): quota = size
      default:
        throw .noAddress(
          text, "after '?' it takes lease=, of \(Self.leases.lowerBound) seconds to a day, and quota=, in GiB")
      }
    }
  }
}

extension EtcdAddress: CustomStringConvertible {
  /// The address without what has its default.
  package var description: String { "\(Self.scheme)\(nodes.map(\.hostAndPort).joined(separator: ","))/\(prefix)" }
}

extension ServerAddress {
  fileprivate var hostAndPort: String { String(urlWithPort.drop { $0 != "/" }.dropFirst(2)) }
}

extension Substring {
  fileprivate var trimmingSlashes: String {
    let start = drop { $0 == "/" }
    return String(start.reversed().drop { $0 == "/" }.reversed())
  }
}

extension Failure {
  fileprivate static func noAddress(_ text: String, _ reason: String) -> Failure {
    // A password that was put there is not shown.
    let shown = text.lastIndex(of: "@").map { "etcd://…\(text[$0...])" } ?? text
    return Failure(
      .badSettings,
      "'\(shown)' is no place of a journal: \(reason); write it as etcd://HOST:PORT,HOST:PORT/PREFIX")
  }
}
