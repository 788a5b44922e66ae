import JSONValue
import TuskActions
package import TuskCommon

extension Shell {
  /// Runs the work, and shows its requests on standard error if that is wanted.
  package func tracing(_ work: () -> ExitCode) -> ExitCode {
    guard options.traces else { return work() }
    let (streams, wantsJSON) = (streams, options.wantsJSON)
    return Trace.$report.withValue(
      Trace.Report { entry in
        let trace = JSON.object(["trace": entry.json])
        streams.report(
          wantsJSON ? trace.text + "\n" : entry.lines.map { TerminalText.field($0) + "\n" }.joined())
      }, operation: work)
  }
}
