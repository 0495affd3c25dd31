// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/// The bytes of a file, first those of a request for all of it, and from a certain byte on, once one is named, those of
/// others. Nothing is held or copied here. The first request is given up where the others begin.
///
/// To one subscriber. Its requests may come from any thread; signals come one after the other.
final class SplittableBytes implements Flow.Publisher<List<ByteBuffer>> {
    private final Flow.Publisher<List<ByteBuffer>> whole;
    private final Runnable firstOver;

    // Guarded by this.
    private long passed;
    private long cut = Long.MAX_VALUE;
    private Flow.@Nullable Publisher<List<ByteBuffer>> rest;
    private boolean ended;
    private boolean cancelled;
    private long unmet;
    private Flow.@Nullable Subscription current;

    /// @param whole the file from its first byte on
    /// @param firstOver is told that the first request was given up
    SplittableBytes(Flow.Publisher<List<ByteBuffer>> whole, Runnable firstOver) {
        this.whole = whole;
        this.firstOver = firstOver;
    }

    /// How many bytes of the first request were handed on.
    synchronized long passed() {
        return passed;
    }

    /// Goes on with other bytes from a certain one on.
    ///
    /// @return false if that byte is behind us, or the file at its end
    synchronized boolean goOnWith(long from, Flow.Publisher<List<ByteBuffer>> others) {
        if (ended || cancelled || passed >= from) {
            return false;
        }
        cut = from;
        rest = others;
        return true;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super List<ByteBuffer>> taker) {
        whole.subscribe(new First(taker));
    }

    private final class Demand implements Flow.Subscription {
        @Override
        public void request(long lists) {
            Flow.Subscription asked;
            synchronized (SplittableBytes.this) {
                unmet = unmet + lists < 0 ? Long.MAX_VALUE : unmet + lists;
                asked = current;
            }
            if (asked != null) {
                asked.request(lists);
            }
        }

        @Override
        public void cancel() {
            Flow.Subscription given;
            synchronized (SplittableBytes.this) {
                cancelled = true;
                given = current;
            }
            if (given != null) {
                given.cancel();
            }
        }
    }

    private void handOn(Flow.Subscriber<? super List<ByteBuffer>> taker, List<ByteBuffer> bytes) {
        synchronized (this) {
            unmet--;
        }
        taker.onNext(bytes);
    }

    /// Takes the request for the whole file.
    private final class First implements Flow.Subscriber<List<ByteBuffer>> {
        private final Flow.Subscriber<? super List<ByteBuffer>> taker;
        private boolean over;

        First(Flow.Subscriber<? super List<ByteBuffer>> taker) {
            this.taker = taker;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            synchronized (SplittableBytes.this) {
                current = given;
            }
            taker.onSubscribe(new Demand());
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            if (over) {
                return;
            }
            long bytes = buffers.stream().mapToLong(ByteBuffer::remaining).sum();
            long wanted;
            Flow.Publisher<List<ByteBuffer>> next = null;
            Flow.Subscription mine = null;
            synchronized (SplittableBytes.this) {
                wanted = Math.min(bytes, cut - passed);
                passed += wanted;
                if (passed >= cut) {
                    next = rest;
                    mine = current;
                    current = null;
                }
            }
            if (next == null) {
                handOn(taker, buffers);
                return;
            }
            over = true;
            if (mine != null) {
                mine.cancel();
            }
            firstOver.run();
            List<ByteBuffer> within = first(buffers, wanted);
            if (!within.isEmpty()) {
                handOn(taker, within);
            }
            next.subscribe(new Others(taker));
        }

        private static List<ByteBuffer> first(List<ByteBuffer> buffers, long bytes) {
            List<ByteBuffer> first = new ArrayList<>();
            long left = bytes;
            for (ByteBuffer buffer : buffers) {
                int count = (int) Math.min(left, buffer.remaining());
                if (count > 0) {
                    first.add(buffer.slice(buffer.position(), count));
                }
                left -= count;
            }
            return first;
        }

        @Override
        public void onError(Throwable failure) {
            if (!over) {
                end();
                taker.onError(failure);
            }
        }

        @Override
        public void onComplete() {
            if (!over) {
                end();
                taker.onComplete();
            }
        }

        private void end() {
            over = true;
            synchronized (SplittableBytes.this) {
                ended = true;
            }
        }
    }

    /// Takes those that follow.
    private final class Others implements Flow.Subscriber<List<ByteBuffer>> {
        private final Flow.Subscriber<? super List<ByteBuffer>> taker;

        Others(Flow.Subscriber<? super List<ByteBuffer>> taker) {
            this.taker = taker;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            long asked;
            boolean unwanted;
            synchronized (SplittableBytes.this) {
                current = given;
                asked = unmet;
                unwanted = cancelled;
            }
            if (unwanted) {
                given.cancel();
            } else if (asked > 0) {
                given.request(asked);
            }
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            handOn(taker, buffers);
        }

        @Override
        public void onError(Throwable failure) {
            taker.onError(failure);
        }

        @Override
        public void onComplete() {
            taker.onComplete();
        }
    }
}
