// Documents that do not embed their fonts are drawn with the system's. Landlock (Linux 5.13 and later) allows reading the
// folders of fonts, and nothing else of the file system.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CImages.h"

// Every right of the first version of Landlock. All are denied, except reading below these folders.
#define ALL_RIGHTS ((1ULL << 13) - 1)
#define READING (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)

// Fonts, Fontconfig's rules and cache, and poppler's tables of characters.
static const char *const folders[] = {"/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts", "/usr/share/fontconfig",
                                      "/var/cache/fontconfig", "/usr/share/poppler"};

// Landlock only affects the calling thread and those that it starts later.
static int is_single_threaded(void) {
    DIR *threads = opendir("/proc/self/task");
    if (!threads) return 0;
    int count = 0;
    for (struct dirent *entry; (entry = readdir(threads));) count += entry->d_name[0] != '.';
    closedir(threads);
    return count == 1;
}

int cimages_allow_only_fonts(void) {
    if (!is_single_threaded()) return -1;
    const struct landlock_ruleset_attr rights = {.handled_access_fs = ALL_RIGHTS};
    int rules = (int)syscall(__NR_landlock_create_ruleset, &rights, sizeof rights, 0);
    if (rules < 0) return -1;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        int folder = open(folders[i], O_PATH | O_DIRECTORY | O_CLOEXEC);
        // As for helpers in process.c: what cannot be reached needs no rule.
        if (folder < 0 && (errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == ELOOP || errno == ESTALE ||
                           errno == ENOTCONN))
            continue;
        const struct landlock_path_beneath_attr rule = {.allowed_access = READING, .parent_fd = folder};
        int failed = folder < 0 || syscall(__NR_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
        if (folder >= 0) close(folder);
        if (failed) {
            close(rules);
            return -1;
        }
    }
    int result = (int)syscall(__NR_landlock_restrict_self, rules, 0);
    close(rules);
    return result;
}
