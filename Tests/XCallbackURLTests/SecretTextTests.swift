import Testing

@testable import XCallbackURL

/// Tokens and passwords in lines and URLs, as they are shown and logged.
struct SecretTextTests {
  @Test(arguments: [
    ("call ulysses read-item id=1 access-token=SECRET", "call ulysses read-item id=1 access-token=REDACTED"),
    ("call bear open-note token=SECRET title=\"x\"", "call bear open-note token=REDACTED title=\"x\""),
    ("call a b token=\"SECRET with blanks\" c=d", "call a b token=REDACTED c=d"),
    ("call a b token=\"SECRET \\\" too\" c=d", "call a b token=REDACTED c=d"),
    ("call a b token='SECRET", "call a b token=REDACTED"),
    ("tusk login --token=SECRET x", "tusk login --token=REDACTED x"),
    ("a://b?Token=SECRET&x=y", "a://b?Token=REDACTED&x=y"),
    ("a://b?x=y&API-KEY=SECRET#z", "a://b?x=y&API-KEY=REDACTED#z"),
    ("a://b?x-success=c%3A%2F%2Fd%3Ftoken%3DSECRET&x=y", "a://b?x-success=c%3A%2F%2Fd%3Ftoken%3DREDACTED&x=y"),
    ("a://b?x-success=c%3Fe%3Df%26token%3DSECRET%26x%3Dy", "a://b?x-success=c%3Fe%3Df%26token%3DREDACTED%26x%3Dy"),
    ("a://b?s=c%253Ftoken%253DSECRET%2526x%253Dy", "a://b?s=c%253Ftoken%253DREDACTED%2526x%253Dy"),
    ("a://b?x=%3ftoken%3dSECRET%2BSECRET", "a://b?x=%3ftoken%3dREDACTED"),
    ("token=SECRET token=SECRET", "token=REDACTED token=REDACTED"), ("token=", "token="), ("token= x", "token= x"),
    ("tokens=12", "tokens=12"), ("broken=12", "broken=12"), ("monkey=12", "monkey=12"), ("key", "key"), ("", ""),
    ("=SECRET", "=SECRET"), ("post \"my token is gone\"", "post \"my token is gone\""), ("%", "%"), ("%3", "%3"),
    ("%3D", "%3D"), ("token%3D", "token%3D"), ("token%", "token%"),
  ])
  func whatAProgramProvesItselfWithIsNotShown(line: String, shown: String) {
    #expect(SecretText.masked(line) == shown)
    #expect(SecretText.isPart(of: line) == (line != shown))
  }
}
