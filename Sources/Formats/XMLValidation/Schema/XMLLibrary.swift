internal import CXML2
internal import Synchronization

/// Initialises libxml2 once for the process.
enum XMLLibrary {
    /// The built-in types are made when the first schema is compiled, and that is not safe on two threads at once.
    static let compiling = Mutex<Void>(())

    /// The version of libxml2 built against.
    static let version = LIBXML_DOTTED_VERSION

    private static let prepared: Void = {
        xmlInitParser()
        // Neither a document (xsi:schemaLocation) nor a schema (xs:import) may make the program read other files.
        xmlSetExternalEntityLoader { _, _, _ in nil }
    }()

    /// Initialises libxml2 and forbids it to load anything by itself; cheap when done already.
    static func prepare() {
        prepared
    }
}
