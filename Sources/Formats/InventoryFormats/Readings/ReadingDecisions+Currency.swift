import Inventory

/// Decides the currencies of a table: what signs and codes mean, and the currency of amounts without either.
extension TableAnalysis {
    mutating func decideCurrency(
        usual: Currency, origin: CurrencyOrigin, _ questions: inout [ReadingQuestion],
        _ evidence: inout [ReadingEvidence]
    ) {
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
            let candidates = CurrencySymbols.currencies(of: sign)
            guard let first = candidates.first else { continue }
            var settled = overrides.signs[sign] ?? candidates.only ?? (candidates.contains(usual) ? usual : nil)
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
        return origin != .standard && spoken.contains(usual) ? [] : spoken
    }

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
