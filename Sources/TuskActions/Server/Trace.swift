package import Fediverse
package import JSONValue

/// Where the exchanges with servers are reported.
package enum Trace {
  /// Called after each exchange; `nil` if they are not reported.
  @TaskLocal package static var report: Report?

  /// Reports an exchange. A structure, because optimized programs crash if the value of a task local is a function
  /// (Swift 6.3).
  package struct Report: Sendable {
    package let show: @Sendable (Entry) -> Void

    package init(_ show: @escaping @Sendable (Entry) -> Void) {
      self.show = show
    }
  }

  /// A request and what became of it, without secrets.
  package struct Entry: Sendable {
    fileprivate let exchange: HTTPExchange

    /// The lines for a person.
    package var lines: [String] { exchange.lines }
    package var json: JSON { exchange.json }
    /// The time until the response.
    package var duration: Duration { exchange.duration }
  }

  /// A transport whose exchanges are reported if they are to be.
  package static var transport: any Transport { reporting(HTTPTransport()) }

  /// A transport whose exchanges are reported if they are to be.
  static func reporting(_ transport: HTTPTransport) -> any Transport {
    guard let report else { return transport }
    return TracingTransport(transport) { exchange in report.show(Entry(exchange: exchange)) }
  }
}
