// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.shaping;

import io.tcn.agent.Pace;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.model.UserId;
import io.tcn.core.port.ShapedBound;
import io.tcn.core.port.TimeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The bounds of all pipes, each a bucket that the copies of all its pipes share, and the limits that come with
/// transfers, each a bucket that all copies under it share: a copy goes on when every bound of its pipe and its limit
/// let it. Changes hold for running copies from their next piece on. Safe for several threads.
public final class Shaper {
    private record Key(UserId user, ResourceId resource) {}

    /// A bucket and how many pipes share it.
    private static final class Shared {
        private final BoundBucket bucket;
        private int pipes;

        Shared(BoundBucket bucket) {
            this.bucket = bucket;
        }
    }

    /// Runs something later, not on the caller's thread.
    @FunctionalInterface
    public interface Timer {
        void after(long nanos, Runnable work);
    }

    private final TimeSource time;
    private final Timer timer;

    // Guarded by this.
    private final Map<Key, Shared> buckets = new HashMap<>();
    private final Map<PipeId, List<Key>> keys = new HashMap<>();

    private final Map<PipeId, List<BoundBucket>> bucketsOf = new ConcurrentHashMap<>();

    private final Map<LimitId, BoundBucket> bucketsOfLimits = new ConcurrentHashMap<>();

    public Shaper(TimeSource time, Timer timer) {
        this.time = time;
        this.timer = timer;
    }

    /// Sets the bounds of a pipe, instead of those that it had.
    public synchronized void shape(PipeId pipe, List<ShapedBound> bounds) {
        List<Key> before = keys.getOrDefault(pipe, List.of());
        List<Key> now = new ArrayList<>();
        List<BoundBucket> shared = new ArrayList<>();
        for (ShapedBound bound : bounds) {
            Key key = new Key(bound.user(), bound.resource());
            Shared known =
                    buckets.computeIfAbsent(key, fresh -> new Shared(new BoundBucket(bound.maxBps(), time.nanoTime())));
            known.bucket.setRateBps(bound.maxBps(), time.nanoTime());
            known.pipes++;
            now.add(key);
            shared.add(known.bucket);
        }
        for (Key key : before) {
            Shared left = buckets.get(key);
            if (left != null) {
                left.pipes--;
                if (left.pipes == 0) {
                    buckets.remove(key);
                }
            }
        }
        if (shared.isEmpty()) {
            keys.remove(pipe);
            bucketsOf.remove(pipe);
        } else {
            keys.put(pipe, now);
            bucketsOf.put(pipe, List.copyOf(shared));
        }
    }

    /// Nothing has been copied under a limit for long.
    public void forget(LimitId limit) {
        bucketsOfLimits.remove(limit);
    }

    /// The pace of a copy on a pipe.
    public Pace paceOf(PipeId pipe) {
        return paceOf(pipe, null);
    }

    /// The pace of a copy on a pipe.
    ///
    /// @param limit what it is under together with others, null if nothing
    public Pace paceOf(PipeId pipe, @Nullable TransferLimit limit) {
        BoundBucket ofLimit = limit == null || !limit.limitsThroughput()
                ? null
                : bucketsOfLimits.computeIfAbsent(
                        limit.id(), first -> new BoundBucket(limit.maxBps(), time.nanoTime()));
        return new CopyPace(pipe, ofLimit);
    }

    /// The pace of one copy: it waits at each bucket until what it has passed there last is paid for.
    private final class CopyPace implements Pace {
        private record Place(BoundBucket bucket, long bits) {}

        private final PipeId pipe;
        private final @Nullable BoundBucket ofLimit;
        private volatile List<Place> places = List.of();

        CopyPace(PipeId pipe, @Nullable BoundBucket ofLimit) {
            this.pipe = pipe;
            this.ofLimit = ofLimit;
        }

        @Override
        public long passed(long bytes) {
            List<BoundBucket> own = bucketsOf.getOrDefault(pipe, List.of());
            if (own.isEmpty() && ofLimit == null) {
                places = List.of();
                return 0;
            }
            long now = time.nanoTime();
            List<Place> passed = new ArrayList<>(own.size() + 1);
            if (ofLimit != null) {
                passed.add(new Place(ofLimit, ofLimit.passed(bytes, now)));
            }
            for (BoundBucket bucket : own) {
                passed.add(new Place(bucket, bucket.passed(bytes, now)));
            }
            places = passed;
            return left(now, passed, own);
        }

        /// A bound that the pipe does not have any more holds nobody.
        @Override
        public long left() {
            return left(time.nanoTime(), places, bucketsOf.getOrDefault(pipe, List.of()));
        }

        private long left(long nowNanos, List<Place> passed, List<BoundBucket> own) {
            long most = 0;
            for (Place place : passed) {
                if (place.bucket() == ofLimit || own.contains(place.bucket())) {
                    most = Math.max(most, place.bucket().nanosUntil(place.bits(), nowNanos));
                }
            }
            return most;
        }

        @Override
        public void after(long nanos, Runnable resume) {
            timer.after(nanos, resume);
        }
    }
}
