#if TUSK_STATIC
  import CNameService
#endif

/// How the program looks up names of hosts.
enum NameService {
  /// Keeps a static program to what it contains: for hosts the file `/etc/hosts` and DNS, for users `/etc/passwd`. The
  /// plugins that `nsswitch.conf` may name besides (`resolve`, `mdns4_minimal`, `systemd`) belong to the system's own C
  /// library, and loading them into a program that was linked with another version of it ends the program.
  static func usePartsOfProgram() {
    #if TUSK_STATIC
      __nss_configure_lookup("hosts", "files dns")
      __nss_configure_lookup("passwd", "files")
    #endif
  }
}
