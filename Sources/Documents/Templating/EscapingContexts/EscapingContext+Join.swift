extension EscapingContext {
    /// Joins the contexts after a section: `self` if it was skipped, `exit` if it was rendered.
    /// - Returns: nil if they differ in a way that matters later.
    func joined(with exit: EscapingContext) -> EscapingContext? {
        if self == exit { return self }
        let format: Format? =
            switch (format, exit.format) {
            case (.html(let one), .html(let two)): one.joined(with: two).map { .html($0) }
            case (.xml(let one), .xml(let two)): one.joined(with: two).map { .xml($0) }
            case (.csv(let one), .csv(let two)): one.joined(with: two).map { .csv($0) }
            case (.json(let one), .json(let two)): one.joined(with: two).map { .json($0) }
            case (.typst(let one), .typst(let two)): one.joined(with: two).map { .typst($0) }
            default: nil
            }
        return format.map { EscapingContext($0) }
    }
}

extension HTMLEscapingContext {
    /// The fields that may differ after a branch; all others must be the same.
    ///
    /// | field | after a branch |
    /// |---|---|
    /// | state | the same; between attributes, what only a name's end may follow |
    /// | tag | see ``HTMLTag/joined(with:)`` |
    /// | url, json | see ``URLEscapingContext/joined(with:)`` and ``JSONEscapingContext/joined(with:)`` |
    /// | dropsLineFeed | only if both do |
    /// | valueRanOver | if either did |
    func joined(with exit: HTMLEscapingContext) -> HTMLEscapingContext? {
        var (one, two) = (self, exit)
        if one.state != two.state {
            guard one.endName(), two.endName() else { return nil }
            // Blanks end a name on both sides, so that after them only `=` is unclear.
            let blanks: Set<State> = [.beforeAttribute, .afterAttributeName, .maybeNameAndBlank]
            let state: State = blanks.isSuperset(of: [state, exit.state]) ? .maybeNameAndBlank : .maybeName
            (one.state, two.state) = (state, state)
        }
        guard let tag = one.tag.joined(with: two.tag), let url = one.url.joined(with: two.url),
            let json = one.json.joined(with: two.json)
        else { return nil }
        (one.tag, one.url, one.json) = (tag, url, json)
        (two.tag, two.url, two.json) = (tag, url, json)
        one.dropsLineFeed = dropsLineFeed && exit.dropsLineFeed
        two.dropsLineFeed = one.dropsLineFeed
        one.valueRanOver = valueRanOver || exit.valueRanOver
        two.valueRanOver = one.valueRanOver
        return one == two ? one : nil
    }

    /// Ends a name as what may follow it does; false in other places.
    private mutating func endName() -> Bool {
        switch state {
        case .tagName, .beforeAttribute, .attributeName, .afterAttributeName, .maybeName, .maybeNameAndBlank:
            tag.endName()
            return true
        default: return false
        }
    }
}
