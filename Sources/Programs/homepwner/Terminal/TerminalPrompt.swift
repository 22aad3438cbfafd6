import Glibc

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
