// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.api.runtime.Unreached;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which agents do not reach which storages, by what their attempts have met ([CutOff]).
///
/// A step costs little whatever their number; of more than [#MOST] pairs of agent and storage those that failed longest
/// ago are forgotten. Its owner calls it from one thread at a time.
final class CutOffs {
    /// So many agents at once, and no answer to anybody meanwhile, are the storage's trouble.
    static final int SEVERAL = 3;

    static final int MOST = 10_000;
    /// From one look at what is due to the next.
    private static final long LOOK_NANOS = Duration.ofMillis(500).toNanos();

    private final TimeSource time;
    private final CutOffNews news;
    /// The one that failed last at the end.
    private final LinkedHashMap<Pair, CutOff> troubles = new LinkedHashMap<>();
    private final Map<String, Set<Endpoint>> byInstance = new HashMap<>();
    private final Map<Endpoint, Met> byEndpoint = new HashMap<>();
    private Set<String> changed = new HashSet<>();
    private long lookNanos;

    private record Pair(String instance, Endpoint endpoint) {}

    /// Of an endpoint at which an agent is in trouble.
    private static final class Met {
        private final Set<String> instances = new HashSet<>();
        /// When anybody got an answer there last; null if nobody did since the first trouble.
        private @Nullable Long answeredNanos;
        /// When the last of them began to fail.
        private long lastSinceNanos;

        /// Whether nobody got an answer since a moment.
        private boolean isSilentSince(long nanos) {
            Long answered = answeredNanos;
            return answered == null || answered - nanos < 0;
        }
    }

    CutOffs(TimeSource time, CutOffNews news) {
        this.time = time;
        this.news = news;
        this.lookNanos = time.nanoTime();
    }

    /// An attempt got no answer at an endpoint.
    ///
    /// @param agent name of the process
    /// @param pause how long the agent itself asks for nothing there, which it has not tried then; else null
    void failed(
            String agent,
            String instance,
            Endpoint endpoint,
            AttemptId attempt,
            TransferFailure failure,
            @Nullable Duration pause) {
        long now = time.nanoTime();
        Pair pair = new Pair(instance, endpoint);
        CutOff trouble = troubles.remove(pair);
        if (trouble == null) {
            trouble = new CutOff(agent, time.now(), now);
            byInstance.computeIfAbsent(instance, first -> new HashSet<>()).add(endpoint);
            Met met = byEndpoint.computeIfAbsent(endpoint, first -> new Met());
            met.instances.add(instance);
            met.lastSinceNanos = now;
        }
        troubles.put(pair, trouble);
        boolean wasCutOff = trouble.isCutOff();
        if (trouble.failed(attempt, failure, pause, now)) {
            changed.add(instance);
        }
        if (!wasCutOff && trouble.isCutOff()) {
            news.begins(told(pair, trouble));
        }
        if (troubles.size() > MOST) {
            drop(troubles.firstEntry().getKey());
        }
    }

    /// An attempt of an agent got an answer at an endpoint.
    void answered(String instance, Endpoint endpoint) {
        Met met = byEndpoint.get(endpoint);
        if (met == null) {
            return;
        }
        if (met.isSilentSince(met.lastSinceNanos)) {
            letTry(endpoint, met);
        }
        met.answeredNanos = time.nanoTime();
        Pair pair = new Pair(instance, endpoint);
        CutOff trouble = troubles.get(pair);
        if (trouble != null) {
            if (trouble.isCutOff()) {
                news.ends(told(pair, trouble), Duration.ofNanos(time.nanoTime() - trouble.sinceNanos()));
            }
            drop(pair);
        }
    }

    /// An endpoint answers again: those may try that have failed while nobody got an answer.
    private void letTry(Endpoint endpoint, Met met) {
        for (String instance : met.instances) {
            CutOff trouble = troubles.get(new Pair(instance, endpoint));
            if (trouble != null && met.isSilentSince(trouble.sinceNanos()) && trouble.isWorthATry()) {
                changed.add(instance);
            }
        }
    }

    /// An agent was given an attempt at some endpoints; it may be the one that tries.
    void given(String instance, Collection<Endpoint> ends, AttemptId attempt) {
        for (Endpoint end : endsOf(instance, ends)) {
            CutOff trouble = troubles.get(new Pair(instance, end));
            if (trouble != null && trouble.tries(attempt)) {
                changed.add(instance);
            }
        }
    }

    /// An attempt is over; if it was to try an endpoint and has not, another may.
    void left(String instance, Collection<Endpoint> ends, AttemptId attempt) {
        for (Endpoint end : endsOf(instance, ends)) {
            CutOff trouble = troubles.get(new Pair(instance, end));
            if (trouble != null && trouble.left(attempt)) {
                changed.add(instance);
            }
        }
    }

    private Collection<Endpoint> endsOf(String instance, Collection<Endpoint> ends) {
        return byInstance.containsKey(instance) ? ends : List.of();
    }

    /// A process is not known any more.
    void forget(String instance) {
        List.copyOf(byInstance.getOrDefault(instance, Set.of())).forEach(end -> drop(new Pair(instance, end)));
    }

    private void drop(Pair pair) {
        troubles.remove(pair);
        changed.add(pair.instance());
        byInstance.computeIfPresent(pair.instance(), (instance, ends) -> {
            ends.remove(pair.endpoint());
            return ends.isEmpty() ? null : ends;
        });
        byEndpoint.computeIfPresent(pair.endpoint(), (endpoint, met) -> {
            met.instances.remove(pair.instance());
            return met.instances.isEmpty() ? null : met;
        });
    }

    /// Whether an agent does not reach an endpoint, be it time to try or not.
    boolean isCutOff(String instance, Endpoint endpoint) {
        CutOff trouble = troubles.get(new Pair(instance, endpoint));
        return trouble != null && trouble.isCutOff();
    }

    /// The endpoints at which a process is better given nothing now.
    Set<Endpoint> closedTo(String instance) {
        Set<Endpoint> inTrouble = byInstance.get(instance);
        if (inTrouble == null) {
            return Set.of();
        }
        Set<Endpoint> closed = new HashSet<>();
        for (Endpoint end : inTrouble) {
            CutOff trouble = troubles.get(new Pair(instance, end));
            if (trouble != null && trouble.isClosed()) {
                closed.add(end);
            }
        }
        return Set.copyOf(closed);
    }

    /// Whether several agents do not reach an endpoint, and nobody got an answer there since they began to fail.
    boolean failsForSeveral(Endpoint endpoint) {
        Met met = byEndpoint.get(endpoint);
        if (met == null || met.instances.size() < SEVERAL) {
            return false;
        }
        int cutOff = 0;
        for (String instance : met.instances) {
            CutOff trouble = troubles.get(new Pair(instance, endpoint));
            if (trouble != null && trouble.isCutOff() && met.isSilentSince(trouble.sinceNanos())) {
                cutOff++;
            }
        }
        return cutOff >= SEVERAL;
    }

    /// The processes of which [#closedTo] may have changed since this was asked last.
    Set<String> takeChanged() {
        long now = time.nanoTime();
        if (!troubles.isEmpty() && now - lookNanos >= 0) {
            lookNanos = now + LOOK_NANOS;
            look(now);
        }
        if (changed.isEmpty()) {
            return Set.of();
        }
        Set<String> taken = changed;
        changed = new HashSet<>();
        return taken;
    }

    private void look(long now) {
        List<Pair> old = new ArrayList<>();
        for (Iterator<Map.Entry<Pair, CutOff>> each = troubles.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<Pair, CutOff> entry = each.next();
            CutOff trouble = entry.getValue();
            if (trouble.isOld(now)) {
                old.add(entry.getKey());
            } else if (trouble.comesDue(now)) {
                changed.add(entry.getKey().instance());
            }
        }
        for (Pair pair : old) {
            CutOff trouble = troubles.get(pair);
            if (trouble != null && trouble.isCutOff()) {
                news.isForgotten(told(pair, trouble));
            }
            drop(pair);
        }
    }

    /// Who does not reach what, by agent and endpoint.
    List<Unreached> list() {
        List<Unreached> all = new ArrayList<>();
        troubles.forEach((pair, trouble) -> {
            if (trouble.isCutOff()) {
                all.add(told(pair, trouble));
            }
        });
        all.sort(Comparator.comparing(Unreached::agent)
                .thenComparing(Unreached::instance)
                .thenComparing(Unreached::endpoint));
        return all;
    }

    private Unreached told(Pair pair, CutOff trouble) {
        return trouble.told(pair.instance(), pair.endpoint(), time);
    }
}
