// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.shaping;

import io.tcn.agent.Pace;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.ShapedBound;
import io.tcn.core.port.TimeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The bounds of all pipes, each a bucket that the copies of all its pipes share: a copy goes on when every bound of
/// its pipe lets it. Changes hold for running copies from their next piece on. Safe for several threads.
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
            known.bucket.setRateBps(bound.maxBps());
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

    /// The pace of a copy on a pipe.
    public Pace paceOf(PipeId pipe) {
        return new Pace() {
            @Override
            public long passed(long bytes) {
                List<BoundBucket> own = bucketsOf.get(pipe);
                if (own == null) {
                    return 0;
                }
                long now = time.nanoTime();
                long until = now;
                for (BoundBucket bucket : own) {
                    until = Math.max(until, bucket.passed(bytes, now));
                }
                return until - now;
            }

            @Override
            public void after(long nanos, Runnable resume) {
                timer.after(nanos, resume);
            }
        };
    }
}
