import XCallbackURL

/// Requests from the desktop may come from anyone, and a name proves nothing, so each change needs an access token or a
/// question.
extension Consent {
  func permit(desktop request: ConsentRequest) async throws(Failure) -> Decision {
    guard request.isSilent, request.signature.canBeSilent, try await isProved(request) else {
      return try await confirm(request)
    }
    return try await permit(answersTo: request)
  }

  /// Whether a token of its source, which a name alone does not prove, allows the request.
  func isProved(_ request: ConsentRequest) async throws(Failure) -> Bool {
    guard let token = request.accessToken else { return false }
    return try permissions.allows(
      token: token, of: request.source, action: request.signature.action, account: try await account())
  }

  /// Decides whether the answer to a change that is made without a question may open another app.
  ///
  /// This comes before the change: afterwards, a refusal would leave it made, and its program without an answer.
  func permit(answersTo request: ConsentRequest) async throws(Failure) -> Decision {
    guard let target = request.target, !target.isOwn,
      try !permissions.allows(answersAt: target, of: request.source, token: request.accessToken)
    else { return .allowed }
    let reply = await ask(.answer(to: request.source, target: target))
    if reply == .always { try await permissions.allow(answersAt: target) }
    return reply.decision
  }

  /// Decides whether the result may go to the callback of the request.
  ///
  /// Even a refusal at the server would reveal something, so the question comes before the action is performed.
  ///
  /// - Throws: ``Failure`` if the permissions cannot be read or written.
  func decisionOnDisclosure(of request: ConsentRequest) async throws(Failure) -> Decision {
    guard request.origin.party == .desktop, !request.signature.isPublic, !request.signature.effect.isWrite,
      let target = request.target, !isSandbox, !request.origin.assumesYes
    else { return .allowed }
    return try await inTurn { (consent) throws(Failure) in
      let account = try await consent.account()
      let action = request.signature.action
      guard try !consent.permissions.allows(disclosureTo: target, action: action, account: account) else {
        return .allowed
      }
      let reply = await consent.ask(.disclosure(request, target: target, account: account))
      if reply == .always {
        try await consent.permissions.allow(disclosureTo: target, action: action, account: account)
      }
      return reply.decision
    }
  }

  /// The token with which a program proves its authorization, if the person allows it.
  ///
  /// - Throws: ``Failure`` if the permissions cannot be read or written.
  func token(for authorization: Authorization) async throws(Failure) -> Result<Permissions.Grant, Denied> {
    try await inTurn { (consent) throws(Failure) in
      let account = try await consent.account()
      if !consent.isSandbox {
        let reply = await consent.ask(.authorization(authorization, account: account))
        if let denial = reply.denial { return .failure(denial) }
      }
      return .success(try await consent.permissions.grant(authorization, account: account))
    }
  }
}
