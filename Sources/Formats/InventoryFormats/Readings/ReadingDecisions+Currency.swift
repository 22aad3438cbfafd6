import Inventory

/// Decides the currencies of a table: what signs and codes mean, and the currency of amounts without either.
extension TableAnalysis {
    mutating func decideCurrency(usual: Currency, origin: CurrencyOrigin) {
        var counts: [String: Int] = [:]
        var unsigned = 0
        for index in indices([.money]) {
            for (sign, count) in statistics[index].signs { counts[sign, default: 0] += count }
            let column = reading.columns[index]
            if let sign = Heading(column.heading).currencySign {
                if statistics[index].unsigned > 0 { counts[sign, default: 0] += statistics[index].unsigned }
            } else if statistics[index].unsigned > statedCurrencies(of: column.target) {
                unsigned += statistics[index].unsigned
            }
        }
        for (sign, count) in counts.sorted(by: { ($0.value, $1.key) > ($1.value, $0.key) }) {
            let known = CurrencySymbols.currencies(of: sign)
            let spoken = (language?.currencies ?? []).filter(known.contains)
            let candidates = spoken + known.filter { !spoken.contains($0) }
            guard let first = candidates.first else { continue }
            var settled = overrides.signs[sign] ?? candidates.only
            if settled == nil, candidates.contains(usual), spoken.allSatisfy({ $0 == usual }) || isChosen(origin) {
                settled = usual
            }
            if settled == nil, sign == "£" { settled = first }
            if settled == nil { settled = currencyByLanguage(candidates) }
            reading.currencySigns[sign] = settled ?? first
            evidence.append(.sign(sign, settled ?? first, count: count))
            if settled == nil {
                questions.append(
                    ReadingQuestion(
                        topic: .currency(sign: sign), answers: candidates.prefix(6).map(ReadingAnswer.currency)))
            }
        }
        for index in indices([.money]) {
            if let sign = Heading(reading.columns[index].heading).currencySign {
                reading.columns[index].currency = reading.currencySigns[sign]
            }
        }
        askAboutSignsUnderHeadings()
        let signed = Set(reading.currencySigns.values).union(onlyCodes)
        if overrides.currency == nil, let only = signed.first, signed.count == 1 {
            reading.currency = only
            return
        }
        reading.currency = usual
        guard unsigned > 0 else { return }
        let others = currencies(insteadOf: usual, origin, signed)
        if others.isEmpty {
            evidence.append(.usualCurrency(usual, origin))
        } else {
            reading.currency = others[0]
            questions.append(
                ReadingQuestion(
                    topic: .usualCurrency(count: unsigned),
                    answers: (others.filter { $0 != usual }.prefix(5) + [usual]).map(ReadingAnswer.currency)))
        }
    }

    /// Whether the usual currency is the owner's choice, or that of a locale in the language of the headings.
    private func isChosen(_ origin: CurrencyOrigin) -> Bool {
        switch origin {
        case .option, .inventory: true
        case .locale(let name): language.map { name.hasPrefix($0.language.prefix(2)) } ?? true
        case .standard: false
        }
    }

    /// Asks about amounts with a sign of another currency than the one that their heading names.
    private mutating func askAboutSignsUnderHeadings() {
        for column in indices([.money]) {
            let heading = reading.columns[column].heading
            guard let named = reading.columns[column].currency, Heading(heading).currencySign != nil else { continue }
            for sign in statistics[column].signs.keys.sorted() where overrides.signs[sign] == nil {
                guard let meant = reading.currencySigns[sign], meant != named,
                    !questions.contains(where: { $0.topic.sign == sign })
                else { continue }
                questions.append(
                    ReadingQuestion(
                        topic: .signUnderHeading(sign: sign, heading: heading),
                        answers: [.currency(meant), .currency(named)]))
            }
        }
    }

    /// The currencies that amounts without any may rather be in than in the usual one, the likeliest first; empty if the table
    /// says nothing against that.
    private func currencies(insteadOf usual: Currency, _ origin: CurrencyOrigin, _ signed: Set<Currency>) -> [Currency]
    {
        if origin == .option { return [] }
        let spoken = language?.currencies ?? []
        if !signed.isEmpty {
            return signed.contains(usual) ? [] : spoken.filter(signed.contains) + signed.subtracting(spoken).sorted()
        }
        // The owner chose the currency of the inventory; nobody chose the locale's, or the one that is used without a locale.
        if origin == .inventory { return [] }
        if isWrittenOtherwise(usual, origin) { return spoken.isEmpty ? CurrencySymbols.currencies(of: "€") : spoken }
        return origin != .standard && spoken.contains(usual) ? [] : spoken
    }

    /// Whether amounts have a decimal comma, and the currency is that of an English locale, or of none, and written with a
    /// point.
    private func isWrittenOtherwise(_ usual: Currency, _ origin: CurrencyOrigin) -> Bool {
        // Homebox's files have no currencies, whatever the decimal separator.
        guard reading.program != "homebox", Self.writtenWithPoint.contains(usual.code) else { return false }
        if case .locale(let name) = origin, !name.hasPrefix("en") { return false }
        let found = Set(indices([.money]).flatMap { statistics[$0].decimals.keys })
        return (overrides.decimal.map { [$0] } ?? found) == [.comma]
    }

    /// The currencies of countries that write a decimal point.
    static let writtenWithPoint: Set = ["USD", "GBP", "CAD", "AUD", "NZD", "HKD", "SGD", "INR"]

    /// The language of the headings.
    var language: LanguageWords? { HeadingMatcher().language(of: reading.columns.map(\.heading)) }

    /// The number of amounts of a column whose currency another column names.
    private func statedCurrencies(of target: ColumnTarget) -> Int {
        reading.columns.indices.filter { index in
            guard case .currency(let field) = reading.columns[index].target else { return false }
            return field.map(target.fields.contains) ?? true
        }
        .map { statistics[$0].count }.max() ?? 0
    }

    /// The currencies of columns that hold the same code in every row.
    private var onlyCodes: [Currency] {
        reading.columns.indices.compactMap { index in
            guard case .currency = reading.columns[index].target, let code = statistics[index].onlyText else {
                return nil
            }
            return CurrencySymbols.currencies(of: code).only
        }
    }

    /// The yuan and the yen share a sign, but not their text.
    private func currencyByLanguage(_ candidates: [Currency]) -> Currency? {
        let code: String? =
            switch (language?.language, reading.encoding) {
            case ("ja", _), (_, .shiftJIS), (_, .eucJP): "JPY"
            case ("zh-Hans", _), (_, .gb18030): "CNY"
            case (_, .eucKR): "KRW"
            default: nil
            }
        return candidates.first { $0.code == code }
    }
}
