// Tells the thread sanitizer about Swift's Mutex, for `Scripts/sanitizers.sh`.
//
// A mutex that nobody else holds is taken by instructions in the program, which the sanitizer sees. If threads wait for each
// other, the functions below take it and release it. They are in Swift's library, which is built without the sanitizer, so
// that it reported what a mutex protects as a data race. Loaded before that library (LD_PRELOAD), these call them
// and note what they order.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// Weak, because programs without the sanitizer, such as the image helper, load this too.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

// The mutex is passed as `self`, in the register of Swift's context.
#define SELF __attribute__((swift_context)) void *mutex
#define SWIFT __attribute__((swiftcall))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

static void *library(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (function == NULL) abort();
    return function;
}

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void lock(uint32_t thread, SELF) {
    ((SWIFT void (*)(uint32_t, SELF))library(LOCK))(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool try_lock(SELF) __asm__(TRY_LOCK);
SWIFT bool try_lock(SELF) {
    bool is_locked = ((SWIFT bool (*)(SELF))library(TRY_LOCK))(mutex);
    if (is_locked && __tsan_acquire) __tsan_acquire(mutex);
    return is_locked;
}

SWIFT void unlock(SELF) __asm__(UNLOCK);
SWIFT void unlock(SELF) {
    if (__tsan_release) __tsan_release(mutex);
    ((SWIFT void (*)(SELF))library(UNLOCK))(mutex);
}
