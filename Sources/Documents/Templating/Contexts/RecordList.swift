/// The elements of a list in memory. Records that a shorter list does not need are kept for the next one.
final class RecordList {
    private let declaration: ContextDeclaration
    private(set) var elements: [Record] = []
    var count = 0

    init(_ declaration: ContextDeclaration) {
        self.declaration = declaration
    }

    /// A further element, cleared.
    func append() -> Record {
        if count < elements.count {
            elements[count].clear()
        } else {
            elements.append(Record(declaration))
        }
        count += 1
        return elements[count - 1]
    }

    /// Copies text that was lent by a row source.
    func copyBorrowedText() {
        for element in elements.prefix(count) { element.copyBorrowedText() }
    }
}
