import XCallbackURL

/// What the desktop brings may come from anybody, so that a name proves nothing: without an access token each change is
/// asked for.
extension Consent {
  func permits(stranger request: ConsentRequest) async throws(Failure) -> Bool {
    guard request.isSilent, request.signature.canBeSilent, let token = request.accessToken else {
      return try await confirms(request)
    }
    let account = try await account()
    guard try permissions.allows(token: token, action: request.signature.action, account: account) else {
      return try await confirms(request)
    }
    return true
  }

  /// Whether the answer may go where the request wants it; that there is one, or none, is an answer too.
  ///
  /// - Throws: ``Failure`` where the store of permissions cannot be read or written.
  func allowsDisclosure(_ request: ConsentRequest) async throws(Failure) -> Bool {
    guard request.origin.party == .desktop, !request.signature.isPublic, !request.signature.effect.isWrite,
      let target = request.target, !isSandbox, !request.origin.assumesYes
    else { return true }
    return try await inTurn { (consent) throws(Failure) in
      let account = try await consent.account()
      let action = request.signature.action
      guard try !consent.permissions.allows(disclosureTo: target, action: action, account: account) else { return true }
      switch await consent.ask(.disclosure(request, target: target, account: account)) {
      case .once: return true
      case .always:
        try consent.permissions.allow(disclosureTo: target, action: action, account: account)
        return true
      case .no, .nobody: return false
      }
    }
  }

  /// The token by which a program proves from now on that it was authorized; `nil` where nobody allowed it.
  ///
  /// - Throws: ``Failure`` where the store of permissions cannot be read or written.
  func token(for authorization: Authorization) async throws(Failure) -> Permissions.Grant? {
    try await inTurn { (consent) throws(Failure) in
      let account = try await consent.account()
      if !consent.isSandbox {
        switch await consent.ask(.authorization(authorization, account: account)) {
        case .once, .always: break
        case .no, .nobody: return nil
        }
      }
      return try consent.permissions.grant(authorization, account: account)
    }
  }
}
