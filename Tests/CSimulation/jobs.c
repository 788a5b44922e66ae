#include "simulation.h"

#define SWIFT __attribute__((swiftcall))

// Of the runtime's Concurrency.h: called with each job of the global executor.
extern SWIFT void (*swift_task_enqueueGlobal_hook)(void *job, SWIFT void (*original)(void *job));
extern SWIFT void swift_job_run(void *job, void *identity, void *implementation);

static void (*taker)(void *job);

static SWIFT void take_job(void *job, SWIFT void (*original)(void *job)) { taker(job); }

void csm_take_jobs(void (*take)(void *job)) {
  taker = take;
  swift_task_enqueueGlobal_hook = take_job;
}

void csm_run(void *job) { swift_job_run(job, 0, 0); }
