// What the simulation needs of the Swift runtime and of SQLite that Swift cannot express.
#pragma once
#include <sqlite3.h>

// Gives each job that the runtime would run on its threads to `take` instead.
void csm_take_jobs(void (*take)(void *job));

// Runs a job on this thread.
void csm_run(void *job);

// What is about to happen to a file of a database.
enum csm_change { csm_write, csm_sync, csm_truncate, csm_remove };

// Called before each change of a file; anything but 0 keeps the change from happening and is SQLite's error.
typedef int (*csm_observer)(const char *path, int change, sqlite3_int64 offset, const void *bytes, int count);

// Makes every database of this process report its changes.
void csm_observe_files(csm_observer observer);
