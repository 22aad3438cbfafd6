/// A fault in a property list, or in the archive that it holds.
public enum PropertyListError: Error, Equatable, Sendable {
    // Binary property lists
    /// The file is cut off, or not a binary property list of version 00.
    case cutOff
    case damagedTrailer
    /// The table of offsets does not fit the file.
    case damagedOffsetTable
    /// A value lies outside the file.
    case outOfBounds
    case damagedReference, damagedDate, damagedReal, damagedLength
    /// An integer has more than 64 bits.
    case integerTooLarge
    /// A value has a marker that is not defined.
    case unknownValue
    case notASCII, notUTF16

    // XML property lists
    /// The list holds no value.
    case empty
    case wrongRoot
    /// The list holds more than one value.
    case severalValues
    /// An element stands where only text is allowed.
    case strayElement(String)
    case strayKey, keyWithoutValue, valueWithoutKey
    case unknownElement(String)
    case malformedInteger, malformedReal, malformedDate, malformedReference

    // Both
    case textTooLong
    /// A reference points to no value.
    case danglingReference

    // Archives
    /// The list is not an archive, or has no list of objects.
    case notAnArchive, missingObjects
    /// The archive was made by another archiver or version.
    case unknownArchiver
    case missingRoot, missingClass
    case keyNotText, expectedReference
    /// The root of the archive is not a list of items.
    case notAList, notAListButClass(String)
    /// An object of the list is not an item.
    case expectedItem(found: PropertyListKind), notAnItemButClass(String)
    case tooManyKeys
}

/// The kind of a value of a property list.
public enum PropertyListKind: Sendable {
    case null, bool, integer, real, date, data, string, reference, array, dictionary
}
