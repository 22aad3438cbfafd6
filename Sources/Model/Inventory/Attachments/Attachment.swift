/// The common part of an item's photos and documents: a file of the store with the owner's texts.
protocol Attachment: Equatable {
    var hash: ContentHash { get }
    /// The texts, compared byte by byte: `==` treats composed and decomposed letters as equal.
    var texts: [String?] { get }
}

extension PhotoReference: Attachment {
    var texts: [String?] { [mediaType, fileName, caption] }
}

extension DocumentReference: Attachment {
    var texts: [String?] { [mediaType, fileName, title, number] }
}

extension Attachment {
    /// Whether two attachments are equal byte by byte.
    func isIdentical(to other: Self) -> Bool {
        self == other
            && texts.elementsEqual(other.texts) { one, other in
                switch (one, other) {
                case (let one?, let other?): one.utf8.elementsEqual(other.utf8)
                case (nil, nil): true
                default: false
                }
            }
    }
}

extension Array where Element: Attachment {
    /// Merges two changes of one list, each made from `base`; nil if both changed one attachment differently.
    ///
    /// The result lacks all removed attachments and has all added ones. If only one side changed the order, its order
    /// applies; an added attachment stays behind the one that it followed.
    func merged(base: [Element], with other: [Element]) -> [Element]? {
        let (before, mine, theirs) = (byHash(base), byHash(self), byHash(other))
        var kept: [ContentHash: Element] = [:]
        for hash in Set(before.keys).union(mine.keys).union(theirs.keys) {
            let (old, one, two) = (before[hash], mine[hash], theirs[hash])
            if same(one, old) {
                kept[hash] = two
            } else if same(two, old) || same(one, two) {
                kept[hash] = one
            } else {
                return nil
            }
        }
        func order(_ list: [Element]) -> [ContentHash] {
            list.map(\.hash).filter { before[$0] != nil && kept[$0] != nil }
        }
        let isOrderMine = order(self) != order(base).filter { mine[$0] != nil }
        let isOrderTheirs = order(other) != order(base).filter { theirs[$0] != nil }
        if isOrderMine, isOrderTheirs, order(self) != order(other) { return nil }
        let (leading, following) = isOrderMine ? (self, other) : (other, self)
        var hashes = leading.map(\.hash)
        for (place, element) in following.enumerated() where !hashes.contains(element.hash) {
            let earlier = following[..<place].last { hashes.contains($0.hash) }
            let index = earlier.flatMap { hashes.firstIndex(of: $0.hash) }.map { $0 + 1 } ?? 0
            hashes.insert(element.hash, at: index)
        }
        return hashes.compactMap { kept[$0] }
    }

    private func byHash(_ list: [Element]) -> [ContentHash: Element] {
        Dictionary(list.map { ($0.hash, $0) }) { first, _ in first }
    }

    private func same(_ one: Element?, _ other: Element?) -> Bool {
        switch (one, other) {
        case (let one?, let other?): one.isIdentical(to: other)
        case (nil, nil): true
        default: false
        }
    }
}
