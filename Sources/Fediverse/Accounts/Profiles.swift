extension Client {
  /// The calls about the own profile.
  public var ownProfile: Profiles { Profiles(client: self) }

  /// What the account and the programs that it is used with have agreed on.
  public func preferences() async throws(FediverseError) -> Preferences {
    try await perform(.get("/api/v1/preferences").needing(.preferences)).entity()
  }

  /// Who is signed in, as OpenID Connect has it.
  public func userInfo() async throws(FediverseError) -> UserInfo {
    try await perform(.get("/oauth/userinfo").needing(.userInfo)).entity()
  }

  /// The calls about the own profile.
  public struct Profiles: Sendable {
    let client: Client

    /// The profile with everything as it was typed.
    public func profile() async throws(FediverseError) -> Profile {
      try await client.perform(.get("/api/v1/profile").needing(.profile)).entity()
    }

    /// Changes the profile and the account's defaults, and gives the account as it is then.
    ///
    /// Pictures go one by one after all else, so that what came before stays changed where one of them is refused.
    public func update(_ changes: ProfileChanges) async throws(FediverseError) -> Account {
      let calls = Self.calls(changes, "/api/v1/accounts/update_credentials", on: client.knownFlavor)
      guard let account: Account = try await last(of: calls) else {
        return try await client.accounts.verifyCredentials()
      }
      return account
    }

    /// Changes the profile where it is a thing of its own, and gives it as it is then; the defaults stay.
    public func updateProfile(_ changes: ProfileChanges) async throws(FediverseError) -> Profile {
      var changes = changes
      (changes.visibility, changes.isSensitive, changes.language) = (nil, nil, nil)
      let calls = Self.calls(changes, "/api/v1/profile", on: client.knownFlavor).map { $0.needing(.profile) }
      guard let profile: Profile = try await last(of: calls) else { return try await self.profile() }
      return profile
    }

    /// Removes the avatar.
    public func removeAvatar() async throws(FediverseError) -> Account {
      do throws(FediverseError) {
        // Pixelfed has a place of its own for it.
        return try await client.perform(
          .delete("/api/v1/profile/avatar"), orElse: .delete("/api/v1.1/accounts/avatar")
        ).entity()
      } catch  where error.meansAbsence {
        return try await empty("avatar")
      }
    }

    /// Removes the header image.
    public func removeHeader() async throws(FediverseError) -> Account {
      do throws(FediverseError) {
        return try await client.perform(.delete("/api/v1/profile/header")).entity()
      } catch  where error.meansAbsence {
        return try await empty("header")
      }
    }

    /// Pleroma and Akkoma remove a picture where they are given an empty one.
    private func empty(_ picture: String) async throws(FediverseError) -> Account {
      try await client.perform(.patch("/api/v1/accounts/update_credentials", .form([(picture, "")]))).entity()
    }

    /// The calls that make the changes, in their order.
    static func calls(_ changes: ProfileChanges, _ path: Path, on flavor: Flavor?) -> [Call] {
      let form = changes.form
      let text = form.isEmpty ? [] : [Call.patch(path, .form(form))]
      let pictures = changes.files.map { picture in
        let body = Call.Body.multipart(Multipart([], file: picture.file, as: picture.name))
        // PHP reads no parts of a PATCH, and Pixelfed would take it for no change.
        return flavor == .pixelfed ? Call.ensure(path, body) : .patch(path, body)
      }
      return text + pictures
    }

    private func last<Value: Entity>(of calls: [Call]) async throws(FediverseError) -> Value? {
      var value: Value?
      for call in calls { value = try await client.perform(call).entity() }
      return value
    }
  }
}
