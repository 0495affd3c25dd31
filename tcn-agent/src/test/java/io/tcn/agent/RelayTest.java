// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.Checksum;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RelayTest {
    private final AtomicLong progress = new AtomicLong();
    private final HandReader reader = new HandReader();
    private final HandWriter writer = new HandWriter();

    @Test
    void aSlowWriterMakesTheReaderWait() {
        Relay relay = new Relay(reader, 6, progress::addAndGet);
        relay.subscribe(writer);

        assertThat(reader.asked).isEqualTo(1);
        reader.send("ab", "cd");
        assertThat(reader.asked).as("two buffers wait, nothing more is read").isEqualTo(1);
        writer.request(1);
        assertThat(writer.got).containsExactly("ab");
        assertThat(reader.asked).isEqualTo(1);
        writer.request(1);
        assertThat(writer.got).containsExactly("ab", "cd");
        assertThat(reader.asked).as("the list is through, the next may come").isEqualTo(2);
    }

    @Test
    void theReaderIsAskedAgainWhenTheBytesBeforeArePaidFor() {
        List<Long> paid = new ArrayList<>();
        AtomicLong left = new AtomicLong();
        List<Runnable> later = new ArrayList<>();
        Relay relay = new Relay(reader, 6, progress::addAndGet, new Pace() {
            @Override
            public long passed(long bytes) {
                paid.add(bytes);
                return bytes;
            }

            @Override
            public long left() {
                return left.get();
            }

            @Override
            public void after(long nanos, Runnable resume) {
                later.add(resume);
            }
        });
        relay.subscribe(writer);
        writer.request(10);
        assertThat(reader.asked).isEqualTo(1);
        reader.send("ab", "cd");
        assertThat(writer.got).containsExactly("ab", "cd");
        assertThat(reader.asked).as("four bytes are not paid for yet").isEqualTo(1);
        left.set(7);
        later.removeFirst().run();
        assertThat(reader.asked).as("the bound was lowered meanwhile").isEqualTo(1);
        left.set(0);
        later.removeFirst().run();
        assertThat(reader.asked).isEqualTo(2);
        reader.send("ef");
        assertThat(reader.asked).isEqualTo(2);
        reader.complete();
        assertThat(writer.ended).as("what has come is not held back").isEqualTo("complete");
        assertThat(paid).containsExactly(0L, 4L, 2L, 0L);
    }

    @Test
    void bytesAreCountedAndSummed() {
        Relay relay = new Relay(reader, 9, progress::addAndGet);
        relay.subscribe(writer);
        writer.request(10);
        reader.send("Wiki", "");
        reader.send("pedia");
        reader.complete();

        assertThat(writer.ended).isEqualTo("complete");
        assertThat(relay.isComplete()).isTrue();
        assertThat(progress).hasValue(9);
        // The example of RFC 1950's checksum that everybody uses: Wikipedia is 11e60398.
        assertThat(relay.checksum()).isEqualTo(new Checksum("ADLER32", "11e60398"));
    }

    @Test
    void fewerBytesThanAnnouncedAreAFailure() {
        Relay relay = new Relay(reader, 10, progress::addAndGet);
        relay.subscribe(writer);
        writer.request(10);
        reader.send("abc");
        reader.complete();

        assertThat(writer.ended).contains("only 3 of the announced 10 bytes");
        assertThat(relay.sourceTrouble()).isPresent();
    }

    @Test
    void moreBytesThanAnnouncedAreAFailure() {
        Relay relay = new Relay(reader, 2, progress::addAndGet);
        relay.subscribe(writer);
        writer.request(10);
        reader.send("abc");

        assertThat(writer.ended).contains("more than the announced 2 bytes");
        assertThat(reader.cancelled).isTrue();
    }

    @Test
    void aWriterThatGivesUpStopsTheReader() {
        Relay relay = new Relay(reader, 10, progress::addAndGet);
        relay.subscribe(writer);
        writer.cancel();

        assertThat(reader.cancelled).isTrue();
        assertThat(relay.isComplete()).isFalse();
    }

    @Test
    void aReaderThatFailsBecauseItWasGivenUpIsNoTroubleOfTheSource() {
        Relay relay = new Relay(reader, 10, progress::addAndGet);
        relay.subscribe(writer);
        writer.request(1);
        reader.send("abc");
        writer.cancel();
        reader.fail();

        assertThat(relay.sourceTrouble()).isEmpty();
    }

    @Test
    void theFirstFailureOfTheSourceIsTheOneThatIsTold() {
        Relay relay = new Relay(reader, 2, progress::addAndGet);
        relay.subscribe(writer);
        writer.request(10);
        reader.send("abc");
        reader.fail();

        assertThat(relay.sourceTrouble())
                .get()
                .extracting(TransferException::getMessage)
                .asString()
                .contains("more than the announced 2 bytes");
    }

    @Test
    void abortingBeforeAnybodyListensGivesTheReaderUp() {
        new Relay(reader, 10, progress::addAndGet).abort();

        assertThat(reader.cancelled).isTrue();
    }

    @Test
    void aFailureOfTheReaderReachesTheWriter() {
        Relay relay = new Relay(reader, 10, progress::addAndGet);
        relay.subscribe(writer);
        reader.fail();

        assertThat(writer.ended).contains("gone");
        assertThat(relay.sourceTrouble())
                .get()
                .extracting(TransferException::getMessage)
                .asString()
                .contains("source");
    }

    /// A reader that does what the test says.
    private static final class HandReader implements Flow.Publisher<List<ByteBuffer>>, Flow.Subscription {
        private Flow.@Nullable Subscriber<? super List<ByteBuffer>> subscriber;
        private long asked;
        private boolean cancelled;

        @Override
        public void subscribe(Flow.Subscriber<? super List<ByteBuffer>> given) {
            subscriber = given;
            given.onSubscribe(this);
        }

        @Override
        public void request(long lists) {
            asked += lists;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }

        void send(String... buffers) {
            List<ByteBuffer> list = new ArrayList<>();
            for (String buffer : buffers) {
                list.add(ByteBuffer.wrap(buffer.getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
            }
            listener().onNext(list);
        }

        void complete() {
            listener().onComplete();
        }

        void fail() {
            listener().onError(new java.io.IOException("gone"));
        }

        private Flow.Subscriber<? super List<ByteBuffer>> listener() {
            return java.util.Objects.requireNonNull(subscriber);
        }
    }

    /// A writer that takes as many buffers as the test says.
    private static final class HandWriter implements Flow.Subscriber<ByteBuffer> {
        private final List<String> got = new ArrayList<>();
        private String ended = "";
        private Flow.@Nullable Subscription subscription;

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
        }

        @Override
        public void onNext(ByteBuffer buffer) {
            got.add(java.nio.charset.StandardCharsets.US_ASCII.decode(buffer).toString());
        }

        @Override
        public void onError(Throwable failure) {
            ended = String.valueOf(failure.getMessage());
        }

        @Override
        public void onComplete() {
            ended = "complete";
        }

        void request(long buffers) {
            java.util.Objects.requireNonNull(subscription).request(buffers);
        }

        void cancel() {
            java.util.Objects.requireNonNull(subscription).cancel();
        }
    }
}
