import InventoryStore
import Localization
import Messages

/// Encodes the file and row of an item in one number, the place, so that messages can name both if several files are
/// imported at once.
struct ImportRowLocator {
    /// More rows than a file has.
    private static let room = 1 << 40

    private var files: [(name: String, isTable: Bool)] = []

    /// Notes that the following rows come from a file.
    mutating func begin(_ file: String, isTable: Bool) {
        if files.last?.name != file { files.append((file, isTable)) }
    }

    /// The place of a row of the current file.
    func place(of row: Int) -> Int { max(0, files.count - 1) * ImportRowLocator.room + row }

    /// The row of a place, counted in its own file.
    func row(_ place: Int) -> Int { place % ImportRowLocator.room }

    private func file(_ place: Int) -> (name: String, isTable: Bool)? {
        let index = place / ImportRowLocator.room
        return files.indices.contains(index) ? files[index] : nil
    }

    /// A diagnostic with its file and row; another row that it mentions is named with its file if that is a different one.
    func text(of diagnostic: ImportDiagnostic) -> String {
        let own = file(diagnostic.row)
        let message = diagnostic.message { place in
            let file = file(place)
            let name = Message(file?.isTable == false ? "import.item" : "import.row", ["row": .value(row(place))])
            guard let file, file.name != own?.name else { return name }
            return Message(
                "import.placeInFile", ["place": .message(name), "file": .text(file.name.onOneLine)])
        }
        let text = localized(message)
        return own.map { "\($0.name.onOneLine): \(text)" } ?? text
    }
}
