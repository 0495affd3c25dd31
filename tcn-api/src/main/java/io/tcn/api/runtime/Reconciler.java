// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.dispatch.StateWriter;
import io.tcn.core.model.Pipe;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The one way from what is declared to what the loops hold: whatever a change brings goes through here, and nothing
/// goes around it. What configuration may narrow, pipes and limits of endpoints, goes by [Declarations]; resource
/// controls by their timetables; the rest as it was declared.
///
/// Called by one thread at a time.
final class Reconciler {
    private final DeclaredState declared;
    private final Declarations narrowed;
    private final TimeSource time;
    private final Duration patience;
    private volatile @Nullable StateWriter writer;

    /// @param patience how long the dispatch loop may take to answer
    Reconciler(DeclaredState declared, Declarations narrowed, TimeSource time, Duration patience) {
        this.declared = declared;
        this.patience = patience;
        this.narrowed = narrowed;
        this.time = time;
    }

    /// Begins with all that is declared.
    ///
    /// @param maxConnections the most connections of all pipes; 0 for no limit
    void start(StateWriter loops, int maxConnections) {
        writer = loops;
        declared.users().forEach(loops::userDeclared);
        narrowed.pipesDeclared(declared.pipes());
        declared.resourceSets().forEach(loops::resourceSetDeclared);
        tellControls();
        narrowed.endpointLimitsSet(declared.endpointLimits());
        if (maxConnections > 0) {
            loops.totalLimitSet(maxConnections);
        }
    }

    /// A change is declared.
    void apply(DirectoryChange change) {
        StateWriter loops = writer();
        change.put().users().forEach(loops::userDeclared);
        change.put().sets().forEach(loops::resourceSetDeclared);
        if (!change.put().pipes().isEmpty()) {
            narrowed.pipesDeclared(change.put().pipes());
        }
        if (!change.put().controls().isEmpty() || !change.gone().controls().isEmpty()) {
            tellControls();
        }
        if (!change.put().limits().isEmpty()) {
            narrowed.endpointLimitsSet(change.put().limits());
        }
        change.gone().limits().forEach(narrowed::endpointLimitRemoved);
        change.gone().sets().forEach(loops::resourceSetRemoved);
        change.gone().pipes().forEach(narrowed::pipeRemoved);
        change.gone().users().forEach(loops::userRemoved);
    }

    /// Lets the loops know which resource controls are in force now.
    void tellControls() {
        StateWriter loops = writer();
        declared.controls().tell(time.now(), loops::resourceControlSet, loops::resourceControlRemoved);
    }

    /// Lets the loops forget a pipe ahead of its removal, if nothing is open on it.
    ///
    /// @return false if something is queued, waits or runs there
    /// @throws IllegalStateException if the loop does not answer in time; then the pipe stays known
    boolean letGo(Pipe pipe) {
        CompletableFuture<Boolean> unused = new CompletableFuture<>();
        writer().pipeRemoved(pipe.id(), unused::complete);
        try {
            return unused.orTimeout(patience.toNanos(), TimeUnit.NANOSECONDS).join();
        } catch (CompletionException late) {
            // When the loop comes to it, it forgets the pipe, and hears next that it is declared.
            takeBack(List.of(pipe));
            throw new IllegalStateException(
                    "the dispatch loop does not say whether pipe " + pipe.id() + " is in use: try again later", late);
        }
    }

    /// Makes pipes known again that were let go and are not removed after all.
    void takeBack(Collection<Pipe> pipes) {
        pipes.forEach(narrowed::pipeRemoved);
        narrowed.pipesDeclared(List.copyOf(pipes));
    }

    /// What came before the start would reach the store and no loop.
    private StateWriter writer() {
        StateWriter loops = writer;
        if (loops == null) {
            throw new IllegalStateException("the control plane has not started: nothing can be declared yet");
        }
        return loops;
    }
}
