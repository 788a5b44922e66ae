extension Client {
  /// The calls about your profile.
  public var ownProfile: Profiles { Profiles(client: self) }

  /// Fetches the settings of the signed-in account that clients share.
  public func preferences() async throws(FediverseError) -> Preferences {
    try await perform(.get("/api/v1/preferences").needing(.preferences)).entity()
  }

  /// Fetches the OpenID Connect claims about the signed-in account.
  public func userInfo() async throws(FediverseError) -> UserInfo {
    try await perform(.get("/oauth/userinfo").needing(.userInfo)).entity()
  }

  /// The calls about your profile.
  public struct Profiles: Sendable {
    let client: Client

    /// Fetches the profile with its texts as typed.
    public func profile() async throws(FediverseError) -> Profile {
      try await client.perform(.get("/api/v1/profile").needing(.profile)).entity()
    }

    /// Changes the profile and the account's defaults, and returns the changed account.
    ///
    /// Images are uploaded one by one after all other changes; if the server refuses one, the earlier changes remain.
    public func update(_ changes: ProfileChanges) async throws(FediverseError) -> Account {
      let calls = Self.calls(changes, "/api/v1/accounts/update_credentials", on: client.knownFlavor)
      guard let account: Account = try await last(of: calls) else {
        return try await client.accounts.verifyCredentials()
      }
      return account
    }

    /// Changes the profile through the profile API (Mastodon API version 8) and returns it. The account's defaults stay
    /// unchanged.
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
        // Pixelfed has its own path for this.
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

    /// Removes an image by sending an empty one, as Pleroma and Akkoma expect.
    private func empty(_ picture: String) async throws(FediverseError) -> Account {
      try await client.perform(.patch("/api/v1/accounts/update_credentials", .form([(picture, "")]))).entity()
    }

    /// The calls that make the changes, in order.
    static func calls(_ changes: ProfileChanges, _ path: Path, on flavor: Flavor?) -> [Call] {
      let form = changes.form
      let text = form.isEmpty ? [] : [Call.patch(path, .form(form))]
      let pictures = changes.files.map { picture in
        let body = Call.Body.multipart(Multipart([], file: picture.file, as: picture.name))
        // PHP does not parse multipart bodies of PATCH requests, so Pixelfed would ignore the change.
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

extension Client.Profiles {
  /// Fetches the profile fields as typed.
  public func rows() async throws(FediverseError) -> [ProfileChanges.Row] {
    let account = try await client.accounts.verifyCredentials()
    // Without a source, only the rendered fields are available.
    guard let source = account.source, !source.fields.isEmpty || account.fields.isEmpty else {
      return account.fields.map { .init(name: $0.name, value: HTMLText($0.value).plain) }
    }
    return source.fields.map { .init(name: $0.name, value: $0.value) }
  }

  /// Sets or removes one profile field and leaves the others unchanged.
  ///
  /// Servers replace all fields at once, so a concurrent change by another client is lost.
  ///
  /// - Parameters:
  ///   - name: the label; case is ignored.
  ///   - value: the text, or `nil` to remove the field.
  public func setRow(_ name: String, to value: String?) async throws(FediverseError) -> Account {
    var rows = try await rows()
    let place = rows.firstIndex { $0.name.lowercased() == name.lowercased() }
    switch (place, value) {
    case (let place?, let value?): rows[place].value = value
    case (let place?, nil): rows.remove(at: place)
    case (nil, let value?): rows.append(.init(name: name, value: value))
    case (nil, nil): return try await client.accounts.verifyCredentials()
    }
    var changes = ProfileChanges()
    changes.fields = rows
    return try await update(changes)
  }
}
