// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.core.port.TimeSource;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NameLookupTest {
    private static final InetAddress A = InetAddress.ofLiteral("192.0.2.1");
    private static final InetAddress B = InetAddress.ofLiteral("192.0.2.2");
    private static final InetAddress SIX = InetAddress.ofLiteral("2001:db8::1");

    private final Map<String, InetAddress[]> known = new ConcurrentHashMap<>();
    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private final Queue<Thread> askers = new ConcurrentLinkedQueue<>();
    private final CountDownLatch dead = new CountDownLatch(1);
    private final HandClock clock = new HandClock();
    private final NameLookup names = new NameLookup(this::resolve, clock, Duration.ofMillis(200));

    @AfterEach
    void close() {
        dead.countDown();
        names.close();
    }

    @Test
    void addressesOfBothFamiliesComeByTurns() throws Exception {
        known.put("s.example", new InetAddress[] {A, B, SIX});

        assertThat(names.find("S.Example")).containsExactly(A, SIX, B);
    }

    @Test
    void anAddressIsNotAskedFor() throws Exception {
        assertThat(names.find("192.0.2.1")).containsExactly(A);
        assertThat(names.find("[2001:db8::1]")).containsExactly(SIX);
        assertThat(asked).isEmpty();
    }

    @Test
    void anAnswerIsKeptForHalfAMinuteAndThenRenewedBehindTheScenes() throws Exception {
        known.put("s.example", new InetAddress[] {A});
        names.find("s.example");
        clock.pass(Duration.ofSeconds(29));
        names.find("s.example");
        assertThat(asked).hasSize(1);

        known.remove("s.example");
        clock.pass(Duration.ofSeconds(2));

        // Its name service is dead now; what it said last holds.
        assertThat(names.find("s.example")).containsExactly(A);
        clock.pass(Duration.ofMinutes(10));
        assertThatThrownBy(() -> names.find("s.example")).isInstanceOf(UnknownHostException.class);
    }

    @Test
    void aNameThatFailedIsAskedForAgainAfterAPauseThatGrows() throws Exception {
        assertThatThrownBy(() -> names.find("no.example")).isInstanceOf(UnknownHostException.class);
        assertThatThrownBy(() -> names.find("no.example")).isInstanceOf(UnknownHostException.class);
        assertThat(asked).hasSize(1);
        clock.pass(Duration.ofSeconds(2));
        assertThatThrownBy(() -> names.find("no.example")).isInstanceOf(UnknownHostException.class);
        assertThat(asked).hasSize(2);
        clock.pass(Duration.ofSeconds(3));
        assertThatThrownBy(() -> names.find("no.example")).isInstanceOf(UnknownHostException.class);
        assertThat(asked).hasSize(2);
        known.put("no.example", new InetAddress[] {A});
        clock.pass(Duration.ofSeconds(1));

        assertThat(names.find("no.example")).containsExactly(A);
    }

    @Test
    void aThousandNamesWithoutAnswerDoNotKeepOthersFromTheirs() throws Exception {
        known.put("good.example", new InetAddress[] {A});
        for (int i = 0; i < 1_000; i++) {
            String name = "h" + i + ".hang.test";
            Thread.ofVirtual()
                    .start(() -> assertThatThrownBy(() -> names.find(name)).isInstanceOf(UnknownHostException.class));
        }
        assertThatThrownBy(() -> names.find("one.hang.test")).isInstanceOf(UnknownHostException.class);

        assertThat(names.find("good.example")).containsExactly(A);
        // Four at most hold a thread, and none the thread of a caller.
        assertThat(asked).hasSizeLessThanOrEqualTo(5);
        assertThat(askers).noneMatch(Thread::isVirtual);
    }

    private InetAddress[] resolve(String name) throws UnknownHostException {
        asked.add(name);
        askers.add(Thread.currentThread());
        if (name.endsWith(".hang.test")) {
            try {
                dead.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        InetAddress[] found = known.get(name);
        if (found == null) {
            throw new UnknownHostException(name);
        }
        return found;
    }

    /// Time that passes when it is told to.
    static final class HandClock implements TimeSource {
        private final AtomicLong nanos = new AtomicLong(1);

        void pass(Duration duration) {
            nanos.addAndGet(duration.toNanos());
        }

        @Override
        public long nanoTime() {
            return nanos.get();
        }

        @Override
        public Instant now() {
            return Instant.ofEpochSecond(1_795_225_543).plusNanos(nanos.get());
        }
    }
}
