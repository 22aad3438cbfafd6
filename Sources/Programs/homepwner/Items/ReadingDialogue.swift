import Files
import Glibc
import Inventory
import InventoryFormats
import Localization
import Message

/// Proposes how to read the files of a call, and has it accepted.
///
/// On a terminal a proposal is shown and asked about, elsewhere it is accepted if no question is open. The headings of a
/// program's own table tell its reading.
struct ReadingDialogue {
    private let invocation: Invocation
    /// The currency of amounts that name none.
    private let usual: UsualCurrency
    /// The inventory into which the files are read; nil for none, or it has no items.
    private let inventory: ItemVisitor?
    /// Whether rows with faults may be left out.
    private let allowsFaults: Bool
    /// Whether the rows of a program's table are looked at before the import.
    private let checksRows: Bool
    private let prompt: TerminalPrompt?

    init(
        _ invocation: Invocation, usual: UsualCurrency, inventory: ItemVisitor?, allowsFaults: Bool, checksRows: Bool
    ) {
        self.invocation = invocation
        self.usual = usual
        self.inventory = inventory
        self.allowsFaults = allowsFaults
        self.checksRows = checksRows
        prompt = invocation.console.showsProgress ? TerminalPrompt() : nil
    }

    /// Runs an import of files, and runs it again with a look at all rows if one has a fault.
    ///
    /// Most tables of programs have no fault, and looking at their rows first takes longer than their import.
    static func checkingAfterFault<Result>(
        _ files: [String], _ run: (_ checksRows: Bool) throws -> Result
    ) throws -> Result {
        // A pipe can be opened only once. With several files, a fault in the second must not cause a question about a
        // reading of the first again.
        var status = stat()
        guard files.count == 1, stat(files[0], &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return try run(true)
        }
        do { return try run(false) } catch is FileImporter.FaultFound { return try run(true) }
    }

    /// Returns the files with their accepted readings.
    /// - Throws: if a reading is open or refused.
    func files(_ paths: [String]) throws -> [ImportFile] { try paths.map(file) }

    private func file(_ path: String) throws -> ImportFile {
        var file = ImportFile(path: path, format: invocation.importFormat)
        if file.format == nil, try HomeboxCollection.isCollection(at: path) { file.format = .homeboxCollection }
        try refuseUnusedOptions()
        if file.format == .homeboxCollection { return file }
        let name = path == "-" ? localized("stream.input") : path
        var source = try TableSource(path: path, name: name)
        if file.format == nil { source = try source.openingTables() }
        file.source = source
        guard file.format?.isTable ?? true, try source.isTable() else { return file }
        if let saved = try savedReading() {
            file.reading = saved
            return file
        }
        if !checksRows, try !settlesReading, let reading = try source.programReading(),
            inventory == nil || reading.hasIDs, file.format ?? reading.format == reading.format
        {
            (file.reading, file.isUnchecked) = (reading, true)
            return file
        }
        let reading = try propose(source, try invocation.importOptions(usual: usual.currency)).reading
        if let format = file.format, format != .csv, format != reading.format {
            throw InventoryFileError(.otherProgram(format), file: name)
        }
        file.reading = reading
        try save(reading)
        return file
    }

    /// Whether the call has options about the reading.
    private var settlesReading: Bool {
        get throws {
            try invocation.arguments.has(ImportFormatOptions.reading)
                || invocation.readingOverrides() != ReadingOverrides()
        }
    }

    /// The options that only a reading has.
    private var readingOptions: [Option] {
        [
            ImportFormatOptions.encoding, ImportFormatOptions.sheet, ImportFormatOptions.headerRow,
            ImportFormatOptions.groupRows, ImportFormatOptions.totalRows, ImportFormatOptions.fillDown,
            ImportFormatOptions.otherCells, ImportFormatOptions.hiddenRows, ImportFormatOptions.updateBy,
        ]
    }

    /// Only tables have a reading; archives have keys that are mapped like columns.
    private func refuseUnusedOptions() throws(UsageError) {
        guard let format = invocation.importFormat, !format.isTable else { return }
        var unused = readingOptions + [ImportFormatOptions.decimal, ImportFormatOptions.dateFormat]
        if format != .archive { unused.append(ImportFormatOptions.map) }
        if let option = unused.first(where: invocation.arguments.has) {
            throw .exclusive([ImportFormatOptions.format.spelling, option.spelling])
        }
    }

    /// Returns the accepted proposal.
    private func propose(_ source: TableSource, _ options: ImportOptions) throws -> ReadingProposal {
        var overrides = try invocation.readingOverrides()
        // Rows with faults are put aside as they are.
        if allowsFaults, overrides.keepsOtherCells == nil { overrides.keepsOtherCells = false }
        while true {
            let attempt = try ReadingAttempt(
                of: source, overrides: overrides, usual: usual.currency, origin: usual.origin, inventory: inventory,
                options: options)
            let (proposal, trial) = (attempt.proposal, attempt.trial)
            let printer = ProposalPrinter(proposal, trial, file: source.name, console: invocation.console)
            if proposal.isPlain { return proposal }
            if prompt != nil || !proposal.questions.isEmpty || !invocation.arguments.has(.quiet) {
                printer.printTable()
            }
            if invocation.arguments.has(ImportFormatOptions.accept) { return proposal }
            guard let prompt else {
                guard proposal.questions.isEmpty else {
                    printer.printQuestions(call: invocation.words)
                    throw CommandError.work(localized("reading.open", ["file": .text(source.name.onOneLine)]))
                }
                return proposal
            }
            if let question = proposal.questions.first {
                overrides.apply(try ask(question, printer, prompt, source.name), to: question.topic)
                continue
            }
            let faults = allowsFaults ? 0 : trial.faultyRows
            let question = faults > 0 ? localized("reading.acceptWithFaults") : localized("reading.accept")
            invocation.console.warn(question + " ")
            guard prompt.key(among: ["y", "n"], on: invocation.console) == "y" else {
                throw CommandError.work(localized("reading.refused", ["file": .text(source.name.onOneLine)]))
            }
            return proposal
        }
    }

    private func ask(
        _ question: ReadingQuestion, _ printer: ProposalPrinter, _ prompt: TerminalPrompt, _ file: String
    ) throws -> ReadingAnswer {
        printer.print(question, numbered: true)
        let keys = (1...question.answers.count).map { Character("\($0)") }
        guard let key = prompt.key(among: keys, on: invocation.console), let place = keys.firstIndex(of: key) else {
            throw CommandError.work(localized("reading.refused", ["file": .text(file.onOneLine)]))
        }
        return question.answers[place]
    }

    // MARK: Saved readings

    private func savedReading() throws -> TableReading? {
        guard let path = invocation.arguments.text(ImportFormatOptions.reading), access(path, F_OK) == 0 else {
            return nil
        }
        let bytes = try readFile(path, upTo: 1 << 20)
        do {
            return try TableReading(parsing: bytes)
        } catch {
            throw CommandError.work(
                "\(path.onOneLine): \(localized(error.message))")
        }
    }

    private func save(_ reading: TableReading) throws {
        guard let path = invocation.arguments.text(ImportFormatOptions.reading) else { return }
        let file = try AtomicFile(replacing: path)
        try file.write(reading.savedBytes)
        do {
            try file.commit()
        } catch {
            // With an unconfirmed name the file is in place, and the call's own work is still to come.
            guard error.operation == .flushName else { throw error }
        }
    }
}

/// Questions that one key answers, on the terminal of standard input.
struct TerminalPrompt {
    /// - Returns: nil if standard input is not a terminal.
    init?() { guard isatty(STDIN_FILENO) == 1 else { return nil } }

    /// Waits for one of the keys and shows it on a console; nil at the end of input, or for Escape and Control-D.
    func key(among keys: [Character], on console: Console) -> Character? {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        var raw = before
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        defer { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
        while true {
            var byte: UInt8 = 0
            guard read(STDIN_FILENO, &byte, 1) == 1, byte != 0x1B, byte != 0x04 else { return nil }
            let key = Character(Unicode.Scalar(byte | (byte >= 0x40 ? 0x20 : 0)))
            if keys.contains(key) {
                console.warn("\(key)\n")
                return key
            }
        }
    }
}
