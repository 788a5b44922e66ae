// libmd, which libedit needs.
#include <sha2.h>
