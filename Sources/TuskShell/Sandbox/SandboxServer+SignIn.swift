import JSONValue
import MessageDigest
import TuskActions
import TuskCommon
import XCallbackURL

extension SandboxServer {
  /// The page of a sign-in with the proof that the owner of this sandbox asked for it, which saves the person from giving
  /// the sandbox's secret; pages of other servers stay as they are.
  ///
  /// The proof is for this page alone: other users of the machine may see the arguments of the browser.
  func proven(_ page: String) -> String {
    guard let running, page.hasPrefix(running.address + "/"), let url = try? CallbackURL(parsing: page),
      let note = try? PrivateFile("\(folder)/server.json").read(),
      let secret = (try? JSON(parsing: note))?["secret"]?.string
    else { return page }
    let fields = ["client_id", "redirect_uri", "scope", "state", "code_challenge"]
    let text = fields.map { (url.values(of: $0).last.flatMap(\.self) ?? "") + "\n" }.joined()
    return page + "&proof=" + SHA256.code(of: Array(text.utf8), key: Array(secret.utf8)).hexadecimal
  }
}
