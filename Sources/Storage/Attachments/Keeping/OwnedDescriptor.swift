import Glibc

/// An open descriptor that is closed at the end of its lifetime.
struct OwnedDescriptor: ~Copyable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { close(number) }
}
