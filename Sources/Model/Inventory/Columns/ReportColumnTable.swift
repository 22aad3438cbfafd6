/// The declaration of a column. A class, as ``ItemFieldRow``.
final class ReportColumnRow: Sendable {
    /// When a list shows a column unless others are chosen.
    enum Use: Sendable {
        case always
        /// If at least one item states it; columns of a smaller rank come first if a page has no room for all.
        case ifStated(Int)
        case onlyIfChosen
    }

    let column: ReportColumn
    let kind: ReportColumn.Kind
    let width: Int
    let isLong, isSummed: Bool
    let use: Use
    let aliases: [String]
    /// The name that means this column in a claim, and another one in a list.
    let nameInClaims: String?

    /// Declares a column.
    /// - Parameters:
    ///   - kind: nil for the kind of the field.
    ///   - width: the letters of a line that its longest texts usually need.
    ///   - isSummed: whether its values are added up, unless the reader chooses the sums.
    ///   - aliases: other names that people use on the command line.
    ///   - nameInClaims: the name that means this column in a claim, and another one in a list.
    init(
        _ column: ReportColumn, _ kind: ReportColumn.Kind? = nil, width: Int, _ use: Use = .onlyIfChosen,
        isSummed: Bool = false, aliases: [String] = [], nameInClaims: String? = nil
    ) {
        self.column = column
        (self.width, self.use, self.isSummed) = (width, use, isSummed)
        (self.aliases, self.nameInClaims) = (aliases, nameInClaims)
        if case .field(let field) = column {
            isLong = field.isLong
            self.kind = kind ?? ReportColumnRow.kind(of: field)
        } else {
            isLong = false
            self.kind = kind ?? .text
        }
    }

    private static func kind(of field: ItemField) -> ReportColumn.Kind {
        switch field.kind {
        case .text, .customFields, .photos, .documents: .text
        case .identifier: .code
        case .money: .amount
        case .quantity, .percentage: .number
        case .timestamp, .date: .date
        case .flag: .flag
        case .tags: .list
        }
    }
}

/// The only list of columns, in the order in which documents show them. A field without a row has a usual one at the end.
enum ReportColumnTable {
    static let rows = listed + others
    /// Custom fields are what an owner took pains to record; few usual columns come before them.
    static let rankOfCustomFields = 4

    private static let listed: [ReportColumnRow] = [
        ReportColumnRow(.computed(.line), .number, width: 4, .always, aliases: ["no", "number"]),
        ReportColumnRow(.computed(.thumbnail), .picture, width: 8, aliases: ["photo", "picture"]),
        ReportColumnRow(.field(.name), width: 30, .always, aliases: ["item", "title"]),
        ReportColumnRow(.computed(.brand), width: 20, .ifStated(3), aliases: ["make", "brand-and-model"]),
        ReportColumnRow(.field(.manufacturer), width: 16, aliases: ["maker"]),
        ReportColumnRow(.field(.modelNumber), width: 16, aliases: ["model"]),
        ReportColumnRow(.field(.serialNumber), .code, width: 16, .ifStated(1), aliases: ["serial"]),
        ReportColumnRow(
            .field(.assetIdentifier), .code, width: 12, .ifStated(6), aliases: ["asset", "asset-number", "asset-id"]),
        ReportColumnRow(.field(.category), width: 14, .ifStated(5)),
        ReportColumnRow(.field(.tags), width: 16, .ifStated(11)),
        ReportColumnRow(.field(.condition), width: 14, .ifStated(7)),
        ReportColumnRow(.field(.colour), width: 10, .ifStated(12), aliases: ["color"]),
        ReportColumnRow(.field(.distinguishingMarks), width: 24, aliases: ["marks"]),
        ReportColumnRow(.field(.code), .code, width: 15, aliases: ["barcode", "isbn"]),
        ReportColumnRow(.field(.location), width: 26, .ifStated(2), aliases: ["room", "place"]),
        ReportColumnRow(.field(.purchaseDate), width: 12, .ifStated(8), aliases: ["bought", "bought-on"]),
        ReportColumnRow(.computed(.purchased), width: 16),
        ReportColumnRow(.computed(.age), .number, width: 10),
        ReportColumnRow(.field(.purchasePlace), width: 16, aliases: ["bought-from", "shop"]),
        ReportColumnRow(.field(.purchaseReceiptNumber), .code, width: 14, aliases: ["receipt-number"]),
        ReportColumnRow(.field(.warrantyExpires), width: 12, .ifStated(9), aliases: ["warranty-until", "warranty"]),
        ReportColumnRow(.field(.warrantyLifetime), width: 8, aliases: ["lifetime-warranty"]),
        ReportColumnRow(.field(.warrantyDetails), width: 26),
        ReportColumnRow(.field(.insured), width: 8),
        ReportColumnRow(.field(.archived), width: 8),
        ReportColumnRow(.field(.quantity), width: 6, .always, isSummed: true, aliases: ["qty", "count", "units"]),
        ReportColumnRow(.field(.purchasePrice), width: 12, .ifStated(10), aliases: ["price", "paid"]),
        ReportColumnRow(.computed(.linePurchasePrice), .amount, width: 12, isSummed: true, aliases: ["line-price"]),
        ReportColumnRow(.field(.replacementValue), width: 12),
        ReportColumnRow(
            .computed(.lineReplacementValue), .amount, width: 12, isSummed: true, aliases: ["replacement-cost"]),
        ReportColumnRow(.field(.depreciation), width: 6, aliases: ["depreciation-rate"]),
        ReportColumnRow(.field(.depreciationEach), width: 12),
        ReportColumnRow(.computed(.lifespan), .number, width: 6),
        ReportColumnRow(.computed(.conditionFactor), .number, width: 6),
        ReportColumnRow(.computed(.replacementSource), width: 12),
        ReportColumnRow(
            .computed(.depreciationAmount), .amount, width: 12, isSummed: true, nameInClaims: "depreciation"),
        ReportColumnRow(.computed(.actualCashValue), .amount, width: 12, isSummed: true),
        ReportColumnRow(.field(.value), width: 12, .always, aliases: ["value-each"]),
        ReportColumnRow(
            .computed(.lineValue), .amount, width: 12, .always, isSummed: true, aliases: ["total", "total-value"]),
        ReportColumnRow(.field(.dateCreated), width: 12, .ifStated(13), aliases: ["created", "recorded"]),
        ReportColumnRow(.field(.description), width: 30),
        ReportColumnRow(.field(.notes), width: 30, aliases: ["note"]),
        ReportColumnRow(.field(.url), width: 28, aliases: ["web-page", "link"]),
        ReportColumnRow(.computed(.photos), .number, width: 6, isSummed: true),
        ReportColumnRow(.computed(.documents), .number, width: 6, isSummed: true),
        ReportColumnRow(.computed(.receipts), .number, width: 6, isSummed: true),
        ReportColumnRow(.computed(.photoNumbers), width: 8, nameInClaims: "photos"),
        ReportColumnRow(.computed(.receiptNumbers), width: 8, nameInClaims: "receipts"),
        ReportColumnRow(.computed(.documentNumbers), width: 8, nameInClaims: "documents"),
        ReportColumnRow(.computed(.parts), .list, width: 20),
        ReportColumnRow(.computed(.missing), .list, width: 24, aliases: ["gaps"]),
        ReportColumnRow(.computed(.duplicates), .list, width: 20),
        ReportColumnRow(.computed(.objectID), .list, width: 24),
        ReportColumnRow(.field(.saleDate), width: 12, aliases: ["sold", "sold-on"]),
        ReportColumnRow(.field(.salePrice), width: 12),
        ReportColumnRow(.field(.saleTo), width: 16, aliases: ["sold-to"]),
    ]

    private static let others: [ReportColumnRow] = {
        let columns = listed.map(\.column)
        return ItemField.csvColumns.filter { $0 != .customFields && !columns.contains(.field($0)) }
            .map { ReportColumnRow(.field($0), width: $0.isLong ? 26 : $0.kind == .identifier ? 36 : 16) }
    }()

    static let rowsByColumn = Dictionary(uniqueKeysWithValues: rows.map { ($0.column, $0) })
}
