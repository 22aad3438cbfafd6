import InventoryStore
import Localization

/// The row and file of a fault if several files are imported at once.
struct ImportRowLocator {
    /// More rows than a file has.
    private static let room = 1 << 40

    private var files: [(name: String, isTable: Bool)] = []

    /// Notes that the following rows come from a file.
    mutating func begin(_ file: String, isTable: Bool) {
        if files.last?.name != file { files.append((file, isTable)) }
    }

    /// The number by which a row of the current file is known.
    func place(of row: Int) -> Int { max(0, files.count - 1) * ImportRowLocator.room + row }

    /// The row in its file.
    func row(_ place: Int) -> Int { place % ImportRowLocator.room }

    private func file(_ place: Int) -> (name: String, isTable: Bool)? {
        let index = place / ImportRowLocator.room
        return files.indices.contains(index) ? files[index] : nil
    }

    private func name(_ row: Int, in file: (name: String, isTable: Bool)?) -> String {
        localized(file?.isTable == false ? "import.item" : "import.row", ["row": .value(row)])
    }

    /// A fault with its file and row, and with those of another row that it speaks of.
    func words(_ fault: ImportDiagnostic) -> String {
        let own = file(fault.row)
        var place = name(row(fault.row), in: own)
        if let own { place = "\(own.name.onOneLine): \(place)" }
        var words = "\(fault.problem)"
        if let other = fault.problem.otherRow, let otherFile = file(other) {
            let elsewhere = otherFile.name == own?.name ? "" : " (\(otherFile.name.onOneLine))"
            words = words.replacing(
                localized("import.row", ["row": .value(other)]), with: name(row(other), in: otherFile) + elsewhere,
                maxReplacements: 1)
        }
        return "\(place): \(words)"
    }
}

extension ImportDiagnostic.Reason {
    /// The other row that the problem mentions.
    fileprivate var otherRow: Int? {
        switch self {
        case .repeats(let row): row
        case .reference(_, let row): row
        case .parent, .ambiguousReference, .idTaken, .value: nil
        }
    }
}
