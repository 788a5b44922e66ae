// The name service switch of glibc.
#if __has_include(<nss.h>)
#include <nss.h>
#endif
