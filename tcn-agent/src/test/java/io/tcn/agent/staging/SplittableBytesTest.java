// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SplittableBytesTest {
    /// Gives what the test says.
    private static final class Source implements Flow.Publisher<List<ByteBuffer>> {
        Flow.@Nullable Subscriber<? super List<ByteBuffer>> taker;
        long asked;
        boolean cancelled;

        @Override
        public void subscribe(Flow.Subscriber<? super List<ByteBuffer>> given) {
            taker = given;
            given.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long lists) {
                    asked += lists;
                }

                @Override
                public void cancel() {
                    cancelled = true;
                }
            });
        }

        Flow.Subscriber<? super List<ByteBuffer>> taker() {
            return Objects.requireNonNull(taker);
        }

        void give(int... bytes) {
            asked--;
            taker().onNext(List.of(buffer(bytes)));
        }

        private static ByteBuffer buffer(int... bytes) {
            ByteBuffer buffer = ByteBuffer.allocate(bytes.length);
            for (int one : bytes) {
                buffer.put((byte) one);
            }
            return buffer.flip();
        }
    }

    /// Asks for one list after the other.
    private static final class Taker implements Flow.Subscriber<List<ByteBuffer>> {
        final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        final List<Throwable> failures = new ArrayList<>();
        Flow.@Nullable Subscription subscription;
        boolean complete;

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            given.request(1);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            for (ByteBuffer buffer : buffers) {
                while (buffer.hasRemaining()) {
                    taken.write(buffer.get());
                }
            }
            subscription().request(1);
        }

        Flow.Subscription subscription() {
            return Objects.requireNonNull(subscription);
        }

        @Override
        public void onError(Throwable failure) {
            failures.add(failure);
        }

        @Override
        public void onComplete() {
            complete = true;
        }
    }

    private final Source whole = new Source();
    private final Source rest = new Source();
    private final Taker taker = new Taker();
    private final SplittableBytes bytes = new SplittableBytes(whole, () -> {});

    @Test
    void withoutASplitAllComesFromTheFirstRequest() {
        bytes.subscribe(taker);
        whole.give(1, 2);
        whole.give(3);
        whole.taker().onComplete();

        assertThat(taker.taken.toByteArray()).containsExactly(1, 2, 3);
        assertThat(taker.complete).isTrue();
        assertThat(bytes.goOnWith(5, rest)).isFalse();
    }

    @Test
    void theOthersFollowAtTheirByteAndTheFirstRequestIsGivenUp() {
        bytes.subscribe(taker);
        whole.give(1, 2);
        assertThat(bytes.goOnWith(5, rest)).isTrue();
        whole.give(3, 4);
        assertThat(rest.taker).isNull();

        whole.give(5, 6, 7);

        assertThat(whole.cancelled).isTrue();
        assertThat(rest.asked).isEqualTo(1);
        whole.taker().onError(new IllegalStateException("given up"));
        rest.give(60, 70);
        rest.taker().onComplete();
        assertThat(taker.taken.toByteArray()).containsExactly(1, 2, 3, 4, 5, 60, 70);
        assertThat(taker.failures).isEmpty();
        assertThat(taker.complete).isTrue();
    }

    @Test
    void theOthersFollowAtTheEndOfAList() {
        bytes.subscribe(taker);
        assertThat(bytes.goOnWith(2, rest)).isTrue();

        whole.give(1, 2);

        assertThat(whole.cancelled).isTrue();
        rest.give(3);
        assertThat(taker.taken.toByteArray()).containsExactly(1, 2, 3);
    }

    @Test
    void whatIsBehindIsNoPlaceToSplit() {
        bytes.subscribe(taker);
        whole.give(1, 2, 3);

        assertThat(bytes.goOnWith(3, rest)).isFalse();
        whole.give(4);

        assertThat(taker.taken.toByteArray()).containsExactly(1, 2, 3, 4);
    }

    @Test
    void whoeverIsReadIsCancelled() {
        bytes.subscribe(taker);
        assertThat(bytes.goOnWith(1, rest)).isTrue();
        whole.give(1);

        taker.subscription().cancel();

        assertThat(rest.cancelled).isTrue();
    }
}
