/// The HTML page on which a person authorizes a client.
enum ConsentPage {
  /// - Parameter isByOwner: whether the address of the page proves that the owner of the sandbox made it.
  static func form(
    _ request: AuthorizationRequest, people: [Account], isByOwner: Bool, caution: String?
  ) -> String {
    let fields = [
      ("client_id", request.application.clientId), ("redirect_uri", request.redirect), ("response_type", "code"),
      ("scope", request.scopes),
    ]
    let optional = [
      ("state", request.state), ("code_challenge", request.challenge),
      ("code_challenge_method", request.challenge.map { _ in "S256" }), ("proof", isByOwner ? request.proof : nil),
    ].compactMap { field in field.1.map { (field.0, $0) } }
    let hidden = (fields + optional).map {
      "<input type=\"hidden\" name=\"\($0.0)\" value=\"\(HTML.escaped($0.1))\">"
    }
    let choices = people.map { "<option>\(HTML.escaped($0.acct))</option>" }
    return page(
      """
      <h1>Authorization required</h1>
      <p><strong>\(HTML.escaped(request.application.name))</strong> would like to act for you with:
      <code>\(HTML.escaped(request.scopes))</code></p>
      <form method="post" action="/oauth/authorize">\(hidden.joined())
      \(caution.map { "<p><strong>\($0)</strong></p>" } ?? "")
      \(isByOwner ? "" : secretField)
      <p><label>Account <select name="account">\(choices.joined())</select></label></p>
      <p><button type="submit">Authorize</button>
      <button type="submit" name="deny" value="1">Deny</button></p></form>
      """)
  }

  private static let secretField = """
    <p><label>Secret <input type="password" name="secret" autocomplete="off"></label></p>
    <p>It is in the file <code>server.json</code> of the sandbox, which only its owner can read;
    <code>tusk-sandbox status</code> prints it.</p>
    """

  static func code(_ code: String) -> String {
    page(
      """
      <h1>Copy this code</h1>
      <p>Paste it into the program that sent you here.</p>
      <p><input class="oauth-code" type="text" readonly value="\(HTML.escaped(code))"></p>
      """)
  }

  private static func page(_ body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>Tusk sandbox</title>
    <style>body { font: 1rem/1.5 sans-serif; max-width: 32rem; margin: 4rem auto; padding: 0 1rem }</style></head>
    <body>
    \(body)
    </body></html>
    """
  }
}
