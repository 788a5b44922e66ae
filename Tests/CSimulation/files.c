// A layer between SQLite and the files of the machine that reports each change before it happens.
#include "simulation.h"
#include <stddef.h>

typedef struct {
  sqlite3_file base;
  const char *path;
  sqlite3_file *real;
} File;

static csm_observer observe;
static sqlite3_vfs *machine;
static sqlite3_vfs layer;
static sqlite3_io_methods methods;

#define REAL(file) (((File *)(file))->real)
#define CALL(file, method, ...) REAL(file)->pMethods->method(REAL(file), ##__VA_ARGS__)

static int report(sqlite3_file *file, int change, sqlite3_int64 offset, const void *bytes, int count) {
  const char *path = ((File *)file)->path;
  return path ? observe(path, change, offset, bytes, count) : SQLITE_OK;
}

static int file_close(sqlite3_file *f) { return CALL(f, xClose); }
static int file_read(sqlite3_file *f, void *to, int n, sqlite3_int64 at) { return CALL(f, xRead, to, n, at); }
static int file_write(sqlite3_file *f, const void *bytes, int n, sqlite3_int64 at) {
  int code = report(f, csm_write, at, bytes, n);
  return code ? code : CALL(f, xWrite, bytes, n, at);
}
static int file_truncate(sqlite3_file *f, sqlite3_int64 size) {
  int code = report(f, csm_truncate, size, NULL, 0);
  return code ? code : CALL(f, xTruncate, size);
}
static int file_sync(sqlite3_file *f, int flags) {
  int code = report(f, csm_sync, 0, NULL, 0);
  return code ? code : CALL(f, xSync, flags);
}
static int file_size(sqlite3_file *f, sqlite3_int64 *size) { return CALL(f, xFileSize, size); }
static int file_lock(sqlite3_file *f, int level) { return CALL(f, xLock, level); }
static int file_unlock(sqlite3_file *f, int level) { return CALL(f, xUnlock, level); }
static int file_is_reserved(sqlite3_file *f, int *result) { return CALL(f, xCheckReservedLock, result); }
static int file_control(sqlite3_file *f, int op, void *argument) { return CALL(f, xFileControl, op, argument); }
static int file_sector(sqlite3_file *f) { return CALL(f, xSectorSize); }
static int file_traits(sqlite3_file *f) { return CALL(f, xDeviceCharacteristics); }
static int file_map(sqlite3_file *f, int page, int size, int extends, void volatile **to) {
  return CALL(f, xShmMap, page, size, extends, to);
}
static int file_lock_map(sqlite3_file *f, int at, int n, int flags) { return CALL(f, xShmLock, at, n, flags); }
static void file_barrier(sqlite3_file *f) { CALL(f, xShmBarrier); }
static int file_unmap(sqlite3_file *f, int removes) { return CALL(f, xShmUnmap, removes); }

static int layer_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *result) {
  File *own = (File *)file;
  own->path = name;
  own->real = (sqlite3_file *)(own + 1);
  own->base.pMethods = NULL;
  int code = machine->xOpen(machine, name, own->real, flags, result);
  if (own->real->pMethods) own->base.pMethods = &methods;
  return code;
}

static int layer_delete(sqlite3_vfs *vfs, const char *path, int syncs) {
  int code = observe(path, csm_remove, 0, NULL, 0);
  return code ? code : machine->xDelete(machine, path, syncs);
}

void csm_observe_files(csm_observer observer) {
  observe = observer;
  machine = sqlite3_vfs_find(NULL);
  methods = (sqlite3_io_methods){
      .iVersion = 2, .xClose = file_close, .xRead = file_read, .xWrite = file_write, .xTruncate = file_truncate,
      .xSync = file_sync, .xFileSize = file_size, .xLock = file_lock, .xUnlock = file_unlock,
      .xCheckReservedLock = file_is_reserved, .xFileControl = file_control, .xSectorSize = file_sector,
      .xDeviceCharacteristics = file_traits, .xShmMap = file_map, .xShmLock = file_lock_map,
      .xShmBarrier = file_barrier, .xShmUnmap = file_unmap};
  layer = *machine;
  layer.zName = "simulation";
  layer.pNext = NULL;
  layer.szOsFile = (int)sizeof(File) + machine->szOsFile;
  layer.xOpen = layer_open;
  layer.xDelete = layer_delete;
  sqlite3_vfs_register(&layer, 1);
}
