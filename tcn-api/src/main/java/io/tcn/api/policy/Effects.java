// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.runtime.Declarations;
import io.tcn.core.dispatch.DispatchLoop;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.PairLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.UserId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Makes the configuration effective: keeps what is declared natively, works out with [Translation] what holds
/// together with the configuration, and tells the dispatch loop what has changed. Nothing declared is overwritten, so
/// that it is back when a link, share or storage's configuration goes.
///
/// A new pipe costs time in proportion to the pipes of its pair, a change of the configuration in proportion to all.
@Component
public class Effects implements Declarations {
    private final Policies policies;
    private final Translation translation;
    private final Map<PipeId, Pipe> declared = new ConcurrentSkipListMap<>();
    private final StoragePairs pairs = new StoragePairs();
    private final PipeEnds ends = new PipeEnds();
    private final Map<Endpoint, EndpointLimit> declaredLimits = new TreeMap<>();
    private final Map<PipeId, Pipe> toldPipes = new HashMap<>();
    private final Set<PipeId> held = ConcurrentHashMap.newKeySet();
    private final Deltas<Endpoint, EndpointLimit> toldLimits = new Deltas<>();
    private final Deltas<EndpointPair, PairLimit> toldPairLimits = new Deltas<>();
    private final Map<UserId, Map<String, Double>> toldShares = new HashMap<>();
    private final ReentrantLock telling = new ReentrantLock();
    private @Nullable DispatchLoop loop;
    private Runnable refreshMap = () -> {};
    private boolean paused;

    Effects(Policies policies, Translation translation, Changes changes) {
        this.policies = policies;
        this.translation = translation;
        changes.afterEach(this::refresh);
    }

    @Override
    public void start(DispatchLoop dispatch, Runnable refresh) {
        locked(() -> {
            policies.load();
            loop = dispatch;
            refreshMap = refresh;
        });
        refresh();
    }

    @Override
    public void pipesDeclared(Collection<Pipe> pipes) {
        locked(() -> {
            Set<Endpoint> changed = new TreeSet<>();
            for (Pipe pipe : pipes) {
                changed.addAll(ends.moved(declared.put(pipe.id(), pipe), pipe));
                pairs.add(pipe);
                tellHeld(pipe);
            }
            tellPipes(pipes);
            tellPairLimits(pairs.like(pipes));
            tellLimits(changed);
        });
    }

    @Override
    public void pipeRemoved(Pipe pipe) {
        locked(() -> {
            Set<Endpoint> changed = ends.moved(declared.remove(pipe.id()), null);
            toldPipes.remove(pipe.id());
            held.remove(pipe.id());
            Set<EndpointPair> concerned = pairs.like(List.of(pipe));
            pairs.remove(pipe);
            tellPairLimits(concerned);
            tellLimits(changed);
        });
    }

    @Override
    public void endpointLimitsSet(Collection<EndpointLimit> limits) {
        locked(() -> {
            for (EndpointLimit limit : limits) {
                declaredLimits.put(limit.endpoint(), limit);
            }
            tellLimits(limits.stream().map(EndpointLimit::endpoint).toList());
        });
    }

    @Override
    public void endpointLimitRemoved(Endpoint endpoint) {
        locked(() -> {
            declaredLimits.remove(endpoint);
            tellLimits(List.of(endpoint));
        });
    }

    /// Works everything out anew; called after every change of the configuration.
    private void refresh() {
        locked(() -> {
            declared.values().forEach(this::tellHeld);
            tellPipes(declared.values());
            tellPairLimits(pairs.all());
            Set<Endpoint> known = new TreeSet<>(declaredLimits.keySet());
            known.addAll(ends.all());
            tellLimits(known);
            tellShares();
            tellPaused();
            refreshMap.run();
        });
    }

    boolean isAnyHeld() {
        return !held.isEmpty();
    }

    /// Whether nothing may be started on a pipe because of a ban.
    boolean isHeld(PipeId pipe) {
        return held.contains(pipe);
    }

    /// The pipes that read or write at a storage, under whichever of its names, of one user.
    Collection<Pipe> pipesAt(String storageElement, UserId user) {
        return declared.values().stream()
                .filter(pipe -> pipe.user().equals(user))
                .filter(pipe -> StorageElements.isAt(pipe.source(), storageElement)
                        || StorageElements.isAt(pipe.destination(), storageElement))
                .toList();
    }

    private void tellPipes(Collection<Pipe> pipes) {
        List<Pipe> changed = pipes.stream()
                .map(translation::effective)
                .filter(effective -> !effective.equals(toldPipes.put(effective.id(), effective)))
                .toList();
        if (!changed.isEmpty()) {
            started().writer().pipesDeclared(changed);
        }
    }

    private void tellHeld(Pipe pipe) {
        boolean hold = translation.isHeld(pipe);
        boolean isNew = hold ? held.add(pipe.id()) : held.remove(pipe.id());
        if (isNew) {
            started().pipeHeld(pipe.id(), hold);
        }
    }

    private void tellPairLimits(Collection<EndpointPair> concerned) {
        // One pipe alone has the limit as its own.
        toldPairLimits.hand(
                concerned,
                pair -> pairs.hasSeveral(pair) ? translation.pairLimit(pair) : Optional.empty(),
                limits -> started().writer().pairLimitsSet(limits),
                pair -> started().writer().pairLimitRemoved(pair));
    }

    private void tellLimits(Collection<Endpoint> concerned) {
        toldLimits.hand(
                concerned,
                this::limitOf,
                limits -> started().writer().endpointLimitsSet(limits),
                endpoint -> started().writer().endpointLimitRemoved(endpoint));
    }

    /// An end that no pipe has any more has the limit that is declared for it, and no other.
    private Optional<EndpointLimit> limitOf(Endpoint endpoint) {
        Optional<EndpointLimit> declaredLimit = Optional.ofNullable(declaredLimits.get(endpoint));
        return declaredLimit.isPresent() || ends.contains(endpoint)
                ? translation.endpointLimit(endpoint, declaredLimit)
                : Optional.empty();
    }

    private void tellShares() {
        Map<UserId, Map<String, Double>> shares = translation.activityShares();
        List<UserId> gone = new ArrayList<>(toldShares.keySet());
        gone.removeAll(shares.keySet());
        for (UserId user : gone) {
            toldShares.remove(user);
            started().writer().activityShares(user, Map.of());
        }
        shares.forEach((user, weights) -> {
            if (!weights.equals(toldShares.put(user, weights))) {
                started().writer().activityShares(user, weights);
            }
        });
    }

    private void tellPaused() {
        boolean drained = translation.isDrained();
        if (drained != paused) {
            paused = drained;
            if (drained) {
                started().pause();
            } else {
                started().resume();
            }
        }
    }

    /// What came before the start would be taken for told, and never reach the loop.
    private DispatchLoop started() {
        DispatchLoop dispatch = loop;
        if (dispatch == null) {
            throw new IllegalStateException("the control plane has not started: nothing can be declared yet");
        }
        return dispatch;
    }

    private void locked(Runnable body) {
        telling.lock();
        try {
            body.run();
        } finally {
            telling.unlock();
        }
    }
}
