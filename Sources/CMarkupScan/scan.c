// Every function is inline; a target needs a source.
#include "CMarkupScan.h"
