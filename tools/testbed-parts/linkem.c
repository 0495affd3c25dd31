/* SPDX-License-Identifier: Apache-2.0 */
/*
 * linkem - a user-space network link emulator for the TCN testbed.
 *
 * Use it where the kernel has network namespaces and TUN devices but no
 * sch_netem / sch_fq.  One single-threaded process emulates all the links
 * of a testbed.  Each link is a pair of TUN devices in two network
 * namespaces; a packet read from one side is delivered to the other after
 *
 *     per-flow shaper (flow=)  ->  random loss (loss=)  ->
 *     drop-tail bottleneck queue (rate=, queue=)  ->  propagation delay (rtt=)
 *
 * Server:  linkem CONTROL_SOCKET < links
 *          one line a link: NAME NS_A NS_B [key=value...]
 *          the device is called NAME in both namespaces
 *          prints "ready" when all the devices exist; ends on SIGTERM/SIGINT
 * Client:  linkem -c CONTROL_SOCKET COMMAND
 *          show                       parameters and counters of every link
 *          set NAME[:ab|:ba] k=v...   change parameters of a running link
 *          reset                      zero the counters
 *
 * Parameters (each direction has its own; NAME alone sets both):
 *   rate=200mbit   bottleneck rate, 0 = no limit
 *   rtt=20ms       round-trip time added by the link (half in each direction)
 *   jitter=0ms     uniform extra one-way delay, order kept
 *   loss=0.1       random loss, percent
 *   queue=50ms     depth of the bottleneck queue, in time at `rate`
 *   flow=25mbit    rate cap of each single flow (5-tuple), 0 = none
 *   flowq=50ms     queue depth of that per-flow shaper
 *   up=1           0 = drop everything (a cut link)
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define MAXLINK 128
#define MAXPKT 65536
#define NFLOW 65536

typedef int64_t ns_t;

struct dir {
    /* parameters */
    double rate, flow;              /* bit/s, 0 = none */
    ns_t delay, jitter, queue, flowq;
    double loss;                    /* 0..1 */
    int up;
    /* state */
    int in, out;                    /* tun descriptors */
    ns_t next, last;                /* link free at; last delivery time */
    ns_t *fnext;                    /* per flow: free at */
    /* counters */
    uint64_t pkts, bytes, d_queue, d_flow, d_loss, d_down, d_write;
    ns_t maxq;
};

struct link { char name[32], a[64], b[64]; struct dir d[2]; };
struct pkt { struct dir *d; ns_t t; uint64_t seq; int stage, len; unsigned char data[]; };

static struct link L[MAXLINK];
static int nl;
static struct pkt **heap;
static int hn, hcap;
static uint64_t seq;
static volatile sig_atomic_t stop;

static ns_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (ns_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void die(const char *what) { perror(what); exit(1); }

static int before(struct pkt *x, struct pkt *y)
{
    return x->t < y->t || (x->t == y->t && x->seq < y->seq);
}

static void push(struct pkt *p)
{
    if (hn == hcap) {
        hcap = hcap ? 2 * hcap : 4096;
        if (!(heap = realloc(heap, hcap * sizeof *heap))) die("realloc");
    }
    int i = hn++;
    p->seq = seq++;
    for (; i > 0 && before(p, heap[(i - 1) / 2]); i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = p;
}

static struct pkt *pop(void)
{
    struct pkt *top = heap[0], *p = heap[--hn];
    int i = 0, c;
    while ((c = 2 * i + 1) < hn) {
        if (c + 1 < hn && before(heap[c + 1], heap[c])) c++;
        if (!before(heap[c], p)) break;
        heap[i] = heap[c];
        i = c;
    }
    heap[i] = p;
    return top;
}

static uint32_t rnd(void)
{
    static uint64_t s = 88172645463325252ULL;   /* fixed seed: repeatable */
    s ^= s << 13; s ^= s >> 7; s ^= s << 17;
    return (uint32_t)(s >> 16);
}

static unsigned flow_of(const unsigned char *p, int len)
{
    if (len < 24 || p[0] >> 4 != 4) return 0;
    int ihl = (p[0] & 15) * 4;
    uint64_t h = p[9];
    for (int i = 12; i < 20; i++) h = h * 1099511628211ULL + p[i];
    if ((p[9] == 6 || p[9] == 17) && ihl + 4 <= len)
        for (int i = ihl; i < ihl + 4; i++) h = h * 1099511628211ULL + p[i];
    return (unsigned)((h ^ h >> 29) % NFLOW);
}

/* stage 2: random loss, bottleneck queue, propagation */
static void bottleneck(struct pkt *p, ns_t now)
{
    struct dir *d = p->d;
    if (d->loss > 0 && rnd() < d->loss * 4294967296.0) { d->d_loss++; free(p); return; }
    ns_t dep = now;
    if (d->rate > 0) {
        if (d->next > now) dep = d->next;
        if (dep - now > d->queue) { d->d_queue++; free(p); return; }
        if (dep - now > d->maxq) d->maxq = dep - now;
        dep += (ns_t)(p->len * 8e9 / d->rate);
        d->next = dep;
    }
    p->t = dep + d->delay;
    if (d->jitter > 0) p->t += rnd() % (uint64_t)d->jitter;
    if (p->t < d->last) p->t = d->last;         /* never reorder */
    d->last = p->t;
    p->stage = 3;
    push(p);
}

/* stage 1: per-flow shaper */
static void arrive(struct dir *d, const unsigned char *buf, int len, ns_t now)
{
    if (!d->up) { d->d_down++; return; }
    if (buf[0] >> 4 != 4) return;               /* IPv4 only */
    struct pkt *p = malloc(sizeof *p + len);
    if (!p) die("malloc");
    memcpy(p->data, buf, len);
    p->d = d;
    p->len = len;
    if (d->flow > 0) {
        ns_t *f = &d->fnext[flow_of(buf, len)];
        ns_t dep = *f > now ? *f : now;
        if (dep - now > d->flowq) { d->d_flow++; free(p); return; }
        *f = dep + (ns_t)(len * 8e9 / d->flow);
        if (dep > now) { p->t = dep; p->stage = 2; push(p); return; }
    }
    bottleneck(p, now);
}

static void deliver(struct pkt *p)
{
    struct dir *d = p->d;
    if (write(d->out, p->data, p->len) < 0) d->d_write++;
    else { d->pkts++; d->bytes += p->len; }
    free(p);
}

static int open_tun(const char *ns, const char *name, int home)
{
    char path[256];
    snprintf(path, sizeof path, "/run/netns/%s", ns);
    int n = open(path, O_RDONLY | O_CLOEXEC);
    if (n < 0) die(path);
    if (setns(n, CLONE_NEWNET)) die("setns");
    close(n);
    int fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) die("/dev/net/tun");
    struct ifreq r;
    memset(&r, 0, sizeof r);
    r.ifr_flags = IFF_TUN | IFF_NO_PI;
    snprintf(r.ifr_name, IFNAMSIZ, "%s", name);
    if (ioctl(fd, TUNSETIFF, &r)) die("TUNSETIFF");
    if (setns(home, CLONE_NEWNET)) die("setns home");
    return fd;
}

static double num(const char *v, int rate)
{
    char *e;
    double x = strtod(v, &e);
    if (rate) {
        if (*e == 'k') x *= 1e3;
        else if (*e == 'm') x *= 1e6;
        else if (*e == 'g') x *= 1e9;
        return x;
    }
    if (!strncmp(e, "us", 2)) return x * 1e3;
    if (!strncmp(e, "ms", 2) || !*e) return x * 1e6;    /* bare number: ms */
    return x * 1e9;                                     /* s */
}

static int set(struct dir *d, char *kv)
{
    char *v = strchr(kv, '=');
    if (!v) return -1;
    *v++ = 0;
    if (!strcmp(kv, "rate")) { d->rate = num(v, 1); d->next = 0; }
    else if (!strcmp(kv, "flow")) { d->flow = num(v, 1); memset(d->fnext, 0, NFLOW * sizeof(ns_t)); }
    else if (!strcmp(kv, "rtt")) { d->delay = (ns_t)(num(v, 0) / 2); d->last = 0; }
    else if (!strcmp(kv, "jitter")) d->jitter = (ns_t)num(v, 0);
    else if (!strcmp(kv, "queue")) d->queue = (ns_t)num(v, 0);
    else if (!strcmp(kv, "flowq")) d->flowq = (ns_t)num(v, 0);
    else if (!strcmp(kv, "loss")) d->loss = atof(v) / 100;
    else if (!strcmp(kv, "up")) d->up = atoi(v);
    else { v[-1] = '='; return -1; }
    v[-1] = '=';
    return 0;
}

static void command(char *c, char *out, size_t cap)
{
    char *sv, *w = strtok_r(c, " \n", &sv);
    size_t n = 0;
    *out = 0;
    if (w && !strcmp(w, "show")) {
        for (int i = 0; i < nl; i++)
            for (int k = 0; k < 2 && n < cap; k++) {
                struct dir *d = &L[i].d[k];
                n += snprintf(out + n, cap - n,
                    "%s:%s %s>%s rate=%gmbit rtt=%gms jitter=%gms loss=%g queue=%gms flow=%gmbit up=%d"
                    " | pkts=%lu bytes=%lu drop_queue=%lu drop_flow=%lu drop_loss=%lu drop_down=%lu"
                    " drop_write=%lu maxq=%.1fms\n",
                    L[i].name, k ? "ba" : "ab", k ? L[i].b : L[i].a, k ? L[i].a : L[i].b,
                    d->rate / 1e6, d->delay * 2 / 1e6, d->jitter / 1e6, d->loss * 100, d->queue / 1e6,
                    d->flow / 1e6, d->up, d->pkts, d->bytes, d->d_queue, d->d_flow, d->d_loss,
                    d->d_down, d->d_write, d->maxq / 1e6);
            }
    } else if (w && !strcmp(w, "reset")) {
        for (int i = 0; i < nl; i++)
            for (int k = 0; k < 2; k++) {
                struct dir *d = &L[i].d[k];
                d->pkts = d->bytes = d->d_queue = d->d_flow = d->d_loss = d->d_down = d->d_write = 0;
                d->maxq = 0;
            }
        snprintf(out, cap, "ok\n");
    } else if (w && !strcmp(w, "set")) {
        char *name = strtok_r(NULL, " \n", &sv), *colon = name ? strchr(name, ':') : NULL;
        int only = -1;
        if (colon) { only = !strcmp(colon, ":ba"); *colon = 0; }
        for (int i = 0; name && i < nl; i++)
            if (!strcmp(L[i].name, name)) {
                while ((w = strtok_r(NULL, " \n", &sv)))
                    for (int k = 0; k < 2; k++)
                        if ((only < 0 || only == k) && set(&L[i].d[k], w)) {
                            snprintf(out, cap, "error: %s\n", w);
                            return;
                        }
                snprintf(out, cap, "ok\n");
                return;
            }
        snprintf(out, cap, "error: no such link\n");
    } else snprintf(out, cap, "error: show | set NAME[:ab|:ba] k=v... | reset\n");
}

static int client(int argc, char **argv)
{
    struct sockaddr_un u = { .sun_family = AF_UNIX };
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    char buf[65536] = "";
    ssize_t r;
    snprintf(u.sun_path, sizeof u.sun_path, "%s", argv[2]);
    if (s < 0 || connect(s, (struct sockaddr *)&u, sizeof u)) die(argv[2]);
    for (int i = 3; i < argc; i++) { strncat(buf, argv[i], 8000); strcat(buf, " "); }
    if (write(s, buf, strlen(buf)) < 0) die("write");
    shutdown(s, SHUT_WR);
    int bad = 0, first = 1;
    while ((r = read(s, buf, sizeof buf - 1)) > 0) {
        buf[r] = 0;
        if (first && !strncmp(buf, "error", 5)) bad = 1;
        first = 0;
        fputs(buf, stdout);
    }
    return bad;
}

static void on_term(int sig) { (void)sig; stop = 1; }

int main(int argc, char **argv)
{
    if (argc > 3 && !strcmp(argv[1], "-c")) return client(argc, argv);
    if (argc != 2) { fprintf(stderr, "usage: linkem SOCKET < links | linkem -c SOCKET COMMAND\n"); return 2; }

    int home = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
    int ep = epoll_create1(EPOLL_CLOEXEC);
    char line[1024];
    while (fgets(line, sizeof line, stdin)) {
        char *sv, *w = strtok_r(line, " \t\n", &sv);
        if (!w || *w == '#') continue;
        if (nl == MAXLINK) { fprintf(stderr, "too many links\n"); return 1; }
        struct link *l = &L[nl++];
        snprintf(l->name, sizeof l->name, "%s", w);
        char *a = strtok_r(NULL, " \t\n", &sv), *b = strtok_r(NULL, " \t\n", &sv);
        if (!a || !b) { fprintf(stderr, "bad line for %s\n", w); return 1; }
        snprintf(l->a, sizeof l->a, "%s", a);
        snprintf(l->b, sizeof l->b, "%s", b);
        for (int k = 0; k < 2; k++) {
            l->d[k].queue = l->d[k].flowq = 50000000;
            l->d[k].up = 1;
            if (!(l->d[k].fnext = calloc(NFLOW, sizeof(ns_t)))) die("calloc");
        }
        while ((w = strtok_r(NULL, " \t\n", &sv)))
            for (int k = 0; k < 2; k++)
                if (set(&l->d[k], w)) { fprintf(stderr, "bad parameter %s\n", w); return 1; }
        int fa = open_tun(a, l->name, home), fb = open_tun(b, l->name, home);
        l->d[0].in = l->d[1].out = fa;
        l->d[1].in = l->d[0].out = fb;
        for (int k = 0; k < 2; k++) {
            struct epoll_event e = { .events = EPOLLIN, .data.ptr = &l->d[k] };
            if (epoll_ctl(ep, EPOLL_CTL_ADD, l->d[k].in, &e)) die("epoll_ctl");
        }
    }
    struct sockaddr_un u = { .sun_family = AF_UNIX };
    int ls = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(u.sun_path, sizeof u.sun_path, "%s", argv[1]);
    unlink(u.sun_path);
    if (bind(ls, (struct sockaddr *)&u, sizeof u) || listen(ls, 16)) die(argv[1]);
    struct epoll_event le = { .events = EPOLLIN, .data.ptr = NULL };
    epoll_ctl(ep, EPOLL_CTL_ADD, ls, &le);
    struct sigaction sa = { .sa_handler = on_term };
    sigaction(SIGTERM, &sa, NULL);
    sigaction(SIGINT, &sa, NULL);
    signal(SIGPIPE, SIG_IGN);
    puts("ready");
    fflush(stdout);

    static unsigned char buf[MAXPKT];
    while (!stop) {
        struct timespec ts, *tp = NULL;
        if (hn) {
            ns_t w = heap[0]->t - now_ns();
            if (w < 0) w = 0;
            ts.tv_sec = w / 1000000000;
            ts.tv_nsec = w % 1000000000;
            tp = &ts;
        }
        struct epoll_event ev[64];
        int n = epoll_pwait2(ep, ev, 64, tp, NULL);
        if (n < 0 && errno != EINTR) die("epoll_pwait2");
        for (int i = 0; i < n; i++) {
            struct dir *d = ev[i].data.ptr;
            if (!d) {
                int c = accept4(ls, NULL, NULL, SOCK_CLOEXEC);
                if (c < 0) continue;
                static char out[65536];
                struct timeval tv = { 1, 0 };
                setsockopt(c, SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof tv);
                ssize_t r = read(c, buf, 8191);
                if (r > 0) {
                    buf[r] = 0;
                    command((char *)buf, out, sizeof out);
                    if (write(c, out, strlen(out)) < 0) perror("reply");
                }
                close(c);
                continue;
            }
            ns_t t = now_ns();
            for (int k = 0; k < 64; k++) {
                ssize_t r = read(d->in, buf, sizeof buf);
                if (r <= 0) break;
                arrive(d, buf, (int)r, t);
            }
        }
        ns_t t = now_ns();
        while (hn && heap[0]->t <= t) {
            struct pkt *p = pop();
            if (p->stage == 2) bottleneck(p, p->t);
            else deliver(p);
        }
    }
    unlink(argv[1]);
    return 0;
}
