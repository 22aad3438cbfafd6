import Foundation

/// Runs a program without standard input, and waits for its end.
///
/// - Parameters:
///   - path: The program's path.
///   - folder: The working directory; that of the tests if it is nil.
/// - Returns: Whether the exit status is 0, and what the program wrote to standard output and standard error.
/// - Throws: An error of Foundation if the program cannot be started.
package func runProgram(
    _ path: String, arguments: [String], folder: String? = nil
) throws -> (succeeded: Bool, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // Read before waiting: a program whose pipe is full does not end.
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus == 0, String(decoding: bytes, as: UTF8.self))
}
