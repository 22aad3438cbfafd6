import Glibc
import Inventory
import InventoryFormats

/// The readers that are fuzzed. The environment's `FUZZ_TARGET` names the one that this process runs.
enum FuzzTarget {
    typealias Input = UnsafeBufferPointer<UInt8>
    typealias Reader = @Sendable (Input) -> Void

    static let readers: [String: Reader] = [
        "template-compile": TemplateTargets.compile,
        "template-data": TemplateTargets.renderData,
        "template-render": TemplatePage.render,
        "list": ListTargets.list,
        "reading": ListTargets.savedReading,
        "json": ItemTargets.json,
        "xml": ItemTargets.reader(of: .xml),
        "archive": ItemTargets.reader(of: .archive),
        "zip": PackageTargets.zip,
        "manifest": PackageTargets.manifest,
        "workbook": PackageTargets.workbook,
        "collection": PackageTargets.collection,
        "picture": PictureTargets.read,
        "bmp": BitmapTargets.read,
        "barcode": BarcodeTargets.read,
        "validation": ValidationTargets.validate,
        "multipart": RequestTargets.multipart,
        "request": RequestTargets.head,
        "filter": StoreTargets.filter,
        "edits": StoreTargets.edits,
    ]

    static let chosen: Reader = {
        guard let name = getenv("FUZZ_TARGET"), let reader = readers[String(cString: name)] else {
            preconditionFailure("FUZZ_TARGET names no reader: \(readers.keys.sorted())")
        }
        return reader
    }()

    static let currency: Currency = {
        guard let currency = Currency(utf8: "USD".utf8) else { preconditionFailure("no dollars") }
        return currency
    }()

    /// The timestamp of every import and edit.
    static let timestamp = Timestamp(clampedMilliseconds: 1_780_000_000_000)
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    FuzzTarget.chosen(FuzzTarget.Input(start: start, count: count))
    return 0
}

/// A file that holds an input for readers that take a path.
enum InputFile {
    /// A folder of this process.
    static let folder: String = {
        let path = "\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/homepwner-fuzz-\(getpid())"
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { preconditionFailure("cannot make \(path)") }
        return path
    }()

    /// Writes the bytes to a file of this process and returns its path. The next call may overwrite it.
    static func write(_ bytes: some Sequence<UInt8>, name: String = "input") -> String {
        let path = "\(folder)/\(name)"
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let bytes = Array(bytes)
        guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count else {
            preconditionFailure("cannot write \(path)")
        }
        close(file)
        return path
    }
}
