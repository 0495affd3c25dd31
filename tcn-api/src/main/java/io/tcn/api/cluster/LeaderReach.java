// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import io.tcn.api.store.ServerLease.Member;
import io.tcn.api.store.ServerLease.Seen;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Whether this server reaches the one that leads: a follower that does not answers nothing but 503, and callers are
/// better sent to another one. It is noted where requests are passed on, and asked for anew while they fail, so that a
/// server to which no more are sent finds out that the way is free again. Any thread.
@Component
public final class LeaderReach {
    /// For so long a change of the lead may last: a server that stops cannot be reached some time before it gives the
    /// lead back.
    static final Duration PATIENCE = Duration.ofSeconds(15);

    private final Leadership leadership;
    private final TimeSource time;
    private volatile @Nullable Failing failing;

    /// @param member the id of the server that could not be reached
    /// @param sinceNanos since when none has been
    private record Failing(String member, long sinceNanos) {}

    LeaderReach(Leadership leadership, TimeSource time) {
        this.leadership = leadership;
        this.time = time;
    }

    /// It was reached.
    synchronized void reached(Member leader) {
        if (isFailing(leader)) {
            failing = null;
        }
    }

    /// It was not reached.
    synchronized void failed(Member leader) {
        if (!isFailing(leader)) {
            failing = new Failing(leader.id(), time.nanoTime());
        }
    }

    /// Whether it was not reached when it was tried last.
    boolean isFailing(Member leader) {
        Failing present = failing;
        return present != null && present.member().equals(leader.id());
    }

    /// What is wrong, if this server follows one that leads, and has not reached it for longer than a change of the
    /// lead lasts.
    public Optional<String> trouble() {
        Failing present = failing;
        if (present == null || leadership.role() != Role.FOLLOWER) {
            return Optional.empty();
        }
        Duration length = Duration.ofNanos(time.nanoTime() - present.sinceNanos());
        return leadership
                .leader()
                .map(Seen::leader)
                .filter(leader -> leader.id().equals(present.member()) && length.compareTo(PATIENCE) >= 0)
                .map(leader ->
                        "does not reach the server that leads at " + leader.address() + ", for " + length.toSeconds()
                                + " s: look at the network between them, and at tcn.cluster.address there");
    }
}
