// What Swift's own module of the C library leaves out, because glibc shows it to _GNU_SOURCE only.
#include <pty.h>
#include <spawn.h>

static const short cts_spawn_new_session = 0x80;  // POSIX_SPAWN_SETSID

extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *restrict actions, const char *restrict path);
