/* Counts the allocations of the program that it is preloaded into, and prints the number when the program ends. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_ulong count;

void *malloc(size_t size) {
  static void *(*next)(size_t);
  if (!next) next = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
  atomic_fetch_add(&count, 1);
  return next(size);
}

__attribute__((destructor)) static void tell(void) { fprintf(stderr, "%lu\n", count); }
