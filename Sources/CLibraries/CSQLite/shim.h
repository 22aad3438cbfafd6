#include <sqlite3.h>

// Statistics of memory nobody asks for take a lock for every piece; sqlite3_config takes variadic arguments. To be called
// before anything else.
static inline int homepwner_sqlite_without_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
