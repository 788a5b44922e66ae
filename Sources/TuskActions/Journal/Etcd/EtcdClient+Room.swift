import JSONValue
package import XCallbackURL

extension EtcdClient {
  /// Refuses work that would fill the database of etcd, which then takes no more changes.
  ///
  /// - Parameter count: how many blocks with one change each will be recorded.
  package func checkRoom(forBlocks count: Int) async throws(Failure) {
    guard let used = try await call("maintenance/status", [:])["dbSizeInUse"]?.number else { return }
    let needed = count * Self.bytesPerBlock
    guard used + needed > Self.quota else { return }
    throw .full(address, used: used, needed: needed, quota: Self.quota)
  }

  /// What a block with one change takes, with its history until the store is compacted: measured with posts of 100
  /// letters.
  private static let bytesPerBlock = 4000
  /// The size of the database that etcd allows by default.
  private static let quota = 2 << 30
}

extension Failure {
  fileprivate static func full(_ address: EtcdAddress, used: Int, needed: Int, quota: Int) -> Failure {
    Failure(
      .rejected,
      "the journal \(address) has \(used >> 20) MiB, and the plan needs about \(needed >> 20) MiB more of the "
        + "\(quota >> 20) MiB that etcd allows; divide the plan, or compact the store")
  }
}
