import Files
import Testing

@Suite struct MonitorTests {
    @Test func whoWaitsIsWokenByAChange() {
        let number = Monitor(0)
        let thread = WorkerThread { for _ in 0..<10 { number.change { $0 += 1 } } }
        #expect(number.wait { $0 == 10 ? $0 : nil } == 10)
        thread?.join()
    }

    @Test func eachChangeForOneWakesOneOfThoseWhoCanDoIt() {
        let (jobs, done) = (Monitor(0), Monitor(0))
        let threads = (0..<3).map { _ in
            WorkerThread {
                jobs.wait { jobs -> Bool? in
                    guard jobs > 0 else { return nil }
                    jobs -= 1
                    return true
                }
                done.change { $0 += 1 }
            }
        }
        for _ in threads { jobs.changeAndSignalOne { $0 += 1 } }
        #expect(done.wait(seconds: 20) { $0 == 3 ? true : nil } == true)
        for thread in threads { thread?.join() }
    }

    @Test(arguments: [-1, 0, 0.01, 0.999]) func whatDoesNotHappenIsNotWaitedForLonger(seconds: Double) {
        #expect(Monitor(0).wait(seconds: seconds) { $0 > 0 ? true : nil } == nil)
        #expect(Monitor(1).wait(seconds: seconds) { $0 > 0 ? true : nil } == true)
    }

    @Test func aThreadThatDoesNotEndIsNotWaitedForLonger() throws {
        let isFree = Monitor(false)
        let thread = try #require(WorkerThread { isFree.wait { $0 ? () : nil } })
        #expect(!thread.join(within: 0.01))
        isFree.change { $0 = true }
        #expect(thread.join(within: 20))
    }
}
