import Glibc

/// An open descriptor, closed at the end of its life.
struct OwnedDescriptor: ~Copyable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { close(number) }
}
