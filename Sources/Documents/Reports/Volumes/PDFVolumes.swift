package import Delivery
import Files
import Glibc
import Inventory
package import InventoryStore

/// A long report as PDF in volumes: a cover with all totals and the list of the volumes, and beside it the volumes.
///
/// Typst holds a whole document in memory, so one document has a bound, and one processor sets it. Volumes are set on all
/// processors, as many at once as fit into ``memory``. Line numbers run on, and each volume brings forward the
/// totals of those before it. The totals that the last one carries are compared with those of the list, which are counted apart.
///
/// The size of a file is known when it is made. If one is larger than ``ReportOptions/partSize``, its lines are divided and all
/// volumes are made again, because each states their number and the totals before it.
package struct PDFVolumes {
    private let report: Report
    private let workers: Int

    /// The memory of all workers together, in bytes. The program itself takes some 50 MiB more; together they stay below 1 GiB.
    static let memory = 960 << 20

    /// The memory that Typst takes for a document, in bytes: a constant part, and some bytes for each byte of markup.
    static func memory(of kind: ReportKind, markup: Int) -> Int { (80 << 20) + markup * kind.memoryOfMarkup }

    /// - Throws: as ``Report/init(_:)``.
    package init(_ options: ReportOptions) throws(ReportError) {
        var options = options
        (options.format, options.signer) = (.pdf, nil)
        report = try Report(options)
        workers = min(options.jobs ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), WorkingFolder.maxInnerFolders - 2)
    }

    /// Fills an empty folder.
    /// - Parameters:
    ///   - signer: writes and signs the manifest; nil for none.
    ///   - progress: called with the items that are set and the items in all.
    /// - Throws: the reason if a part could not be made. The caller then deletes the folder.
    package func write(
        from snapshot: StoreSnapshot, into folder: String, signer: ManifestSigner?,
        progress: @escaping (Int, Int) -> Void = { _, _ in }
    ) throws(ReportError) -> ReportOutcome {
        do {
            var run = try VolumeRun(
                report.redactingGroups(of: snapshot), of: snapshot, into: folder, workers: workers, progress: progress)
            let outcome = try run.write()
            if let signer { try DeliveredFolder(path: folder).writeManifest(signedBy: signer) }
            return outcome
        } catch {
            throw ReportError(error)
        }
    }
}

/// One run of ``PDFVolumes``.
private struct VolumeRun {
    private struct Worker {
        let document: TypesetDocument
        let place: Int
        let memory: Int
    }

    private var report: Report
    private let snapshot: StoreSnapshot
    private let path: String
    private let workers: Int
    private let progress: (Int, Int) -> Void
    /// The summary of the whole list.
    private let summary: ReportSummary
    private let folder: WorkingFolder
    private let renderer: PDFRenderer
    private let title: String
    private var volumes: [ReportVolume] = []
    private var running: [Worker] = []
    private var finishedItems = 0
    private var bytes = 0
    private var replaced: Set<String> = []

    init(
        _ report: Report, of snapshot: StoreSnapshot, into path: String, workers: Int,
        progress: @escaping (Int, Int) -> Void
    ) throws {
        (self.report, self.snapshot, self.path) = (report, snapshot, path)
        (self.workers, self.progress) = (workers, progress)
        let options = report.options
        summary = try ReportSummary(of: snapshot, options, hasClaim: report.hasClaim, hasCells: report.hasCells)
        folder = try options.workingFolder ?? WorkingFolder()
        renderer = try PDFRenderer(language: options.locale.language, in: folder)
        title = report.context.words.title(of: options)
    }

    mutating func write() throws -> ReportOutcome {
        let items = summary.store.totals.items
        if let columns = summary.columns, let totals = summary.totals {
            // All volumes show the same columns, so that carried totals have one.
            report.options.wholeList = (columns, totals.groups)
        }
        let size = report.options.volumeItems ?? report.options.kind.itemsOfVolume
        var next: [Range<Int>]? = VolumeRun.divided(0..<items, by: size)
        while let parts = next {
            for volume in volumes { unlink("\(path)/\(volume.file)") }
            try make(parts)
            next = smallerParts()
        }
        try setCover()
        return ReportOutcome(
            bytes: bytes, totals: summary.store.totals, archived: summary.store.archived,
            replaced: replaced.sorted())
    }

    /// The lines in parts of so many; one part if there are none.
    private static func divided(_ lines: Range<Int>, by size: Int) -> [Range<Int>] {
        if lines.isEmpty { return [lines] }
        return stride(from: lines.lowerBound, to: lines.upperBound, by: size).map {
            $0..<min(lines.upperBound, $0 + size)
        }
    }

    /// The lines of volumes that are small enough; nil if those that were made are.
    private func smallerParts() -> [Range<Int>]? {
        guard let limit = report.options.partSize, volumes.contains(where: { $0.bytes > limit }) else { return nil }
        return volumes.flatMap { volume in
            // Each part has fonts of its own, and some have more pictures than others.
            let count = volume.bytes > limit ? max(2, volume.bytes * 5 / (limit * 4)) : 1
            return VolumeRun.divided(volume.lines, by: (volume.lines.count + count - 1) / count)
        }
    }

    /// Makes a volume of each of these lines.
    private mutating func make(_ parts: [Range<Int>]) throws {
        let name = report.options.kind.name
        (volumes, finishedItems, bytes, replaced) = ([], 0, 0, [])
        var sum = ReportVolume.Totals(
            claim: summary.claim.map { _ in ClaimTotals() }, list: summary.columns.map(ColumnSums.init))
        for (place, lines) in parts.enumerated() {
            let own = try ReportSummary(
                of: snapshot, report.options, hasClaim: report.hasClaim, hasCells: report.hasCells, lines: lines)
            let broughtForward = sum
            let totals = ReportVolume.Totals(
                totals: own.store.totals, claim: own.claim?.totals, list: own.totals?.all)
            try sum.add(totals)
            volumes.append(
                ReportVolume(
                    number: place + 1, count: parts.count, lines: lines,
                    file: ReportVolume.fileName(name, place + 1, of: parts.count, "pdf"), cover: "\(name).pdf",
                    groups: summary.groups,
                    claimGroups: summary.claim?.groups(report.options.grouping) ?? [], broughtForward: broughtForward,
                    own: totals, carriedForward: sum))
            if place + 1 == parts.count { try check(sum) }
            try start(place, own)
        }
        while !running.isEmpty { try finishOne() }
    }

    /// Compares what the last volume carries with the totals of the list.
    private func check(_ sum: ReportVolume.Totals) throws {
        guard
            sum
                == ReportVolume.Totals(
                    totals: summary.store.totals, claim: summary.claim?.totals, list: summary.totals?.all)
        else {
            throw ReportError.volumeTotals
        }
    }

    /// Prepares a volume while others are set, and starts it when there is a processor and memory for it.
    private mutating func start(_ place: Int, _ own: ReportSummary) throws {
        let volume = volumes[place]
        var part = report
        part.options.volume = volume
        part.options.title = "\(title) · \(report.context.words.text("volumeOf", volume.number, volume.count))"
        // Folders have the numbers of few volumes in turn: this one may still belong to a volume long before.
        while running.contains(where: { place - $0.place >= WorkingFolder.maxInnerFolders }) { try finishOne() }
        let inner = try WorkingFolder(in: folder, number: place)
        let document = try part.document(of: snapshot, summary: own, in: inner, renderer) { _, _ in }
        let memory = PDFVolumes.memory(of: report.options.kind, markup: try document.prepare())
        while running.count >= workers
            || (!running.isEmpty && running.reduce(memory, { $0 + $1.memory }) > PDFVolumes.memory)
        {
            try finishOne()
        }
        try document.start()
        running.append(Worker(document: document, place: place, memory: memory))
    }

    /// Waits for one of the documents and writes its file.
    private mutating func finishOne() throws {
        while true {
            for (index, worker) in running.enumerated() {
                let document = worker.document
                guard try report.locatingErrors(in: document.folder, document.isFinished) else { continue }
                let lines = volumes[worker.place].lines
                let file = try write(document, to: volumes[worker.place].file)
                if lines.count <= 1 { try report.options.checkSize(file.bytes, of: .line(lines.upperBound)) }
                (volumes[worker.place].bytes, volumes[worker.place].hash) = file
                running.remove(at: index)
                finishedItems += lines.count
                progress(finishedItems, summary.store.totals.items)
                return
            }
            ChildProcess.waitForAny(running.compactMap(\.document.run))
        }
    }

    private mutating func setCover() throws {
        var cover = report
        cover.options.volumes = volumes
        let inner = try WorkingFolder(in: folder, number: volumes.count)
        let document = try cover.document(of: snapshot, summary: summary, in: inner, renderer) { _, _ in }
        try report.locatingErrors(in: inner) {
            try document.prepare()
            try document.start()
            try document.wait()
        }
        let name = "\(report.options.kind.name).pdf"
        try report.options.checkSize(write(document, to: name).bytes, of: .file(name))
    }

    /// - Returns: the size of the file in bytes, and its hash.
    private mutating func write(
        _ document: TypesetDocument, to name: String
    ) throws -> (bytes: Int, hash: ContentHash?) {
        var sink = try ReportSink(.file("\(path)/\(name)"), checker: .none, signer: nil, isHashed: true)
        try document.copy { try sink.write($0) }
        try sink.finish()
        bytes += sink.bytes
        replaced.formUnion(document.replaced)
        return (sink.bytes, try sink.contentHash())
    }
}
