#ifndef CPACKING_H
#define CPACKING_H

/// The level of zlib (1 to 9) at which workbooks are packed.
enum { packing_level = 2 };

#endif
