#include <sqlite3.h>

// Unused statistics of memory take a lock for every piece; sqlite3_config takes variadic arguments. To be called
// before anything else.
static inline int homepwner_sqlite_without_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

// Ignores triggers and views of the file, and functions in its schema that have side effects; refuses statements that
// could damage the file. sqlite3_db_config takes variadic arguments.
static inline void homepwner_sqlite_distrust_schema(sqlite3 *database) {
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
}
