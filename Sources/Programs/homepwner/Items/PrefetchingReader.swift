import Dispatch
import InventoryFormats
import Synchronization

/// Reads a file on a separate thread, a few batches ahead of the consumer.
///
/// Reading and storing take about as long as each other, so that two cores nearly halve an import's time.
final class PrefetchingReader: Sendable {
    /// Entries that follow each other in the file.
    struct Batch: Sendable {
        /// The entries, optional so that each can be taken out: a copy would retain each of its texts.
        var entries: [ImportEntry?] = []
        /// The first bytes of a rejects file.
        var rejectsHeader: [UInt8] = []
        /// The file as messages name it.
        var file = ""
        /// Whether the file has rows, and not items.
        var isTable = true
        /// Whether amounts of the file may lack their currency.
        var namesNoCurrency = true
        var bytesRead: Int64 = 0
        var totalBytes: Int64?
        /// The reason why this batch is the last; nil if there are more.
        var end: End?
    }

    enum End: Sendable {
        case wholeFile
        case failure(InventoryFileError)
    }

    /// Batches that may wait to be taken. Both threads have work for long enough that the system gives each a core; with
    /// short batches it lets them take turns on one.
    private static let depth = 6
    private static let entriesInBatch = 1024
    private static let bytesInBatch: Int64 = 1 << 20

    private let batches = Mutex<[Batch]>([])
    private let isStopped = Atomic(false)
    private let room = DispatchSemaphore(value: 0)
    private let ready = DispatchSemaphore(value: 0)
    private let reading = DispatchGroup()
    /// Seconds for which a reader that is stopped may finish; one that waits for a pipe does not.
    private static let patience = 2.0

    /// - Parameter open: opens the file, on the reader's thread.
    init(_ open: @escaping @Sendable () throws(InventoryFileError) -> InventoryReader) {
        for _ in 0..<PrefetchingReader.depth { room.signal() }
        DispatchQueue.global(qos: .userInitiated).async(group: reading) { [self] in
            do throws(InventoryFileError) {
                try read(open)
            } catch {
                var batch = Batch(end: .failure(error))
                send(&batch)
            }
        }
    }

    /// The next batch; to be called until one has an end.
    func next() -> Batch {
        ready.wait()
        let batch = batches.withLock { $0.removeFirst() }
        room.signal()
        return batch
    }

    /// Reads no further, and waits until the file is closed: libxml2 frees what all its parsers share when the program ends.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        // For the batch that is read, and for two of an error after it.
        for _ in 0..<3 { room.signal() }
        _ = reading.wait(timeout: .now() + PrefetchingReader.patience)
    }

    private func read(_ open: () throws(InventoryFileError) -> InventoryReader) throws(InventoryFileError) {
        var reader = try open()
        var batch = Batch(rejectsHeader: reader.rejectsHeader, file: reader.file, totalBytes: reader.totalBytes)
        batch.isTable = reader.format.isTable
        batch.namesNoCurrency = batch.isTable || reader.format == .homeboxCollection
        var sentAt: Int64 = 0
        while let entry = try next(of: &reader, after: &batch) {
            batch.entries.append(entry)
            let bytes = reader.bytesRead
            guard
                batch.entries.count == PrefetchingReader.entriesInBatch
                    || bytes - sentAt >= PrefetchingReader.bytesInBatch
            else {
                continue
            }
            sentAt = bytes
            batch.bytesRead = bytes
            send(&batch)
            if isStopped.load(ordering: .acquiring) { return }
            batch.entries.reserveCapacity(PrefetchingReader.entriesInBatch)
        }
        batch.end = .wholeFile
        send(&batch)
    }

    /// The next entry. Entries read before a failure come first.
    private func next(
        of reader: inout InventoryReader, after batch: inout Batch
    ) throws(InventoryFileError) -> ImportEntry? {
        do {
            return try reader.next()
        } catch {
            send(&batch)
            throw error
        }
    }

    /// Passes a batch on. It is not retained here, so the consumer holds the only reference.
    private func send(_ batch: inout Batch) {
        room.wait()
        batches.withLock { batches in
            batches.append(batch)
            batch.entries = []
        }
        ready.signal()
    }
}
