// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.Message.Heartbeat;
import io.tcn.agent.remote.UrlPattern;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Which agents there are, by their heartbeats. Pure: its owner tells it the time, and calls it from one
/// thread at a time.
///
/// Nobody is lost because this server itself was cut off: only a beacon of its own that it has read back
/// tells that all heartbeats before it were read.
final class AgentRegistry {
    /// So long one that is lost or has left is shown.
    static final Duration SHOWN = Duration.ofMinutes(10);

    static final Duration MOST_SKEW = Duration.ofSeconds(5);

    private final long epoch;
    private final Duration lostAfter;
    private final Map<String, Known> agents = new TreeMap<>();
    private final Map<String, Foreign> foreign = new TreeMap<>();
    private Set<String> changed = new HashSet<>();

    /// An agent's process.
    ///
    /// @param last its last heartbeat
    /// @param heardNanos when that was read
    /// @param skew by how much its clock was ahead of this server's then
    record Known(
            Heartbeat last,
            List<UrlPattern> reach,
            List<UrlPattern> near,
            List<UrlPattern> holds,
            long heardNanos,
            Instant heardAt,
            Duration skew,
            AgentState state) {
        boolean isLost() {
            return state == AgentState.LOST;
        }
    }

    /// One that cannot be understood.
    ///
    /// @param reason what is wrong
    record Foreign(String sender, String reason, Instant heardAt) {}

    /// @param epoch of this server
    AgentRegistry(long epoch, Duration lostAfter) {
        this.epoch = epoch;
        this.lostAfter = lostAfter;
    }

    /// @return false if it is a copy, older than the last one, or of an agent that was taken for dead in the
    ///     same term
    boolean heard(Heartbeat heartbeat, long nanos, Instant now) {
        Known before = agents.get(heartbeat.instance());
        if (before != null && heartbeat.sequence() <= before.last().sequence()) {
            return false;
        }
        if (before != null
                && before.isLost()
                && heartbeat.term() <= before.last().term()) {
            // Cannot be, by the rule of the lease; what was given away stays so.
            return false;
        }
        Duration skew = Duration.between(now, Instant.ofEpochMilli(heartbeat.clockMillis()));
        foreign.remove(heartbeat.agent());
        agents.put(
                heartbeat.instance(),
                new Known(
                        heartbeat,
                        patterns(heartbeat, before, Heartbeat::reach, Known::reach),
                        patterns(heartbeat, before, Heartbeat::near, Known::near),
                        patterns(heartbeat, before, Heartbeat::holds, Known::holds),
                        nanos,
                        now,
                        skew,
                        state(heartbeat, skew)));
        changed.add(heartbeat.instance());
        return true;
    }

    /// Read once, as long as an agent tells the same.
    private static List<UrlPattern> patterns(
            Heartbeat heartbeat,
            @Nullable Known before,
            Function<Heartbeat, List<String>> told,
            Function<Known, List<UrlPattern>> read) {
        List<String> texts = told.apply(heartbeat);
        return before != null && told.apply(before.last()).equals(texts)
                ? read.apply(before)
                : UrlPattern.readable(texts);
    }

    private AgentState state(Heartbeat heartbeat, Duration skew) {
        if (heartbeat.leaving()) {
            return AgentState.LEAVING;
        }
        if (Duration.ofMillis(heartbeat.leaseMillis())
                        .plus(AgentsProperties.MARGIN)
                        .compareTo(lostAfter)
                > 0) {
            return AgentState.LONG_LEASE;
        }
        if (skew.abs().compareTo(MOST_SKEW) > 0) {
            return AgentState.WRONG_CLOCK;
        }
        if (heartbeat.epoch() != epoch) {
            return AgentState.NOT_FOLLOWING;
        }
        return heartbeat.held() ? AgentState.READY : AgentState.NO_LEASE;
    }

    /// Somebody speaks another protocol.
    void refused(String sender, String reason, Instant now) {
        if (foreign.size() < 1000 || foreign.containsKey(sender)) {
            foreign.put(sender, new Foreign(sender, reason, now));
        }
    }

    /// A beacon of this server was read back: all heartbeats before it have been read.
    ///
    /// @param sentNanos before it was sent
    /// @return processes that are lost by now
    List<Known> readUpTo(long sentNanos, Instant now) {
        List<Known> lost = new ArrayList<>();
        for (Map.Entry<String, Known> entry : agents.entrySet()) {
            Known known = entry.getValue();
            if (!known.isLost() && sentNanos - known.heardNanos() >= lostAfter.toNanos()) {
                Known gone = new Known(
                        known.last(),
                        known.reach(),
                        known.near(),
                        known.holds(),
                        known.heardNanos(),
                        known.heardAt(),
                        known.skew(),
                        AgentState.LOST);
                entry.setValue(gone);
                lost.add(gone);
                changed.add(entry.getKey());
            }
        }
        for (Known known : List.copyOf(agents.values())) {
            if (known.isLost() && known.heardAt().isBefore(now.minus(SHOWN))) {
                agents.remove(known.last().instance());
                changed.add(known.last().instance());
            }
        }
        foreign.values().removeIf(known -> known.heardAt().isBefore(now.minus(SHOWN)));
        return lost;
    }

    Optional<Known> find(String instance) {
        return Optional.ofNullable(agents.get(instance));
    }

    /// The processes that were heard, lost or forgotten since this was asked last.
    Set<String> takeChanged() {
        Set<String> taken = changed;
        changed = new HashSet<>();
        return taken;
    }

    /// In the order of their names.
    List<Known> all() {
        return agents.values().stream()
                .sorted(Comparator.comparing((Known known) -> known.last().agent())
                        .thenComparing(known -> known.last().instance()))
                .toList();
    }

    List<Foreign> foreign() {
        return List.copyOf(foreign.values());
    }
}
