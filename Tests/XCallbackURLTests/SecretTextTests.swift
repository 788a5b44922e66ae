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
    // Options, variables and headers.
    ("login --token SECRET x", "login --token REDACTED x"), ("login --token 'SECRET x' y", "login --token REDACTED y"),
    ("login --token - x", "login --token - x"), ("login --token", "login --token"), ("a --token ", "a --token "),
    ("login --token --oob", "login --token --oob"), ("token SECRET", "token SECRET"),
    ("TUSK_TOKEN=SECRET tusk -c me", "TUSK_TOKEN=REDACTED tusk -c me"),
    ("export TUSK_JOURNAL_PASSWORD='SECRET x'", "export TUSK_JOURNAL_PASSWORD=REDACTED"),
    ("tokens_in=1", "tokens_in=1"),
    ("let password = \"SECRET x\"", "let password = REDACTED"),
    ("let bob_token =\"SECRET\"", "let bob_token =REDACTED"),
    ("  let token= \"SECRET\" # x", "  let token= REDACTED # x"), ("let token = run pass x", "let token = run pass x"),
    ("let token = $env.TOKEN", "let token = $env.TOKEN"),
    ("let token = (ask \"x\")", "let token = (ask \"x\")"), ("let x = SECRET", "let x = SECRET"),
    ("let token =", "let token ="), ("where token == x", "where token == x"),
    ("curl -H 'Authorization: Bearer S3CRET' x", "curl -H 'Authorization: Bearer REDACTED' x"),
    ("print \"Bearer $env.TUSK_TOKEN\"", "print \"Bearer $env.TUSK_TOKEN\""),
    ("a://b?h=Bearer%20S3&x=y", "a://b?h=Bearer%20REDACTED&x=y"),
    ("post \"a bearer of news\"", "post \"a bearer of news\""), ("Bearer", "Bearer"), ("Bearer ", "Bearer "),
  ])
  func whatAProgramProvesItselfWithIsNotShown(line: String, shown: String) {
    #expect(SecretText.masked(line) == shown)
  }
}
