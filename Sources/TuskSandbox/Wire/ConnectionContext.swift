import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTPTypes

/// The context of a request, with the connection it arrived on.
struct ConnectionContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  private let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// Tells a client that waits for it to send the body.
  func inviteBody() {
    channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)), promise: nil)
  }

  /// Closes the connection, even if the client still expects a response.
  func closeConnection() async { try? await channel.close() }
}
