// What Swift's own module of the C library leaves out: `openpty`, and the wish for a new session.
#include <pty.h>

static const short cpt_spawn_new_session = 0x80;  // POSIX_SPAWN_SETSID of glibc's <spawn.h>
