import Inventory
import Testing

@Suite struct AttachmentMergeTests {
    func photo(_ number: UInt8, primary: Bool = false, _ caption: String? = nil) throws -> PhotoReference {
        PhotoReference(
            hash: try #require(ContentHash(bytes: [UInt8](repeating: number, count: 32))), mediaType: "image/png",
            width: 1, height: 1, caption: caption, isPrimary: primary)
    }

    /// Photos by their numbers, the first one primary.
    func list(_ numbers: [UInt8]) throws -> FieldValue {
        numbers.isEmpty ? .none : .photos(try numbers.map { try photo($0) }.normalized)
    }

    func numbers(_ value: FieldValue?) -> [UInt8]? {
        switch value {
        case .photos(let photos): photos.map { $0.hash.bytes[0] }
        case .some(.none): []
        default: nil
        }
    }

    @Test(
        arguments: [
            // base, mine, theirs, joined
            ([1, 2], [1, 2, 3], [1, 2, 4], [1, 2, 3, 4]), ([1, 2], [1], [1, 2, 4], [1, 4]), ([1, 2], [2], [1], []),
            ([1, 2, 3], [3, 2, 1], [1, 2, 3, 4], [3, 4, 2, 1]), ([1, 2, 3], [1, 3], [3, 2, 1], [3, 1]),
            ([], [1], [1], [1]), ([1], [], [1], []), ([1, 2], [1, 2], [2, 1], [2, 1]), ([], [1], [2], [1, 2]),
        ] as [([UInt8], [UInt8], [UInt8], [UInt8])])
    func changesOfDifferentPhotosAreJoined(base: [UInt8], mine: [UInt8], theirs: [UInt8], joined: [UInt8]) throws {
        let merged = try list(mine).merged(base: try list(base), with: try list(theirs))
        #expect(Set(try #require(numbers(merged))) == Set(joined))
        let back = try list(theirs).merged(base: try list(base), with: try list(mine))
        #expect(Set(try #require(numbers(back))) == Set(joined))
        if case .photos(let photos)? = merged { #expect(photos.count(where: \.isPrimary) == 1) }
    }

    @Test func twoOrdersOfOneListAreNotJoined() throws {
        #expect(try list([2, 1, 3]).merged(base: try list([1, 2, 3]), with: try list([1, 3, 2])) == nil)
    }

    @Test func twoCaptionsOfOnePhotoAreNotJoined() throws {
        let base = FieldValue.photos([try photo(1, primary: true)])
        let mine = FieldValue.photos([try photo(1, primary: true, "a")])
        let theirs = FieldValue.photos([try photo(1, primary: true, "b")])
        #expect(mine.merged(base: base, with: theirs) == nil)
        #expect(mine.merged(base: base, with: base) == mine)
        #expect(base.merged(base: base, with: theirs) == theirs)
    }

    @Test func thePrimaryPhotoIsTheOneThatWasChosenLast() throws {
        let base = FieldValue.photos([try photo(1, primary: true), try photo(2), try photo(3)])
        let mine = FieldValue.photos([try photo(1), try photo(2, primary: true), try photo(3)])
        let theirs = FieldValue.photos([try photo(1, primary: true, "x"), try photo(2), try photo(3)])
        let both = FieldValue.photos([try photo(1, "x"), try photo(2, primary: true), try photo(3)])
        #expect(mine.merged(base: base, with: theirs) == both)
        #expect(theirs.merged(base: base, with: mine) == both)
    }

    @Test func aListHoldsAFileOnceAndHasOnePrimaryPhoto() throws {
        let photos = [try photo(1), try photo(2, primary: true), try photo(1, "again"), try photo(3, primary: true)]
        #expect(photos.normalized.map { $0.hash.bytes[0] } == [1, 2, 3])
        #expect(photos.normalized.map(\.isPrimary) == [false, true, false])
        #expect([PhotoReference]().primary == nil)
    }
}
