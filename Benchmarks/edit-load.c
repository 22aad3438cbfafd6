// Clients that edit inventories as fast as their servers acknowledge them, in one thread: a load that costs little
// of the machine it shares with what is measured.
//
//   edit-load [HOST:]PORT[,[HOST:]PORT…] BEARER[,BEARER…] IDS[,IDS…] CLIENTS SECONDS OUTCOME
//
// HOST (127.0.0.1) is the name in the requests; all connections are to this machine. IDS names a file with an item's id a line. Several servers have a port, a bearer token and such a file each, and the clients
// take them in turn; servers with the same file serve the same inventory. Each client keeps one connection and sends the next edit when the one
// before it is answered: a PATCH of the item's notes with a text of its own and a key of its own. Each answer must be
// 200, tell the text that was sent and a revision of its own. When the time is up nothing more is sent, and every answer is
// waited for. OUTCOME takes a line "ID TEXT" for each edited item: what was acknowledged last for it. Prints the number
// of acknowledged edits, and how many these are a second.
//
// Many clients sleep until an answer is there. One alone looks out for it without sleeping: the loop it is compared with
// has no client that would have to be woken, which on a virtual machine takes as long as a good part of a flush.

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { most_clients = 1024, most_servers = 256, answer_room = 16 << 10, text_length = 20 };

struct item {
    char id[37], text[text_length + 1];
    int is_taken;
};

struct inventory {
    const char *path;
    struct item *items;
    int count, next;
    unsigned char *revisions; // one bit each
    unsigned long long room;
};

struct server {
    const char *host;
    int port;
    const char *bearer;
    struct inventory *inventory;
};

struct client {
    int socket, is_waiting;
    struct server *server;
    struct item *item;
    char text[text_length + 1];
    size_t received;
    char answer[answer_room + 1];
};

static struct inventory inventories[most_servers];
static struct server servers[most_servers];
static struct client clients[most_clients];
static unsigned long long sent, acknowledged, first_text;

static void fail(const char *words, const char *detail) {
    fprintf(stderr, "edit-load: %s: %.600s\n", words, detail);
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

// The inventory whose ids are in a file, which is read once.
static struct inventory *read_inventory(const char *path) {
    struct inventory *inventory = inventories;
    for (; inventory->path; inventory++)
        if (!strcmp(inventory->path, path)) return inventory;
    inventory->path = path;
    FILE *file = fopen(path, "r");
    if (!file) fail(path, strerror(errno));
    char line[128];
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = 0;
        if (strlen(line) != 36) fail("no key", line);
        inventory->items = realloc(inventory->items, (inventory->count + 1) * sizeof *inventory->items);
        struct item *item = &inventory->items[inventory->count++];
        memset(item, 0, sizeof *item);
        strcpy(item->id, line);
    }
    fclose(file);
    return inventory;
}

// Reads the lists of servers, bearer tokens and files, which have the same length.
static int read_servers(char *addresses, char *bearers, char *paths) {
    int count = 0;
    for (char *address; (address = strsep(&addresses, ",")); count++) {
        char *bearer = strsep(&bearers, ","), *path = strsep(&paths, ",");
        if (count == most_servers || !bearer || !path) fail("not as many bearer tokens and files as servers", address);
        char *host = "127.0.0.1", *port = strchr(address, ':');
        if (port) {
            host = address;
            *port++ = 0;
        }
        servers[count] = (struct server){host, atoi(port ? port : address), bearer, read_inventory(path)};
    }
    return count;
}

static void send_next(struct client *client) {
    // The items in turn, each by one client at a time, so that what was acknowledged last for it is known.
    struct inventory *inventory = client->server->inventory;
    while (inventory->items[inventory->next].is_taken) inventory->next = (inventory->next + 1) % inventory->count;
    struct item *item = client->item = &inventory->items[inventory->next];
    inventory->next = (inventory->next + 1) % inventory->count;
    item->is_taken = 1;
    snprintf(client->text, sizeof client->text, "%0*llu", text_length, first_text + sent++);
    char request[1024];
    int length = snprintf(
        request, sizeof request,
        "PATCH /api/items/%s HTTP/1.1\r\nHost: %s:%d\r\nAuthorization: Bearer %s\r\n"
        "Content-Type: application/json\r\nIf-Match: *\r\nIdempotency-Key: %s\r\nContent-Length: %d\r\n\r\n"
        "{\"notes\":\"%s\"}",
        item->id, client->server->host, client->server->port, client->server->bearer, client->text, text_length + 12, client->text);
    if (length >= (int)sizeof request) fail("too long", client->server->bearer);
    if (send(client->socket, request, length, 0) != length) fail("send", strerror(errno));
    client->is_waiting = 1;
    client->received = 0;
}

// Takes the answer to an edit; 0 if it is not complete yet.
static int take_answer(struct client *client) {
    ssize_t count = recv(client->socket, client->answer + client->received, answer_room - client->received, 0);
    if (count <= 0) fail("the connection broke", count ? strerror(errno) : client->answer);
    client->received += count;
    char *answer = client->answer;
    answer[client->received] = 0;
    char *body = strstr(answer, "\r\n\r\n");
    if (!body) return 0;
    body += 4;
    char *length = strstr(answer, "Content-Length: ");
    if (!length || length > body) fail("an answer without its length", answer);
    if (client->received < (size_t)(body - answer) + strtoul(length + 16, NULL, 10)) return 0;
    if (strncmp(answer, "HTTP/1.1 200 ", 13)) fail("an edit was refused", answer);
    char *number = strstr(body, "\"revision\":");
    unsigned long long revision = number ? strtoull(number + 11, NULL, 10) : 0;
    if (!revision || !strstr(body, client->text)) fail("an answer does not tell of the edit", answer);
    struct inventory *inventory = client->server->inventory;
    if (revision >= inventory->room) {
        unsigned long long room = (2 * revision + (1 << 20)) & ~7ULL;
        inventory->revisions = realloc(inventory->revisions, room / 8);
        memset(inventory->revisions + inventory->room / 8, 0, (room - inventory->room) / 8);
        inventory->room = room;
    }
    if (inventory->revisions[revision / 8] & 1 << revision % 8) fail("two edits have one revision", answer);
    inventory->revisions[revision / 8] |= 1 << revision % 8;
    strcpy(client->item->text, client->text);
    client->item->is_taken = 0;
    client->is_waiting = 0;
    acknowledged++;
    return 1;
}

int main(int argc, char **argv) {
    if (argc != 7) {
        fprintf(stderr, "usage: edit-load [HOST:]PORT[,…] BEARER[,BEARER…] IDS[,IDS…] CLIENTS SECONDS OUTCOME\n");
        return 2;
    }
    int server_count = read_servers(argv[1], argv[2], argv[3]), count = atoi(argv[4]);
    if (count < 1 || count > most_clients) fail("not so many clients", argv[4]);
    for (int index = 0; index < server_count; index++)
        if (count >= servers[index].inventory->count) fail("more clients than items", servers[index].inventory->path);
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    first_text = (unsigned long long)time.tv_sec * 1000000000;

    int set = epoll_create1(0), yes = 1, waiting = 0;
    struct sockaddr_in address = {.sin_family = AF_INET};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    double begun = now(), end = begun + atof(argv[5]);
    for (int index = 0; index < count; index++) {
        struct client *client = &clients[index];
        client->server = &servers[index % server_count];
        address.sin_port = htons(client->server->port);
        client->socket = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(client->socket, (struct sockaddr *)&address, sizeof address)) fail("connect", strerror(errno));
        setsockopt(client->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = client};
        if (epoll_ctl(set, EPOLL_CTL_ADD, client->socket, &event)) fail("epoll_ctl", strerror(errno));
        send_next(client);
        waiting++;
    }
    while (waiting) {
        struct epoll_event events[most_clients];
        double asked = now();
        int ready;
        do ready = epoll_wait(set, events, most_clients, count > 1 ? 30000 : 0);
        while (ready == 0 && count == 1 && now() < asked + 30);
        if (ready == 0) fail("no answer", "within 30 seconds");
        if (ready < 0 && errno != EINTR) fail("epoll_wait", strerror(errno));
        int goes_on = now() < end;
        for (int index = 0; index < ready; index++) {
            struct client *client = events[index].data.ptr;
            if (!client->is_waiting) fail("an answer nobody asked for", client->answer);
            if (!take_answer(client)) continue;
            if (goes_on) send_next(client);
            else waiting--;
        }
    }
    double seconds = now() - begun;
    FILE *outcome = fopen(argv[6], "w");
    if (!outcome) fail(argv[6], strerror(errno));
    for (struct inventory *inventory = inventories; inventory < inventories + most_servers; inventory++)
        for (struct item *item = inventory->items; item < inventory->items + inventory->count; item++)
            if (*item->text) fprintf(outcome, "%s %s\n", item->id, item->text);
    if (fclose(outcome)) fail(argv[6], strerror(errno));
    printf("%llu %.1f\n", acknowledged, acknowledged / seconds);
    return 0;
}
