/// The way in which a value is written in its context.
enum Escape: UInt8, Hashable, Sendable {
    /// As it is: plain text, safe markup, trusting templates.
    case none
    /// HTML text, title, textarea and quoted attributes.
    case html
    /// XML text.
    case xmlText
    /// A quoted XML attribute: white space is kept by character references (XML 1.0, section 3.3.3).
    case xmlAttribute
    /// A whole CSV field (RFC 4180), kept from being read as a formula.
    case csvField
    /// A whole JSON value (RFC 8259).
    case jsonValue
    /// The name of a member of a JSON object: only a text is one.
    case jsonName
    /// A whole URL in a quoted attribute: its scheme is looked at.
    case url
    /// A whole URL that brings in code: only a trusted one is written.
    case codeURL
    /// A whole URL among several, in `srcset`.
    case urlInSet
    /// One component of a URL.
    case urlComponent
    /// A part of the host and port of a URL.
    case urlHost
    /// A part of an address after `mailto:` or of a number after `tel:`.
    case urlMailbox
    /// Inside a Typst string.
    case typst
    /// A whole URL in a string that Typst follows: its scheme is looked at.
    case typstURL

    /// Whether it is ``html``, ``xmlText`` or ``xmlAttribute``, which escape text and numbers alike.
    @inline(__always) var isMarkup: Bool { rawValue &- Self.html.rawValue <= 2 }
}
