package import Message

/// A fault in a property list, or in the archive that it holds.
package struct PropertyListError: Error, Equatable, MessageConvertible {
    package let message: Message

    init(_ message: Message) { self.message = message }

    // Binary property lists
    /// The file is cut off, or not a binary property list of version 00.
    static let cutOff = Self(Message("formats.archive.cutOff"))
    static let damagedTrailer = Self(Message("formats.archive.damagedTrailer"))
    /// The table of offsets does not fit the file.
    static let damagedOffsetTable = Self(Message("formats.archive.damagedOffsetTable"))
    /// A value lies outside the file.
    static let outOfBounds = Self(Message("formats.archive.outOfBounds"))
    static let damagedReference = Self(Message("formats.archive.damagedReference"))
    static let damagedDate = Self(Message("formats.archive.damagedDate"))
    static let damagedReal = Self(Message("formats.archive.damagedReal"))
    static let damagedLength = Self(Message("formats.archive.damagedLength"))
    /// An integer has more than 64 bits.
    static let integerTooLarge = Self(Message("formats.archive.integerTooLarge"))
    /// A value has a marker that is not defined.
    static let unknownValue = Self(Message("formats.archive.unknownValue"))
    static let notASCII = Self(Message("formats.archive.notASCII"))
    static let notUTF16 = Self(Message("formats.archive.notUTF16"))

    // XML property lists
    /// The list holds no value.
    static let empty = Self(Message("formats.archive.empty"))
    static let wrongRoot = Self(Message("formats.archive.wrongRoot"))
    /// The list holds more than one value.
    static let severalValues = Self(Message("formats.archive.severalValues"))
    static let strayKey = Self(Message("formats.archive.strayKey"))
    static let keyWithoutValue = Self(Message("formats.archive.keyWithoutValue"))
    static let valueWithoutKey = Self(Message("formats.archive.valueWithoutKey"))
    static let malformedInteger = Self(Message("formats.archive.malformedInteger"))
    static let malformedReal = Self(Message("formats.archive.malformedReal"))
    static let malformedDate = Self(Message("formats.archive.malformedDate"))
    static let malformedReference = Self(Message("formats.archive.malformedReference"))

    // Both
    static let textTooLong = Self(Message("formats.archive.textTooLong"))
    /// A reference points to no value.
    static let danglingReference = Self(Message("formats.archive.danglingReference"))

    // Archives
    /// The list is not an archive, or has no list of objects.
    static let notAnArchive = Self(Message("formats.archive.notAnArchive"))
    static let missingObjects = Self(Message("formats.archive.missingObjects"))
    /// The archive was made by another archiver or version.
    static let unknownArchiver = Self(Message("formats.archive.unknownArchiver"))
    static let missingRoot = Self(Message("formats.archive.missingRoot"))
    static let missingClass = Self(Message("formats.archive.missingClass"))
    static let keyNotText = Self(Message("formats.archive.keyNotText"))
    static let expectedReference = Self(Message("formats.archive.expectedReference"))
    /// The root of the archive is not a list of items.
    static let notAList = Self(Message("formats.archive.notAList"))
    static let tooManyKeys = Self(Message("formats.archive.tooManyKeys"))
}

/// The kind of a value of a property list.
package enum PropertyListKind: String, CaseIterable, Sendable {
    case null, bool, integer, real, date, data, string, reference, array, dictionary
}

extension PropertyListKind: MessageConvertible {
    package var message: Message { Message("formats.kind.\(rawValue)") }
}
