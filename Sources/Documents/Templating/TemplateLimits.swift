/// Bounds that keep an untrusted template from hanging or exhausting the program.
public struct TemplateLimits: Sendable, Hashable {
    /// The largest template or partial, in bytes.
    public var templateSize: Int
    /// Maximum depth of sections, blocks and parents in one template.
    public var nesting: Int
    /// Maximum depth of sections, partials and blocks, across all partials.
    ///
    /// Compiling takes up to 4 KiB of the thread's stack for a level, 14 KiB in a debug build.
    public var depth: Int
    /// Maximum depth of partials inside partials, recursion included.
    public var partialDepth: Int
    /// The most instructions a template with all its partials may compile to.
    public var instructions: Int
    /// The most bytes of literal text a template with all its partials may compile to.
    public var literalBytes: Int
    /// Maximum compiling work. A tag, a text or four bytes of source count as one.
    ///
    /// Two million are about a second.
    public var compilingSteps: Int
    /// The largest output of one rendering, in bytes.
    public var outputSize: Int
    /// Maximum work of one rendering. An instruction, a looked-up name or a byte of a call counts as one.
    ///
    /// Ten million are about a second.
    public var steps: Int

    /// Bounds fit for templates of one's own: 1 MiB of template, 100 levels, no bound on output.
    ///
    /// The deepest of them needs a thread with 1 MiB of stack, or 4 MiB in a debug build.
    public static let standard = TemplateLimits(
        templateSize: 1 << 20, nesting: 100, depth: 200, partialDepth: 100, instructions: 1 << 18,
        literalBytes: 1 << 24, compilingSteps: .max, outputSize: .max, steps: .max)

    /// Bounds fit for templates of strangers: 256 KiB of template, 32 levels, 16 MiB of output, about a
    /// second of compiling and another of rendering.
    ///
    /// The deepest of them fits the 512 KiB of a secondary thread of Apple's systems, or 1.5 MiB in a debug build.
    public static let untrusted = TemplateLimits(
        templateSize: 1 << 18, nesting: 32, depth: 100, partialDepth: 32, instructions: 1 << 16, literalBytes: 1 << 22,
        compilingSteps: 1 << 21, outputSize: 1 << 24, steps: 1 << 23)
}
