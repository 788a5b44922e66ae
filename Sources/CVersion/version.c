#include "CVersion.h"

const char *tusk_commit(void) {
#ifdef TUSK_COMMIT
  return TUSK_COMMIT;
#else
  return "";
#endif
}
