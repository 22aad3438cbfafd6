#ifndef COPENBENEATH_H
#define COPENBENEATH_H

/// Opens a file for reading below a folder; the path cannot lead out of it and no component may be a symbolic link
/// (openat2, Linux 5.6). Returns the descriptor, or -1 with errno.
int file_open_beneath(int folder, const char *path);

#endif
