/// Passes an object to the callbacks of a C library, as the address that the library keeps for them.
package enum CallbackContext<Object: AnyObject> {
    /// The address of an object, which lives until ``release(_:)``.
    @inlinable package static func retain(_ object: Object) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(object).toOpaque()
    }

    /// The object at an address of ``retain(_:)``.
    @inlinable package static func object(_ address: UnsafeMutableRawPointer) -> Object {
        Unmanaged<Object>.fromOpaque(address).takeUnretainedValue()
    }

    /// The object at an address that is not used again.
    @inlinable @discardableResult package static func release(_ address: UnsafeMutableRawPointer) -> Object {
        Unmanaged<Object>.fromOpaque(address).takeRetainedValue()
    }
}
