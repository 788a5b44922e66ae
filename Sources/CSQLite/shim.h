// SQLite with what Swift cannot import: `SQLITE_TRANSIENT` is a number in the place of a function.
#include <sqlite3.h>

static inline int csq_bind_text(sqlite3_stmt *s, int at, const char *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(s, at, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline int csq_bind_blob(sqlite3_stmt *s, int at, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(s, at, bytes, count, SQLITE_TRANSIENT);
}
