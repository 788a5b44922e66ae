import JSONValue
package import XCallbackURL

extension EtcdClient {
  /// Refuses work that would fill the database of etcd, which then takes no more changes.
  ///
  /// - Parameter count: how many changes will be recorded.
  package func checkRoom(forChanges count: Int) async throws(Failure) {
    guard let used = try await call("maintenance/status", [:])["dbSizeInUse"]?.number else { return }
    let needed = count * Self.bytesPerChange
    let quota = address.quota << 30
    guard used + needed > quota else { return }
    throw .full(address, used: used, needed: needed, quota: quota)
  }

  /// What a change in a block of its own takes, with its history until the store is compacted, which leaves half of it:
  /// measured with posts of 80 letters.
  private static let bytesPerChange = 4200
}

extension Failure {
  fileprivate static func full(_ address: EtcdAddress, used: Int, needed: Int, quota: Int) -> Failure {
    Failure(
      .rejected,
      "the journal \(address) has \(used >> 20) MiB, and this work needs about \(needed >> 20) MiB more of the "
        + "\(quota >> 20) MiB that etcd allows; divide it, compact the store, or start etcd with a larger quota and state it as ?quota=GIB"
    )
  }
}
