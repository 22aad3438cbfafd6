import Files
import Foundation
import Testing

@testable import HTTPServer

@Suite("Threads that begin and end with work")
struct WorkerPoolTests {
    @Test("a thread ends when no job comes, and the next job has another")
    func idle() {
        let pool = WorkerPool(threads: 2)
        // Folders of the process, as `/proc/thread-self` names them.
        let threads = Monitor<[String]>([])
        func run() -> String? {
            let count = threads.withLock { $0.count }
            #expect(
                pool.submit {
                    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
                    threads.change { $0.append(own ?? "") }
                })
            return threads.wait(seconds: 20) { $0.count > count ? $0.last : nil }
        }
        func ends(_ thread: String) -> Bool {
            for _ in 0..<2000 {
                if access("/proc/\(thread)", F_OK) != 0 { return true }
                usleep(10_000)
            }
            return false
        }
        for _ in 0..<2 {
            let thread = run() ?? ""
            #expect(thread.contains("/task/"))
            #expect(ends(thread))
        }
        #expect(pool.stop(by: MonotonicClock.now() + 20))
        #expect(!pool.submit {})
    }

    @Test("jobs that are queued when the pool stops are run, in order")
    func stop() {
        let pool = WorkerPool(threads: 1)
        let done = Monitor<[Int]>([])
        let isFree = Monitor(false)
        #expect(pool.submit { isFree.wait { $0 ? () : nil } })
        for number in 0..<100 { #expect(pool.submit { done.change { $0.append(number) } }) }
        #expect(!pool.stop(by: MonotonicClock.now()))
        isFree.change { $0 = true }
        #expect(pool.stop(by: MonotonicClock.now() + 20))
        #expect(done.withLock { $0 } == Array(0..<100))
    }

    @Test("beyond the most that may wait a job is refused")
    func limit() {
        let pool = WorkerPool(threads: 1, mostWaiting: 1)
        let (isBusy, isFree) = (Monitor(false), Monitor(false))
        #expect(
            pool.submit {
                isBusy.change { $0 = true }
                isFree.wait { $0 ? () : nil }
            })
        isBusy.wait { $0 ? () : nil }
        #expect(pool.submit {})
        #expect(!pool.submit {})
        isFree.change { $0 = true }
        #expect(pool.stop(by: MonotonicClock.now() + 20))
    }
}
