import TuskActions
import TuskCommon

/// The commands of the prompt on accounts: after each, the prompt goes on as the account that is current then.
extension PromptSession {
  /// Signs in to a server, in a browser, or with `--oob` by a code that the person copies.
  mutating func logIn(_ words: [String]) {
    let servers = words.filter { !$0.hasPrefix("-") }
    guard let server = servers.first, servers.count == 1, words.allSatisfy({ $0 == server || $0 == "--oob" }) else {
      return report("'login' takes a server and perhaps --oob: login example.social")
    }
    let reader = reader
    let code = shell.signIn(
      to: server, by: words.contains("--oob") ? .code : .browser, scopes: nil,
      readingCode: { prompt in if case .line(let line) = reader.readSecret(prompt: prompt) { line } else { nil } })
    if end(code) { change() }
  }

  /// Acts as another signed-in account.
  mutating func use(_ words: [String]) {
    let names = shell.accountNames
    guard let name = words.first, words.count == 1 else {
      let known = names.isEmpty ? "nobody is signed in; 'login example.social' signs in" : names.joined(separator: ", ")
      return report("'use' takes an account: \(known)")
    }
    if end(shell.use(name)) { change() }
  }

  /// Signs an account out: the current one, unless another is named.
  mutating func logOut(_ words: [String]) {
    guard words.count < 2 else { return report("'logout' takes one account at most") }
    guard !words.isEmpty || !isOfEnvironment else {
      return report("this session acts as the account of TUSK_SERVER; name another to sign out: logout @user@host")
    }
    // Another prompt may have chosen another account meanwhile.
    if end(shell.signOut(words.first ?? shell.accounts.storedName)) { change() }
  }

  private var isOfEnvironment: Bool {
    switch try? shell.accounts.source() {
    case .environment?, .command?: true
    case .stored?, .sandbox?, nil: false
    }
  }

  private mutating func change() {
    changeAccount()
    guard isOfEnvironment else { return }
    shell.streams.report("TUSK_SERVER is set, so commands in this session still act as its account\n")
  }
}
