#ifndef CXMLEVENTS_H
#define CXMLEVENTS_H

// What the SAX2 callbacks do for most elements and texts, which is to hand them on: a jump in C, a copy of nine arguments
// in Swift. The types are those of libxml2's SAX2 (libxml/parser.h), whose headers are not needed to read this one.

typedef void (*xml_event_start_function)(
    void *context, const unsigned char *name, const unsigned char *prefix, const unsigned char *uri, int namespaces_count,
    const unsigned char **namespaces, int attributes_count, int defaulted, const unsigned char **attributes);
typedef void (*xml_event_end_function)(
    void *context, const unsigned char *name, const unsigned char *prefix, const unsigned char *uri);
typedef void (*xml_event_text_function)(void *context, const unsigned char *bytes, int count);

/// Where events go. The context of the callbacks begins with it.
struct xml_events {
    /// Where plain events go: libxml2's schema validation, with the context it wants.
    void *schema;
    xml_event_start_function schema_start;
    xml_event_end_function schema_end;
    xml_event_text_function schema_text;
    /// Where all others go, with the callbacks' own context.
    xml_event_start_function other_start;
    xml_event_end_function other_end;
    xml_event_text_function other_text;
    /// The xmlParserCtxt.
    void *parser;
    /// Bytes that one text may have.
    long text_limit;
    /// Not 0 while no text is gathered and nobody else looks at elements.
    int is_plain;
};

/// The SAX2 callbacks startElementNs, endElementNs and characters.
void xml_event_start(
    void *context, const unsigned char *name, const unsigned char *prefix, const unsigned char *uri, int namespaces_count,
    const unsigned char **namespaces, int attributes_count, int defaulted, const unsigned char **attributes);
void xml_event_end(void *context, const unsigned char *name, const unsigned char *prefix, const unsigned char *uri);
void xml_event_text(void *context, const unsigned char *bytes, int count);

#endif
