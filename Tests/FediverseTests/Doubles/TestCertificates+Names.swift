/// Certificates by a second root, whose names are for other hosts than it seems. They share a key.
extension TestCertificates {
  /// The second root.
  static let rootOfNames = """
    -----BEGIN CERTIFICATE-----
    MIIBoTCCAUegAwIBAgIUJw8JuKsURf5DB0VDjlFdneJSDf0wCgYIKoZIzj0EAwIw
    HTEbMBkGA1UEAwwSVGVzdCByb290IG9mIG5hbWVzMCAXDTI2MTEyNTA4MzkzMFoY
    DzIxMjYxMTAxMDgzOTMwWjAdMRswGQYDVQQDDBJUZXN0IHJvb3Qgb2YgbmFtZXMw
    WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ3adoBqeSB4n1SYvv8MbwdcOsDs1oD
    w3MNJiPY4X8uwx301ZyY/9iMKZU3WqgiS0lgrD1FPzsAySGLTeYUslSXo2MwYTAd
    BgNVHQ4EFgQU6XSKrwDs4LcKisq4zZx4iV7w/YwwHwYDVR0jBBgwFoAU6XSKrwDs
    4LcKisq4zZx4iV7w/YwwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAgQw
    CgYIKoZIzj0EAwIDSAAwRQIgJME5GPeYhTyDkCXs3cACYDU8pRH+4IoCOMMEQzqM
    MuUCIQDX0IhYTUfKe+aD6M0k8RAaITpRT5vESVT3cdXzP4GN3g==
    -----END CERTIFICATE-----
    """

  /// For 127.0.0.1 alone.
  static let address = Identity(
    certificate: """
      -----BEGIN CERTIFICATE-----
      MIIBmTCCAT6gAwIBAgIUScOU4gfRBof8YbXMq1X35l+j4BEwCgYIKoZIzj0EAwIw
      HTEbMBkGA1UEAwwSVGVzdCByb290IG9mIG5hbWVzMCAXDTI2MTEyNTA4MzkzMFoY
      DzIxMjYwNzI0MDgzOTMwWjAPMQ0wCwYDVQQDDAR0ZXN0MFkwEwYHKoZIzj0CAQYI
      KoZIzj0DAQcDQgAEa+kbfb2hrftGSgZACl4sYcOzEDmYFLoDUo7OvtklfnXHhOEY
      ep0kqtkV4CmNDnN1jL5rZLfp1IuFimMUsUvy2KNoMGYwDwYDVR0RBAgwBocEfwAA
      ATATBgNVHSUEDDAKBggrBgEFBQcDATAdBgNVHQ4EFgQUaMb5Mn8h4t9047WPRhw2
      7cy8nlQwHwYDVR0jBBgwFoAU6XSKrwDs4LcKisq4zZx4iV7w/YwwCgYIKoZIzj0E
      AwIDSQAwRgIhAPcL4/LEKp3T4LXqeQvykHB2v/kiM8eT9IaLNOwNhZRrAiEAjJUT
      ckzFMsmlEmuWSH3ngTNPRZuW4owTo9bKx6q+uNU=
      -----END CERTIFICATE-----
      """,
    key: keyOfNames)

  /// For `localhost` alone.
  static let name = Identity(
    certificate: """
      -----BEGIN CERTIFICATE-----
      MIIBnTCCAUOgAwIBAgIUScOU4gfRBof8YbXMq1X35l+j4BMwCgYIKoZIzj0EAwIw
      HTEbMBkGA1UEAwwSVGVzdCByb290IG9mIG5hbWVzMCAXDTI2MTEyNTA4MzkzMFoY
      DzIxMjYwNzI0MDgzOTMwWjAPMQ0wCwYDVQQDDAR0ZXN0MFkwEwYHKoZIzj0CAQYI
      KoZIzj0DAQcDQgAEa+kbfb2hrftGSgZACl4sYcOzEDmYFLoDUo7OvtklfnXHhOEY
      ep0kqtkV4CmNDnN1jL5rZLfp1IuFimMUsUvy2KNtMGswFAYDVR0RBA0wC4IJbG9j
      YWxob3N0MBMGA1UdJQQMMAoGCCsGAQUFBwMBMB0GA1UdDgQWBBRoxvkyfyHi33Tj
      tY9GHDbtzLyeVDAfBgNVHSMEGDAWgBTpdIqvAOzgtwqKyrjNnHiJXvD9jDAKBggq
      hkjOPQQDAgNIADBFAiBMlH3xQsM8o2ZvUMUyz5W8fyuHzntOL9e6DnrbcuFZGgIh
      AKgDKOq4WOauWOjTbP6TsBqIkB8Ys6ysE9PBKAtwbbDz
      -----END CERTIFICATE-----
      """,
    key: keyOfNames)

  /// For `local*`, a wildcard inside a label.
  static let part = Identity(
    certificate: """
      -----BEGIN CERTIFICATE-----
      MIIBmzCCAUCgAwIBAgIUScOU4gfRBof8YbXMq1X35l+j4BIwCgYIKoZIzj0EAwIw
      HTEbMBkGA1UEAwwSVGVzdCByb290IG9mIG5hbWVzMCAXDTI2MTEyNTA4MzkzMFoY
      DzIxMjYwNzI0MDgzOTMwWjAPMQ0wCwYDVQQDDAR0ZXN0MFkwEwYHKoZIzj0CAQYI
      KoZIzj0DAQcDQgAEa+kbfb2hrftGSgZACl4sYcOzEDmYFLoDUo7OvtklfnXHhOEY
      ep0kqtkV4CmNDnN1jL5rZLfp1IuFimMUsUvy2KNqMGgwEQYDVR0RBAowCIIGbG9j
      YWwqMBMGA1UdJQQMMAoGCCsGAQUFBwMBMB0GA1UdDgQWBBRoxvkyfyHi33TjtY9G
      HDbtzLyeVDAfBgNVHSMEGDAWgBTpdIqvAOzgtwqKyrjNnHiJXvD9jDAKBggqhkjO
      PQQDAgNJADBGAiEAjCDQOxZRTs4i653EMH4/kboPlB9hOS6v8TS6EHJYStgCIQC+
      fdSZ9JT1DYOqEq6t8nwlHYUAkoUUTHXuNiw6+FX2OA==
      -----END CERTIFICATE-----
      """,
    key: keyOfNames)

  /// With `localhost` as its subject, and no other names.
  static let common = Identity(
    certificate: """
      -----BEGIN CERTIFICATE-----
      MIIBjDCCATKgAwIBAgIUScOU4gfRBof8YbXMq1X35l+j4BQwCgYIKoZIzj0EAwIw
      HTEbMBkGA1UEAwwSVGVzdCByb290IG9mIG5hbWVzMCAXDTI2MTEyNTA4MzkzMFoY
      DzIxMjYwNzI0MDgzOTMwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjO
      PQIBBggqhkjOPQMBBwNCAARr6Rt9vaGt+0ZKBkAKXixhw7MQOZgUugNSjs6+2SV+
      dceE4Rh6nSSq2RXgKY0Oc3WMvmtkt+nUi4WKYxSxS/LYo1cwVTATBgNVHSUEDDAK
      BggrBgEFBQcDATAdBgNVHQ4EFgQUaMb5Mn8h4t9047WPRhw27cy8nlQwHwYDVR0j
      BBgwFoAU6XSKrwDs4LcKisq4zZx4iV7w/YwwCgYIKoZIzj0EAwIDSAAwRQIgBrhN
      H/1YL8c6V4w99zCNMzhb+ciUzV613SrwNg6ig0kCIQCxktdfqlfvJDdU2oxXg9za
      fGEo895YLXTb79jvjmns6g==
      -----END CERTIFICATE-----
      """,
    key: keyOfNames)

  /// For `*.social.example`, `so*al.example`, `*`, 127.0.0.1 and 2001:db8::7.
  static let whole = Identity(
    certificate: """
      -----BEGIN CERTIFICATE-----
      MIIB0DCCAXagAwIBAgIUScOU4gfRBof8YbXMq1X35l+j4BUwCgYIKoZIzj0EAwIw
      HTEbMBkGA1UEAwwSVGVzdCByb290IG9mIG5hbWVzMCAXDTI2MTEyNTA4MzkzMFoY
      DzIxMjYwNzI0MDgzOTMwWjAPMQ0wCwYDVQQDDAR0ZXN0MFkwEwYHKoZIzj0CAQYI
      KoZIzj0DAQcDQgAEa+kbfb2hrftGSgZACl4sYcOzEDmYFLoDUo7OvtklfnXHhOEY
      ep0kqtkV4CmNDnN1jL5rZLfp1IuFimMUsUvy2KOBnzCBnDBFBgNVHREEPjA8ghAq
      LnNvY2lhbC5leGFtcGxlgg1zbyphbC5leGFtcGxlggEqhwR/AAABhxAgAQ24AAAA
      AAAAAAAAAAAHMBMGA1UdJQQMMAoGCCsGAQUFBwMBMB0GA1UdDgQWBBRoxvkyfyHi
      33TjtY9GHDbtzLyeVDAfBgNVHSMEGDAWgBTpdIqvAOzgtwqKyrjNnHiJXvD9jDAK
      BggqhkjOPQQDAgNIADBFAiB7ChOCx9u94jpw3VG4CXXmgS9/pz3UTjZY9XHGbIK/
      rAIhANx7A0bSFdfiYmmodkBplOZJ8NmisbzWIZkp4SliLcsI
      -----END CERTIFICATE-----
      """,
    key: keyOfNames)

  private static let keyOfNames = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqUls/AYGXtbzajcN
    yw9QhNp6c+Mknm4aWVBq8W1r0Y2hRANCAARr6Rt9vaGt+0ZKBkAKXixhw7MQOZgU
    ugNSjs6+2SV+dceE4Rh6nSSq2RXgKY0Oc3WMvmtkt+nUi4WKYxSxS/LY
    -----END PRIVATE KEY-----
    """
}
