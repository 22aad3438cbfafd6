/// The resource limits of the helper program for one picture.
package struct ImageLimits: Equatable, Sendable {
    /// Address space, in bytes.
    package var memoryBytes: Int
    /// Processor time, in seconds.
    package var cpuSeconds: Int
    /// Size of each file that it writes, in bytes.
    package var outputBytes: Int
    /// Width times height of the picture before it is scaled.
    package var pixels: Int

    /// The default limits, which suffice for any photo of a camera or scanner in a household.
    package static let standard = ImageLimits(
        memoryBytes: 1_536 << 20, cpuSeconds: 20, outputBytes: 16 << 20, pixels: 100_000_000)

    /// Creates limits.
    package init(memoryBytes: Int, cpuSeconds: Int, outputBytes: Int, pixels: Int) {
        self.memoryBytes = memoryBytes
        self.cpuSeconds = cpuSeconds
        self.outputBytes = outputBytes
        self.pixels = pixels
    }
}

/// An action that the helper tries inside its sandbox. Tests check that the sandbox forbids it.
package enum SandboxProbe: String, CaseIterable, Sendable {
    case open, fonts, socket, execute, trace, fork, descriptors, signal
    case executableMemory = "executable-memory"
    case memory, time, output
    case wait
}

/// A request to the helper: its command line.
///
/// Descriptor 3 is the picture's file. The outputs are the descriptors from 4 on, in the order of the sizes. The response
/// goes to standard output.
package struct ImageRequest: Equatable, Sendable {
    /// The task.
    package enum Task: Equatable, Sendable {
        /// Make a JPEG for each long edge in pixels, largest first.
        case pictures(longEdges: [Int])
        /// Read the barcodes in the picture.
        case codes
        /// Try an action that the sandbox forbids.
        case check(SandboxProbe)
    }

    /// The task.
    package let task: Task
    /// The resource limits.
    package let limits: ImageLimits
    /// The process that waits for the response; 0 if none does.
    package let parent: Int32

    /// The descriptor the picture is read from.
    package static let inputDescriptor: Int32 = 3
    /// The descriptor of the first output.
    package static let firstOutputDescriptor: Int32 = 4

    /// The first descriptor that is neither input nor output.
    package var firstUnusedDescriptor: Int32 {
        switch task {
        case .pictures(let longEdges): ImageRequest.firstOutputDescriptor + Int32(longEdges.count)
        case .check: ImageRequest.firstOutputDescriptor + 1
        case .codes: ImageRequest.firstOutputDescriptor
        }
    }

    /// Creates a request.
    package init(_ task: Task, limits: ImageLimits, parent: Int32) {
        self.task = task
        self.limits = limits
        self.parent = parent
    }

    /// The arguments of the command line, without the program's name.
    package var arguments: [String] {
        let numbers = [limits.memoryBytes, limits.cpuSeconds, limits.outputBytes, limits.pixels, Int(parent)]
        let head = numbers.map { String($0) }
        switch task {
        case .pictures(let longEdges): return head + ["pictures"] + longEdges.map { String($0) }
        case .check(let check): return head + ["check", check.rawValue]
        case .codes: return head + ["codes"]
        }
    }

    /// Parses a command line. Returns nil if it does not have the form of ``arguments``.
    package init?(arguments: [String]) {
        let numbers = arguments.prefix(5).compactMap { Int($0) }
        guard numbers.count == 5, arguments.count >= 6, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
        guard let parent = Int32(exactly: numbers[4]) else { return nil }
        let rest = arguments.dropFirst(6)
        switch arguments[5] {
        case "pictures":
            let edges = rest.compactMap { Int($0) }
            guard edges.count == rest.count, (1...8).contains(edges.count),
                edges.allSatisfy({ (1...16_384).contains($0) }),
                edges == edges.sorted(by: >)
            else { return nil }
            task = .pictures(longEdges: edges)
        case "check":
            guard rest.count == 1, let check = rest.first.flatMap(SandboxProbe.init(rawValue:)) else { return nil }
            task = .check(check)
        case "codes":
            guard rest.isEmpty else { return nil }
            task = .codes
        default: return nil
        }
        limits = ImageLimits(
            memoryBytes: numbers[0], cpuSeconds: numbers[1], outputBytes: numbers[2], pixels: numbers[3])
        self.parent = parent
    }
}
