// What Swift's own module of the C library leaves out, because glibc shows it to _GNU_SOURCE only. The file actions are
// declared by address: including <spawn.h> here would make this module the one that defines the types of <signal.h>.
extern int posix_spawn_file_actions_addclosefrom_np(void *actions, int first);
extern int posix_spawn_file_actions_addtcsetpgrp_np(void *actions, int terminal);
