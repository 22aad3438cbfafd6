import Templating

/// The small workloads: compiling a template of 10 KB, and rendering a page with 20 values.
struct SmallWorkloads {
    private static let names = (0..<20).map { "value\($0)" }
    private static let context = ContextDeclaration(names.map { ($0, .text) })

    /// Prints one line for each workload, with the median of the runs in microseconds.
    static func measure(runs: Int) throws {
        let line =
            "<p class=\"item\" title=\"{{value1}}\"><a href=\"/items/{{value2}}\">{{value3}}</a> — {{value4}}</p>\n"
        let source = String(repeating: line, count: 10_240 / line.utf8.count)
        let compile = try median(runs) { _ = try Template(source, context: context) }
        print("{\"peer\":\"homepwner-compile\",\"bytes\":\(source.utf8.count),\"median_us\":\(compile)}")

        let page = "<!DOCTYPE html><title>x</title>" + names.map { "<p>{{\($0)}}</p>" }.joined()
        let template = try Template(page, context: context)
        let slots = names.map { context.slot($0) }
        let record = Record(context)
        var sink = MemorySink()
        let render = try median(runs) {
            record.clear()
            for slot in slots { record.set(slot, text: "Cordless <drill> & bits") }
            sink = MemorySink()
            try template.render(record, into: &sink)
        }
        print("{\"peer\":\"homepwner-page\",\"values\":20,\"bytes\":\(sink.bytes.count),\"median_us\":\(render)}")
    }

    private static func median(_ runs: Int, _ body: () throws -> Void) rethrows -> String {
        let batch = 20
        var times: [Int64] = []
        for _ in 0..<max(runs, 1) {
            let time = try ContinuousClock().measure { for _ in 0..<batch { try body() } }
            times.append(time.components.attoseconds / 1_000_000_000)
        }
        times.sort()
        let nanoseconds = times[times.count / 2] / Int64(batch)
        return "\(nanoseconds / 1000).\((nanoseconds % 1000) / 100)"
    }
}
