#pragma once
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>

// MHD_start_daemon takes its options as variadic arguments, which Swift cannot pass.
struct homepwner_http_options {
    int listen_socket;
    unsigned int threads;
    unsigned int connections;
    unsigned int connections_per_address;
    unsigned int idle_seconds;
    size_t memory_per_connection;
    const char *tls_certificate;
    const char *tls_key;
};

// TLS 1.2 and 1.3 with forward secrecy and authenticated encryption only (RFC 8996, RFC 9325).
#define HOMEPWNER_TLS_PRIORITIES                                                                         \
    "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA:-CIPHER-ALL"             \
    ":+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM:%SERVER_PRECEDENCE"

typedef void *(*homepwner_http_uri)(void *context, const char *uri, struct MHD_Connection *connection);

static inline struct MHD_Daemon *homepwner_http_start(
    const struct homepwner_http_options *options, MHD_AccessHandlerCallback handler,
    MHD_RequestCompletedCallback completed, homepwner_http_uri uri, MHD_NotifyConnectionCallback connection,
    void *context) {
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)options->tls_certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)options->tls_key},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)HOMEPWNER_TLS_PRIORITIES},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_TURBO;
    if (options->tls_certificate) flags |= MHD_USE_TLS;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, handler, context,
        MHD_OPTION_LISTEN_SOCKET, options->listen_socket,
        MHD_OPTION_THREAD_POOL_SIZE, options->threads,
        MHD_OPTION_CONNECTION_LIMIT, options->connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, options->connections_per_address,
        MHD_OPTION_CONNECTION_TIMEOUT, options->idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->memory_per_connection,
        MHD_OPTION_NOTIFY_COMPLETED, completed, context,
        MHD_OPTION_NOTIFY_CONNECTION, connection, context,
        MHD_OPTION_URI_LOG_CALLBACK, uri, context,
        MHD_OPTION_ARRAY, options->tls_certificate ? tls : none,
        MHD_OPTION_END);
}

static inline int homepwner_http_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

// Copies the client's address. Returns the number of bytes: 4 (IPv4), 16 (IPv6), or 0 if it is not known.
static inline int homepwner_http_address(struct MHD_Connection *connection, uint8_t bytes[16]) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct sockaddr *address = info ? info->client_addr : NULL;
    if (address && address->sa_family == AF_INET) {
        memcpy(bytes, &((const struct sockaddr_in *)address)->sin_addr, 4);
        return 4;
    }
    if (address && address->sa_family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *)address)->sin6_addr, 16);
        return 16;
    }
    return 0;
}

static inline void *homepwner_http_socket_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}
