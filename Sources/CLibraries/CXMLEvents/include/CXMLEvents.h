#ifndef CXMLEVENTS_H
#define CXMLEVENTS_H

// What the SAX2 callbacks do for most elements and texts, which is to hand them on: a jump in C, a copy of nine arguments
// in Swift; and the text between two tags, put together. The types are those of libxml2's SAX2 (libxml/parser.h), whose
// headers are not needed to read this one.

typedef void (*xml_event_start_function)(
    void *context, const unsigned char *name, const unsigned char *prefix, const unsigned char *uri, int namespaces_count,
    const unsigned char **namespaces, int attributes_count, int defaulted, const unsigned char **attributes);
typedef void (*xml_event_end_function)(
    void *context, const unsigned char *name, const unsigned char *prefix, const unsigned char *uri);
typedef void (*xml_event_text_function)(void *context, const unsigned char *bytes, int count);

/// Destinations of events. The context of the callbacks begins with it.
struct xml_events {
    /// Destination of plain events: libxml2's schema validation, with its context.
    void *schema;
    xml_event_start_function schema_start;
    xml_event_end_function schema_end;
    xml_event_text_function schema_text;
    /// Destination of tags that an observer examines, and of start tags with attributes of another namespace, with
    /// the callbacks' own context.
    xml_event_start_function other_start;
    xml_event_end_function other_end;
    /// Called if a text cannot be accepted: it is longer than the limit, or memory is exhausted.
    void (*refuse_text)(void *context);
    /// The xmlParserCtxt.
    void *parser;
    /// Bytes that one text may have.
    long text_limit;
    /// Not 0 if an observer examines tags and the text before them.
    int is_observed;
    /// Text since the last tag, gathered in memory that is used again and again, and how much of it went on already.
    unsigned char *text;
    long text_count;
    long text_forwarded;
    long text_capacity;
    /// Not 0 once a CDATA section in the text since the last tag was reported to the schema.
    int has_section;
};

/// The SAX2 callbacks startElementNs, endElementNs and characters.
///
/// Text is forwarded in one piece, since libxml2's own joining of pieces takes time that grows with the square of their
/// number (each `&amp;` makes one).
void xml_event_start(
    void *context, const unsigned char *name, const unsigned char *prefix, const unsigned char *uri, int namespaces_count,
    const unsigned char **namespaces, int attributes_count, int defaulted, const unsigned char **attributes);
void xml_event_end(void *context, const unsigned char *name, const unsigned char *prefix, const unsigned char *uri);
void xml_event_text(void *context, const unsigned char *bytes, int count);

/// Adds to the text gathered.
void xml_text_add(void *context, const unsigned char *bytes, int count);
/// Hands what was gathered and did not go on yet to the schema.
void xml_text_forward(void *context);
/// Hands the text gathered on to the schema and begins a new one.
void xml_text_end(void *context);
/// Gives the memory of gathered text back.
void xml_text_free(void *context);

enum {
    /// The most attributes of a tag that ``xml_push`` passes on; up to a thousand more may be in the same step.
    XML_PUSH_ATTRIBUTES = 1000,
    /// The most bytes of a tag.
    XML_PUSH_TAG_BYTES = 256 << 10,
    /// The most namespaces that may be declared at one place of a document.
    XML_PUSH_NAMESPACES = 256,
    /// The document has more than that.
    XML_PUSH_REFUSED = -1,
};

/// xmlParseChunk for documents of strangers, of any length.
///
/// libxml2 compares the attributes of a tag with each other, and looks for each prefix among all namespaces that are
/// declared. The time for that grows with the square of their number, so it never gets to see tags with very many.
/// @param parser an xmlParserCtxt.
/// @return 0, the code of libxml2's error, or XML_PUSH_REFUSED. The parser is of no use then.
int xml_push(void *parser, const char *bytes, long count, int is_last);

#endif
