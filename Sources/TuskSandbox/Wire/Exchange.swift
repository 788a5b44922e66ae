import Hummingbird
import Logging
import NIOCore

/// One request and its answer on the connection they came by.
struct Exchange: RequestContext {
  var coreContext: CoreRequestContextStorage
  private let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// Closes the connection, whatever the other side still waits for.
  func hangUp() async { try? await channel.close() }
}
