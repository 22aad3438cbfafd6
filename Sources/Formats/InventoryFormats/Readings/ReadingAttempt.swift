public import Inventory

/// A proposed reading that reads a file better than its documented format does, and the result of trying it.
public struct ReadingAttempt: Sendable {
    public let proposal: ReadingProposal
    public let trial: ReadingTrial

    /// Proposes a reading and tries it.
    ///
    /// - Parameters:
    ///   - check: the result of ``TableSource/check(_:readsCells:)``; nil if the file is not to be read as a documented format.
    ///   - overrides: the parts that the caller settles.
    ///   - usual: the currency of amounts that name none.
    ///   - origin: the origin of that currency.
    /// - Returns: nil if the file is to be read as its documented format, because the reading has no advantage or finds no
    ///   items.
    /// - Throws: ``InventoryFileError`` if the file cannot be read, or holds no table.
    public init?(
        of source: TableSource, after check: DocumentedCheck?, overrides: ReadingOverrides, usual: Currency,
        origin: CurrencyOrigin = .inventory, options: ImportOptions
    ) throws(InventoryFileError) {
        do throws(InventoryFileError) {
            proposal = try ReadingProposal(
                of: source, overrides: overrides, usual: usual, origin: origin, timestamp: options.timestamp)
            trial = try ReadingTrial(source, reading: proposal.reading, options: options)
        } catch {
            // If no reading fits, the faults that the documented format finds are more exact.
            if let check, check != .otherHeader { return nil }
            throw error
        }
        if !proposal.leavesOutRows {
            if check == .unusualRows { return nil }
            // A reading that leaves as many faults as the documented format has no advantage.
            if case .faultyRows(let count)? = check, trial.faultyRows > 0, trial.faultyRows >= count { return nil }
        }
        let isUnknown = !proposal.namesItems && (check == .otherHeader || check == nil)
        if isUnknown || (trial.items == 0 && trial.faultyRows == 0) {
            // Nothing in the table is known: the documented format says what it lacks, if there is one.
            if source.isSpreadsheet || check == nil { throw InventoryFileError(.noTable, file: source.name) }
            return nil
        }
    }
}
