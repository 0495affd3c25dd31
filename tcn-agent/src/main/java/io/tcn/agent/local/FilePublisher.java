// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// Reads a file piece by piece as its one subscriber asks, on the thread that asks.
final class FilePublisher implements Flow.Publisher<List<ByteBuffer>> {
    private static final int PIECE_BYTES = 128 * 1024;

    private final Path path;

    FilePublisher(Path path) {
        this.path = path;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super List<ByteBuffer>> subscriber) {
        FileChannel channel;
        try {
            channel = FileChannel.open(path, StandardOpenOption.READ);
        } catch (IOException e) {
            subscriber.onSubscribe(new Nothing());
            subscriber.onError(e);
            return;
        }
        subscriber.onSubscribe(new Reading(channel, subscriber));
    }

    private static final class Reading implements Flow.Subscription {
        private final FileChannel channel;
        private final Flow.Subscriber<? super List<ByteBuffer>> subscriber;
        private final AtomicLong demand = new AtomicLong();
        private final AtomicInteger notes = new AtomicInteger();
        private volatile boolean cancelled;
        private boolean ended;

        Reading(FileChannel channel, Flow.Subscriber<? super List<ByteBuffer>> subscriber) {
            this.channel = channel;
            this.subscriber = subscriber;
        }

        @Override
        public void request(long pieces) {
            if (pieces > 0) {
                demand.getAndUpdate(before -> before + pieces < 0 ? Long.MAX_VALUE : before + pieces);
                work();
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            work();
        }

        private void work() {
            if (notes.getAndIncrement() != 0) {
                return;
            }
            int seen = 1;
            do {
                while (!ended && (cancelled || demand.get() > 0)) {
                    readOne();
                }
                seen = notes.addAndGet(-seen);
            } while (seen != 0);
        }

        private void readOne() {
            try {
                if (cancelled) {
                    ended = true;
                    channel.close();
                    return;
                }
                ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
                int count = channel.read(piece);
                if (count < 0) {
                    ended = true;
                    channel.close();
                    subscriber.onComplete();
                } else {
                    demand.decrementAndGet();
                    subscriber.onNext(List.of(piece.flip()));
                }
            } catch (IOException e) {
                ended = true;
                close(e);
                subscriber.onError(e);
            }
        }

        private void close(IOException cause) {
            try {
                channel.close();
            } catch (IOException e) {
                cause.addSuppressed(e);
            }
        }
    }

    private static final class Nothing implements Flow.Subscription {
        @Override
        public void request(long pieces) {}

        @Override
        public void cancel() {}
    }
}
