import Inventory

extension IntakeColumn {
    private static let others: [(name: String, column: IntakeColumn)] = [
        ("item", .item), ("box", .box), ("age", .age), ("age-years", .ageYears), ("age-months", .ageMonths),
        ("tax", .tax), ("depreciation-percent", .depreciationPercent), ("receipt-files", .receiptFiles),
        ("photo-files", .photoFiles), ("custom-fields", .customFields),
        ("depreciation-rate", .column(.field(.depreciation))),
    ]

    /// The name in saved readings, which ``init(named:customFields:)`` reads.
    package var name: String {
        if let other = IntakeColumn.others.first(where: { $0.column == self }) { return other.name }
        guard case .column(let column) = self else { return "" }
        return column.isOwn ? column.name : column.optionName
    }

    /// The fact of a name: one of its own, or a column of a claim.
    /// - Throws: `ReportColumnError`.
    package init(named name: String, customFields: [String]) throws {
        if let other = IntakeColumn.others.first(where: { $0.name == name }) {
            self = other.column
            return
        }
        let columns = try ReportColumn.columns(parsing: "\"\(name)\"", isClaim: true) { customFields }
        guard columns.count == 1, let column = columns.first else {
            throw ReportColumnError.unknown(name, nearest: nil)
        }
        self = .column(column)
    }

    /// Whether its cells tell which item a line is about.
    var namesItems: Bool { [.item, .column(.field(.name)), .column(.field(.description))].contains(self) }

    /// The facts that a form is compared with, each with the columns that have it, too.
    static let facts: [(fact: IntakeColumn, others: [IntakeColumn])] = [
        (.column(.field(.location)), []), (.box, []), (.column(.field(.category)), []),
        (.column(.field(.quantity)), []), (.column(.field(.name)), [.item]), (.column(.field(.description)), [.item]),
        (.column(.field(.manufacturer)), [.column(.computed(.brand))]),
        (.column(.field(.modelNumber)), [.column(.computed(.brand))]), (.column(.field(.serialNumber)), []),
        (.column(.field(.purchasePlace)), [.column(.computed(.purchased))]),
        (.column(.field(.purchaseDate)), [.column(.computed(.purchased))]),
        (.age, [.ageYears, .column(.computed(.age)), .column(.field(.purchaseDate))]),
        (.column(.field(.condition)), []), (.column(.field(.purchasePrice)), [.column(.computed(.linePurchasePrice))]),
        (.column(.field(.value)), [.column(.computed(.lineValue))]),
        (.column(.field(.replacementValue)), [.column(.computed(.lineReplacementValue))]), (.tax, []),
        (.column(.computed(.depreciationAmount)), [.depreciationPercent]), (.column(.computed(.actualCashValue)), []),
        (.receiptFiles, [.column(.computed(.receiptNumbers)), .column(.computed(.receipts))]),
        (.photoFiles, [.column(.computed(.photoNumbers)), .column(.computed(.photos))]),
        (.column(.field(.notes)), []), (.customFields, []),
    ]
}

/// Finds the facts that the headings of a form ask for.
package struct FormMapper {
    /// Words of claims, which imports do not know or understand otherwise.
    private static let words: [(IntakeColumn, [String])] = [
        (
            .column(.computed(.line)),
            ["Line", "Line no", "Item no", "Item #", "No", "#", "Nr", "Pos", "Position", "Lfd. Nr."]
        ),
        (
            .item,
            ["Description of item", "Description of property", "Property", "Gegenstand", "Bezeichnung", "Artikel"]
        ),
        (.box, ["Box no", "Box number", "Carton", "Kiste", "Kartonnummer"]),
        (.age, ["Age", "Age of item", "Age in years", "Alter", "Alter in Jahren"]),
        (.ageYears, ["Years", "Age (yrs)", "Alter (Jahre)"]), (.ageMonths, ["Months", "Age (mos)", "Alter (Monate)"]),
        (
            .column(.field(.replacementValue)),
            [
                "Replacement cost", "Unit replacement cost", "Cost to replace", "Replacement price", "Estimate",
                "Neuwert",
                "Neupreis", "Wiederbeschaffungswert", "Wiederbeschaffungspreis",
            ]
        ),
        (
            .column(.computed(.lineReplacementValue)),
            [
                "RCV", "Replacement cost value", "Total replacement cost", "Total cost", "Total", "Line total",
                "Gesamt", "Neuwert gesamt", "Gesamtneuwert",
            ]
        ),
        (.tax, ["Sales tax", "VAT", "Mehrwertsteuer", "MwSt"]),
        (.depreciationPercent, ["Depreciation %", "Depr %", "% depreciation", "Abschreibung %", "Wertminderung %"]),
        (
            .column(.computed(.depreciationAmount)),
            ["Depreciation", "Depr", "Less depreciation", "Abschreibung", "Wertminderung"]
        ),
        (.column(.computed(.actualCashValue)), ["ACV", "Actual cash value", "Zeitwert"]),
        (
            .column(.computed(.receiptNumbers)),
            ["Receipt", "Receipts", "Proof of purchase", "Beleg", "Belege", "Kaufbeleg"]
        ),
        (.column(.computed(.photoNumbers)), ["Photo", "Photos", "Picture", "Foto", "Fotos", "Bild"]),
    ]

    private let facts: [String: IntakeColumn]
    private let customFields: [String]

    /// - Parameters:
    ///   - options: those of the report; its language is asked, too.
    ///   - customFields: the names of all custom fields.
    package init(_ options: ReportOptions, customFields: [String]) throws(ReportError) {
        let words = try DocumentLocalization(options.locale, from: TemplateFolder(replacedBy: nil))
        let context = WorkbookContext(words: words, options: options)
        var facts: [String: IntakeColumn] = [:]
        for form in IntakeForm.allCases {
            for (column, heading) in form.columns {
                facts[FormMapper.folded(heading ?? column.title(context))] = column
            }
        }
        for (column, headings) in FormMapper.words {
            for heading in headings { facts[FormMapper.folded(heading)] = column }
        }
        (self.facts, self.customFields) = (facts, customFields)
    }

    /// Letters, digits and signs of meaning in small letters.
    private static func folded(_ heading: String) -> String {
        heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "%" || $0 == "#" }
    }

    /// The fact that a heading asks for.
    /// - Parameters:
    ///   - parts: the heading itself, and its words in each language if it has several.
    ///   - field: the name of the field that imports find in it.
    package func fact(of parts: [String], field: String?) -> IntakeColumn? {
        let folded = parts.map(FormMapper.folded)
        if let fact = folded.lazy.compactMap({ facts[$0] }).first { return fact }
        switch field {
        case nil, "-"?: break
        case "name"?, "description"?: return .item
        case "lineTotal"?: return .column(.computed(.lineReplacementValue))
        case "price"?: return .column(.field(.purchasePrice))
        case "modelName"?: return .column(.field(.modelNumber))
        case "brandAndModel"?: return .column(.computed(.brand))
        case let field?:
            if let column = ReportColumn.known.first(where: { $0.name == field }) { return .column(column) }
        }
        return customFields.first { folded.contains(FormMapper.folded($0)) }.map { .column(.customField($0)) }
    }

    /// The amounts of one piece, and of all pieces of a line.
    private static let amounts: [IntakeColumn: IntakeColumn] = [
        .column(.field(.replacementValue)): .column(.computed(.lineReplacementValue)),
        .column(.field(.purchasePrice)): .column(.computed(.linePurchasePrice)),
        .column(.field(.value)): .column(.computed(.lineValue)),
    ]
    private static let wordsForEach = ["each", "unit", "perpiece", "peritem", "einzel", "stück"]

    /// The columns of a form, each with a fact of its own.
    ///
    /// Of two for the item one has its name, the other its description. In a form without a total of the line, amounts are
    /// those of all pieces, unless their headings say otherwise: beside a quantity they would be too small. Years alone have
    /// decimals.
    /// - Parameter stated: the places of the columns whose facts the owner states. They keep them.
    package func columns(_ found: [FormTemplate.Column], stated: Set<Int>) -> [FormTemplate.Column] {
        var seen = Set(found.filter { stated.contains($0.place) }.compactMap(\.fact))
        let items = found.filter { $0.fact == .item && !stated.contains($0.place) }
        let hasTotal = found.contains { $0.fact == .column(.computed(.lineReplacementValue)) }
        let hasMonths = found.contains { $0.fact == .ageMonths }
        return found.map { column in
            if stated.contains(column.place) { return column }
            var fact = column.fact
            if fact == .item, items.count > 1 {
                let isDescription = FormMapper.isDescription(column, among: items)
                fact = .column(.field(isDescription ? .description : .name))
            }
            let folded = FormMapper.folded(column.heading)
            if !hasTotal, let own = fact, !FormMapper.wordsForEach.contains(where: folded.contains) {
                fact = FormMapper.amounts[own] ?? own
            }
            if fact == .ageYears, !hasMonths { fact = .age }
            if let own = fact, !seen.insert(own).inserted { fact = nil }
            return FormTemplate.Column(place: column.place, heading: column.heading, fact: fact)
        }
    }

    private static func isDescription(_ column: FormTemplate.Column, among items: [FormTemplate.Column]) -> Bool {
        let described = items.first { ["description", "beschreibung"].contains(folded($0.heading)) } ?? items.last
        return described?.place == column.place
    }
}
