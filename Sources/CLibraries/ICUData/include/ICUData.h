#pragma once
// Nothing is called by name here: the linker takes the definition in this target before that in Swift's library.
