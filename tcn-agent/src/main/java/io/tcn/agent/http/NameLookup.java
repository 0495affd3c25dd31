// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import io.tcn.core.port.TimeSource;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Finds the addresses of names.
///
/// A look-up blocks the processor's thread that a virtual thread runs on, so some hundred names without answer would
/// stop every virtual thread of the process. Here they are asked for on a few threads of their own, at most some of
/// them for names of one domain; callers wait for a limited time; answers are kept for a while, and a name that failed
/// is asked for again only after a pause that grows. While a known name cannot be asked for, its last addresses hold.
public final class NameLookup implements AutoCloseable {
    private static final int THREADS = 16;
    private static final int THREADS_PER_DOMAIN = 4;
    private static final int MAX_NAMES = 20_000;
    private static final long FRESH_NANOS = Duration.ofSeconds(30).toNanos();
    private static final long STALE_NANOS = Duration.ofMinutes(10).toNanos();
    private static final long FIRST_PAUSE_NANOS = Duration.ofSeconds(2).toNanos();
    private static final long LONGEST_PAUSE_NANOS = Duration.ofMinutes(5).toNanos();

    private final Resolver resolver;
    private final TimeSource time;
    private final long limitNanos;
    /// After the end nothing is asked any more; who still waits hears nothing in time.
    private final ExecutorService threads = new ThreadPoolExecutor(
            THREADS,
            THREADS,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().name("names-", 0).daemon().factory(),
            new ThreadPoolExecutor.DiscardPolicy());
    private final Object lock = new Object();
    // Guarded by lock, with what is in them.
    private final Map<String, Name> names = new HashMap<>();
    private final Map<String, Domain> domains = new HashMap<>();

    /// Who is asked.
    @FunctionalInterface
    interface Resolver {
        InetAddress[] find(String name) throws UnknownHostException;
    }

    /// Asks the system's resolver.
    ///
    /// @param limit how long a caller waits
    public NameLookup(TimeSource time, Duration limit) {
        this(InetAddress::getAllByName, time, limit);
    }

    NameLookup(Resolver resolver, TimeSource time, Duration limit) {
        this.resolver = resolver;
        this.time = time;
        this.limitNanos = limit.toNanos();
    }

    /// The addresses of a host, those of both families by turns.
    ///
    /// @param host a name, or an address with or without brackets
    /// @throws UnknownHostException if there is none, or no answer in time
    List<InetAddress> find(String host) throws UnknownHostException, InterruptedException {
        String bare = HttpAddress.withoutBrackets(host);
        if (bare.indexOf(':') >= 0 || Character.digit(bare.charAt(bare.length() - 1), 10) >= 0) {
            try {
                return List.of(InetAddress.ofLiteral(bare));
            } catch (IllegalArgumentException e) {
                // A name that ends in a digit.
            }
        }
        CompletableFuture<List<InetAddress>> running;
        long left;
        synchronized (lock) {
            long now = time.nanoTime();
            Name name = name(bare.toLowerCase(Locale.ROOT));
            List<InetAddress> known = name.found;
            if (known != null && now - name.foundNanos < FRESH_NANOS) {
                return known;
            }
            if (name.running == null && (name.failure == null || now - name.nextNanos >= 0)) {
                begin(name, now);
            }
            if (known != null && now - name.foundNanos < STALE_NANOS) {
                return known;
            }
            if (name.running == null) {
                throw copy(name.failure);
            }
            running = name.running;
            left = limitNanos - (now - name.begunNanos);
        }
        return await(running, Math.max(left, 0));
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private static List<InetAddress> await(CompletableFuture<List<InetAddress>> running, long nanos)
            throws UnknownHostException, InterruptedException {
        try {
            return running.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new UnknownHostException("no answer of the name service in time");
        } catch (ExecutionException e) {
            throw copy(e.getCause() instanceof UnknownHostException known ? known : null);
        }
    }

    /// A new one for each caller: who throws one adds his own trace.
    private static UnknownHostException copy(@Nullable UnknownHostException failure) {
        return new UnknownHostException(
                failure == null || failure.getMessage() == null ? "no answer" : failure.getMessage());
    }

    private Name name(String host) {
        Name known = names.get(host);
        if (known != null) {
            return known;
        }
        if (names.size() >= MAX_NAMES) {
            names.values().removeIf(name -> name.running == null);
        }
        Name made = new Name(host);
        names.put(host, made);
        return made;
    }

    private void begin(Name name, long now) {
        name.running = new CompletableFuture<>();
        name.begunNanos = now;
        Domain domain = domains.computeIfAbsent(name.domain(), each -> new Domain());
        if (domain.running < THREADS_PER_DOMAIN) {
            domain.running++;
            threads.execute(() -> ask(name));
        } else {
            domain.waiting.add(name);
        }
    }

    private void ask(Name name) {
        List<InetAddress> found = null;
        UnknownHostException failure = null;
        try {
            found = byTurns(resolver.find(name.host));
        } catch (UnknownHostException e) {
            failure = e;
        } catch (RuntimeException | Error e) {
            // Whatever it is, those who wait must hear of it, and the next one in the queue must have its turn.
            failure = new UnknownHostException(name.host + ": " + e);
        }
        CompletableFuture<List<InetAddress>> running;
        synchronized (lock) {
            running = name.running;
            name.running = null;
            if (found != null) {
                name.found = found;
                name.foundNanos = time.nanoTime();
                name.failure = null;
                name.pauseNanos = FIRST_PAUSE_NANOS;
            } else {
                name.failure = failure;
                name.nextNanos = time.nanoTime() + name.pauseNanos;
                name.pauseNanos = Math.min(2 * name.pauseNanos, LONGEST_PAUSE_NANOS);
            }
            next(name.domain());
        }
        if (running != null && found != null) {
            running.complete(found);
        } else if (running != null && failure != null) {
            running.completeExceptionally(failure);
        }
    }

    private void next(String of) {
        Domain domain = domains.get(of);
        if (domain == null) {
            return;
        }
        Name next = domain.waiting.poll();
        if (next != null) {
            threads.execute(() -> ask(next));
        } else if (--domain.running == 0) {
            domains.remove(of);
        }
    }

    private static List<InetAddress> byTurns(InetAddress... all) {
        List<InetAddress> first = new ArrayList<>();
        List<InetAddress> others = new ArrayList<>();
        for (InetAddress address : all) {
            (address.getClass().equals(all[0].getClass()) ? first : others).add(address);
        }
        List<InetAddress> turns = new ArrayList<>();
        for (int i = 0; i < Math.max(first.size(), others.size()); i++) {
            if (i < first.size()) {
                turns.add(first.get(i));
            }
            if (i < others.size()) {
                turns.add(others.get(i));
            }
        }
        return List.copyOf(turns);
    }

    /// What is known of a name.
    private static final class Name {
        private final String host;
        private @Nullable List<InetAddress> found;
        private long foundNanos;
        private @Nullable UnknownHostException failure;
        private long nextNanos;
        private long pauseNanos = FIRST_PAUSE_NANOS;
        private @Nullable CompletableFuture<List<InetAddress>> running;
        private long begunNanos;

        Name(String host) {
            this.host = host;
        }

        /// The last two labels: names below it often share a name service.
        String domain() {
            int last = host.lastIndexOf('.');
            return host.substring(host.lastIndexOf('.', last - 1) + 1);
        }
    }

    /// The look-ups for names of one domain.
    private static final class Domain {
        private int running;
        private final Queue<Name> waiting = new ArrayDeque<>();
    }
}
