// The part of ICU's data that reports need, in place of the 34 MB in Swift's static library: the linker takes this
// definition before that in the library. The file is written by Packaging/icu-data.py; without it, the program has all
// the data.
#ifdef HOMEPWNER_ICU_DATA
#pragma clang diagnostic ignored "-Wc23-extensions"
#include HOMEPWNER_ICU_DATA
#endif
