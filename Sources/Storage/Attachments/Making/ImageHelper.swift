import Files
import Glibc
import ImageExchange

/// The location of the program `homepwner-images`, which decodes pictures in a process of its own.
package struct ImageHelper: Equatable, Sendable {
    /// The program file.
    package let path: String

    /// The program at `path`.
    package init(path: String) { self.path = path }

    /// The program that `HOMEPWNER_IMAGES` names, or the one beside the running program or in its `lib/homepwner`.
    package static func found() -> ImageHelper {
        if let named = getenv("HOMEPWNER_IMAGES"), named.pointee != 0 {
            return ImageHelper(path: String(cString: named))
        }
        let folder = Folder.ofExecutable
        let installed = "\(folder)/../lib/homepwner/homepwner-images"
        return ImageHelper(path: access(installed, X_OK) == 0 ? installed : "\(folder)/homepwner-images")
    }
}

/// The outcome of a run of the helper.
enum HelperOutcome: Equatable {
    case answered(ImageResponse)
    /// Exited without a valid response.
    case exited(status: Int32)
    case signalled(Int32)
    case timedOut
    /// The program cannot be started.
    case notStarted(code: Int32)
}
