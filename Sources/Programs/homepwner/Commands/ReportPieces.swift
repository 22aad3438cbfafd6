import Delivery
import Files
import FoundationEssentials
import Glibc
import InventoryStore
import Localization
import Message
import Reports

// A report in pieces: made by processes of this call, or by calls on several machines that share a snapshot.
extension Command {
    static let shareSnapshot = Command(
        name: "snapshot",
        options: [.store, .help],
        examples: ["report snapshot"],
        run: { invocation in
            // Threads inherit the signal mask, so only this thread receives the signals.
            var signals = sigset_t()
            sigemptyset(&signals)
            for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            try invocation.requireServer()
            let snapshot = try invocation.readStore().snapshot()
            try invocation.console.say(try snapshot.share())
            var pause = timespec(tv_sec: PieceProcesses.secondsBetweenChecks, tv_nsec: 0)
            while sigtimedwait(&signals, nil, &pause) < 0 { try snapshot.checkIsHeld() }
        })

    static let makePiece = Command(
        name: "shard",
        operands: [PositionalArgument("K/N")],
        options: [.reportSnapshot, .reportOutput] + pieceOptions + [.reportJobs, .store, .help],
        examples: ["report shard 2/8 --snapshot 00000003-0000001B-1 -o piece2"],
        run: { invocation in
            let arguments = invocation.arguments
            guard let shard = ReportShard(arguments.operand("K/N") ?? "") else {
                throw UsageError.badOperand(
                    "K/N", problem: localized("report.shardExpected", ["most": .value(ReportShard.most)]))
            }
            guard let id = arguments.text(.reportSnapshot) else {
                throw UsageError.needed(Option.reportSnapshot.spelling, why: localized("report.snapshotNeeded"))
            }
            guard arguments.has(.reportOutput), arguments.text(.reportOutput) != "-" else {
                throw UsageError.needed(Option.reportOutput.spelling, why: localized("report.pieceOutput"))
            }
            let request = try ReportRequest(invocation, only: .xml)
            try invocation.requireServer()
            _ = try checkedBundle(request, invocation)
            guard case .file(let path) = request.output else { return }
            let store = try invocation.readStore()
            let snapshot = try store.snapshot(sharedAs: id)
            let source = PieceSource(
                inventory: store.identifier, snapshot: id, options: arguments.words(of: pieceOptions))
            try Report(try request.options(for: snapshot.settings, invocation)).writePiece(
                shard, of: source, from: snapshot, to: path)
        })

    static let joinPieces = Command(
        name: "join",
        operands: [PositionalArgument("FILE", .many)],
        options: [.reportOutput, .reportManifest, .reportSign, .help],
        examples: ["report join piece* -o inventory.xml"],
        run: { invocation in
            let files = invocation.arguments.operands("FILE")
            let request = try ReportRequest(invocation, only: .xml)
            if case .file(let path) = request.output {
                try OutputPathCheck.check(path, word: Option.reportOutput.spelling, inputs: files, store: nil)
            }
            try join(files, request, invocation)
        })

    /// The options that decide about the bytes of a report in pieces.
    static let pieceOptions: [Option] = [
        .reportAsOf, .reportLocale, .reportTimeZone, .reportRedact, SelectionOptions.filter,
    ]

    /// Refuses a report that is not made in pieces.
    static func requirePieces(_ request: ReportRequest, _ invocation: Invocation) throws(UsageError) {
        let others = Command.report.options.filter { option in
            !(pieceOptions + [.reportShards, .reportFormat, .reportOutput, .reportManifest, .reportSign, .reportJobs]
                + [.store, .quiet, .help, .reportTitle])
                .contains { $0.name == option.name }
        }
        if let other = others.first(where: invocation.arguments.has) {
            throw .exclusive([Option.reportShards.spelling, other.spelling])
        }
        guard request.isInventoryAsXML else {
            throw .badValue(option: Option.reportShards.spelling, problem: localized("report.shardsFormat"))
        }
        guard StoreAddress(try invocation.storePath()) != nil else {
            throw .badValue(option: Option.reportShards.spelling, problem: localized("report.shardsServer"))
        }
    }

    /// Makes the pieces in processes of this program, as many at a time as there are processors, and joins them.
    static func makeReport(_ request: ReportRequest, inPieces count: Int, _ invocation: Invocation) throws {
        let snapshot = try invocation.readStore().snapshot()
        let id = try snapshot.share()
        // The pieces need as much room as the report, so they go beside it.
        var place = TemporaryFile.defaultFolder
        if case .file(let path) = request.output, request.allowsFilesBeside { place = Folder.parent(path) }
        let folder = try InterruptionCleanup.protecting {
            try TemporaryFolder(TemporaryFolder.Kind(in: place, prefix: ".homepwner-pieces-"))
        } path: {
            $0.path
        }
        defer {
            folder.remove()
            InterruptionCleanup.release(folder.path)
        }
        let processors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        let jobs = invocation.arguments.text(.reportJobs) ?? "\(max(1, processors / count))"
        var processes = PieceProcesses(
            count, in: folder.path, atOnce: processors,
            words: ["--snapshot", id, "--jobs", jobs] + invocation.arguments.words(asGiven: pieceOptions))
        // An address may contain a password, which others could see among the words of a process.
        setenv("HOMEPWNER_STORE", try invocation.storePath(), 1)
        let files = try Progress.during(localized("progress.writing"), on: invocation.console) {
            try processes.run { try snapshot.checkIsHeld() }
        }
        try join(files, request, invocation)
    }

    private static func join(_ files: [String], _ request: ReportRequest, _ invocation: Invocation) throws {
        let outcome = try invocation.console.writing(to: request.output) { output in
            try PieceJoin(files).write(to: output, signer: request.signer)
        }
        guard case .file(let path) = request.output else { return warn(of: outcome, invocation) }
        try announce(
            outcome, leftOut: outcome.archived, path, request.hasManifest ? path + Manifest.fileExtension : nil,
            invocation)
    }
}

extension Invocation {
    /// - Throws: `badValue` if the inventory is in a folder.
    fileprivate func requireServer() throws(UsageError) {
        guard StoreAddress(try storePath()) != nil else {
            throw .badValue(option: Option.store.spelling, problem: localized("report.shardsServer"))
        }
    }
}

extension Arguments {
    /// Options with their values, for a fingerprint.
    fileprivate func words(of options: [Option]) -> [String] {
        options.flatMap { option in texts(option).flatMap { [option.name, $0] } }
    }

    /// Options with their values, for another call.
    fileprivate func words(asGiven options: [Option]) -> [String] {
        options.flatMap { option in texts(option).map { "\(option.spelling)=\($0)" } }
    }
}
