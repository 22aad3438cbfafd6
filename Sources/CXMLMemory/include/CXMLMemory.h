#ifndef CXMLMEMORY_H
#define CXMLMEMORY_H

/// Lets libxml2 keep small blocks of memory that it gives back, a few of each size in each thread, for the next time it
/// wants one: it copies every text and attribute into a block of its own, and frees it with the element.
/// Blocks stay the C library's, so it does not matter which of them were there before. Where the C library does not
/// tell the size of a block, nothing is done.
void xml_memory_keep_freed_blocks(void);

#endif
