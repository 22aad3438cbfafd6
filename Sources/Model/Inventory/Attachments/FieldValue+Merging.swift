extension FieldValue {
    /// Merges two changes of a list of photos or documents, each made from `base`; nil if they conflict, and
    /// for other fields.
    package func merged(base: FieldValue, with other: FieldValue) -> FieldValue? {
        if let base = base.photoList, let mine = photoList, let theirs = other.photoList {
            // The choice of the primary photo is a change of its own: mine if I made one, else theirs.
            let isMine = mine.primary?.hash != base.primary?.hash
            let primary = (isMine ? mine : theirs).primary?.hash
            return mine.markingPrimary(primary).merged(
                base: base.markingPrimary(primary), with: theirs.markingPrimary(primary)
            )
            .map { $0.isEmpty ? .none : .photos($0.normalized) }
        }
        if let base = base.documentList, let mine = documentList, let theirs = other.documentList {
            return mine.merged(base: base, with: theirs).map { $0.isEmpty ? .none : .documents($0) }
        }
        return nil
    }

    private var photoList: [PhotoReference]? {
        switch self {
        case .photos(let photos): photos
        case .none: []
        default: nil
        }
    }

    private var documentList: [DocumentReference]? {
        switch self {
        case .documents(let documents): documents
        case .none: []
        default: nil
        }
    }
}
