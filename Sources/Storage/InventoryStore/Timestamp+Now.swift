import Files
package import Inventory

extension Timestamp {
    /// The current time.
    package static var now: Timestamp { Timestamp(clampedMilliseconds: WallClock.milliseconds()) }
}
