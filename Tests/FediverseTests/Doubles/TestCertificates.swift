/// Certificates and keys that exist for these tests only.
enum TestCertificates {
  /// What the client trusts.
  static let root = """
    -----BEGIN CERTIFICATE-----
    MIIBjzCCATWgAwIBAgIUbNd9rL7Ad3u6Q8t69DxrMWvHW/8wCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJVGVzdCByb290MCAXDTI2MTEyMTEyMzcyNloYDzIxMjYxMDI4
    MTIzNzI2WjAUMRIwEAYDVQQDDAlUZXN0IHJvb3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAARXXNEs57K78brMqh3/FhAbTPj7Cbx4o+UYAvvz6SnZ5oyPgDmd4uN+
    u2bMRzgXNyIiIeNGCu84HH9p53KBMu5Bo2MwYTAdBgNVHQ4EFgQUT0NdYgvccS2x
    apU9hRo5vkj3JQIwHwYDVR0jBBgwFoAUT0NdYgvccS2xapU9hRo5vkj3JQIwDwYD
    VR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAgQwCgYIKoZIzj0EAwIDSAAwRQIh
    AP35sPMRgME6pk9SGwVgATS4bAWScVNZEC2gYwzvqexSAiAxTpwwkL85FS+NjDpL
    hoxS4+pBmfnqBacBZYFWvn6hzA==
    -----END CERTIFICATE-----
    """

  /// A certificate and its key.
  struct Identity: Sendable {
    let certificate: String
    let key: String
  }

  /// For `localhost` and 127.0.0.1, signed by the root, good for a hundred years.
  static let good = Identity(
    certificate: """
      -----BEGIN CERTIFICATE-----
      MIIBiDCCAS6gAwIBAgICRH4wCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJVGVzdCBy
      b290MCAXDTI2MTEyMTEyMzgwOVoYDzIxMjYxMDI4MTIzODA5WjAPMQ0wCwYDVQQD
      DAR0ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE5+SWSsUC3I8Uk1S6kpdq
      /kkb5Ntsx0Siz52MPVEN+dfIontMMlMLASjs6FZSzjnBd4SIuRwMr12LAIlODzkk
      GKNzMHEwGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMBMGA1UdJQQMMAoGCCsG
      AQUFBwMBMB0GA1UdDgQWBBQTA6ku3F6P95n2WB8qYRopOuWLzTAfBgNVHSMEGDAW
      gBRPQ11iC9xxLbFqlT2FGjm+SPclAjAKBggqhkjOPQQDAgNIADBFAiBIeLnyA1O3
      hEvem2aCXC0DUXgMrvJuUxVGDBDJTSn5vAIhAOJ8NmaSkmXxIVi1d6aOdz03T+PM
      Xe9urzcwTPHyDaFO
      -----END CERTIFICATE-----
      """,
    key: """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgITD9iL5k2x43Ji84
      huhPPi9WMZjGSpY7f4zBlGQD92+hRANCAATn5JZKxQLcjxSTVLqSl2r+SRvk22zH
      RKLPnYw9UQ3518iie0wyUwsBKOzoVlLOOcF3hIi5HAyvXYsAiU4POSQY
      -----END PRIVATE KEY-----
      """)

  /// As good, but for `other.example`.
  static let other = Identity(
    certificate: """
      -----BEGIN CERTIFICATE-----
      MIIBhzCCASygAwIBAgICXqMwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJVGVzdCBy
      b290MCAXDTI2MTEyMTEyMzgwOVoYDzIxMjYxMDI4MTIzODA5WjAPMQ0wCwYDVQQD
      DAR0ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEf5JtynaR2FP4E++9smYv
      VjrEJVjHgh3pI7F++3UvZaEJyfgb4KzdZpoAwYveJMdYtDdhY9ZRgZQUC3g0KeK5
      s6NxMG8wGAYDVR0RBBEwD4INb3RoZXIuZXhhbXBsZTATBgNVHSUEDDAKBggrBgEF
      BQcDATAdBgNVHQ4EFgQUODnVs6vUZWTZSo5MFF2sScYSA2swHwYDVR0jBBgwFoAU
      T0NdYgvccS2xapU9hRo5vkj3JQIwCgYIKoZIzj0EAwIDSQAwRgIhAKn8m9a1nRlx
      3s3c4FfBi5hV7WNfVBBgy8ctZSw0pz6bAiEAxiz3CRRzupHQzY7CxaXbirx+MWwi
      EgF3zwPAwHAzNSA=
      -----END CERTIFICATE-----
      """,
    key: """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgx4XHB8VPbRrBoTtM
      YVAHeMkoKQQhByD88hxi/82UPzShRANCAAR/km3KdpHYU/gT772yZi9WOsQlWMeC
      HekjsX77dS9loQnJ+BvgrN1mmgDBi94kx1i0N2Fj1lGBlBQLeDQp4rmz
      -----END PRIVATE KEY-----
      """)

  /// For `localhost`, signed by the root, out of date.
  static let expired = Identity(
    certificate: """
      -----BEGIN CERTIFICATE-----
      MIIBhjCCASygAwIBAgICQ6owCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJVGVzdCBy
      b290MB4XDTI2MTEyMTEyMzgwOVoXDTI2MTEyMDEyMzgwOVowDzENMAsGA1UEAwwE
      dGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABE10C2CSs+CFe42kXZjPc6Pq
      1j1G32TSnXiGq7DVozmPwCK30L/N81PQun1Qi4cNbxJsf3aWx5lNvLK35vvds0ej
      czBxMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATATBgNVHSUEDDAKBggrBgEF
      BQcDATAdBgNVHQ4EFgQUEjAMt+WZ4HavGdRQ+9huT+EvtFEwHwYDVR0jBBgwFoAU
      T0NdYgvccS2xapU9hRo5vkj3JQIwCgYIKoZIzj0EAwIDSAAwRQIhAJALjrbGU9O2
      DL1GxaZwJW64lQPO7X9TWqxrbYud1rXDAiBoxsSOVsGZ5YYPIsOHNfCoCQY0IdV0
      kfw62eHD16simA==
      -----END CERTIFICATE-----
      """,
    key: """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOrW4NuKZIw2B31yQ
      u9b47MebOaxBkpL2mhRxWBkquF+hRANCAARNdAtgkrPghXuNpF2Yz3Oj6tY9Rt9k
      0p14hquw1aM5j8Ait9C/zfNT0Lp9UIuHDW8SbH92lseZTbyyt+b73bNH
      -----END PRIVATE KEY-----
      """)

  /// For `localhost`, signed by nobody but itself.
  static let selfSigned = Identity(
    certificate: """
      -----BEGIN CERTIFICATE-----
      MIIBlTCCATugAwIBAgIUHgfKt718dEl32O8/RRqVwOoWI6EwCgYIKoZIzj0EAwIw
      FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTEyMzgxMFoYDzIxMjYxMDI4
      MTIzODEwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
      PQMBBwNCAASNNsDRVq1e+ehhs1ehWE5RHgUoW63Q7nBGvuniJa2utatm+HhRV47b
      nC9OVkdAGlE5efGELvYfZRh4V3qkXXnmo2kwZzAdBgNVHQ4EFgQU55emyZ6+Obns
      DBBYWWZ3374F8EQwHwYDVR0jBBgwFoAU55emyZ6+ObnsDBBYWWZ3374F8EQwDwYD
      VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
      SAAwRQIhALFX378lQ5eLg9qPMKKuSOvM60w3H62CskqZXVcMovUOAiBLG5H8jKgo
      iri3b3p1vlM/Fq10zxmdBepOu2MzxlUi2A==
      -----END CERTIFICATE-----
      """,
    key: """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgoGenBjucGrJ4cCO+
      tcjDfLthiylhqWbVfECAAYNuuQihRANCAASNNsDRVq1e+ehhs1ehWE5RHgUoW63Q
      7nBGvuniJa2utatm+HhRV47bnC9OVkdAGlE5efGELvYfZRh4V3qkXXnm
      -----END PRIVATE KEY-----
      """)
}
