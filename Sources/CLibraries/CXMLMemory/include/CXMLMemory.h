#ifndef CXMLMEMORY_H
#define CXMLMEMORY_H

/// Lets libxml2 take small blocks of memory from slabs of one size each, and keep those that it gives back, in each
/// thread, for the next time it wants one: it copies every text and attribute into a block of its own, and frees it
/// with the element. Blocks that were there before stay the C library's, as do large ones; where no room can be set
/// aside, all are. To be called once.
void xml_memory_keep_freed_blocks(void);

#endif
