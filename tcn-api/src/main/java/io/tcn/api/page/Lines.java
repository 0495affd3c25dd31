// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.Directory;
import io.tcn.api.runtime.PipeNow;
import io.tcn.api.security.Caller;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.state.PipeActivity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/// What pipes do now, by pipe, user, storage and resource, as far as a caller may see it. All of it is in memory.
@Component
@Lazy
class Lines {
    private final Directory directory;
    private final ControlPlane controlPlane;
    private final ControlBoard board;

    Lines(Directory directory, ControlPlane controlPlane, ControlBoard board) {
        this.directory = directory;
        this.controlPlane = controlPlane;
        this.board = board;
    }

    /// A pipe and what it does.
    ///
    /// @param last what was seen and decided last, null before the first interval
    record PipeLine(Pipe pipe, int connections, PipeActivity activity, ControlBoard.@Nullable PipeView last)
            implements PipeNow {
        @Override
        public @Nullable PipeObservation seen() {
            return last == null ? null : last.observation();
        }

        @Nullable
        String reason() {
            return last == null ? null : last.decision().rationale().inWords();
        }
    }

    /// A resource and what goes over it.
    ///
    /// @param usedBps by all pipes, also those of others
    /// @param users who uses it, of those whom the caller may see
    /// @param pipes how many of the caller's pipes have their path over it
    record ResourceLine(Resource resource, double usedBps, Set<String> users, int pipes) {
        String name() {
            String label = resource.description().label();
            return label == null ? resource.id().value() : label;
        }

        /// Used over capacity; null where nobody knows the capacity.
        @Nullable
        Double share() {
            Double capacity = resource.capacityBps();
            return capacity == null || capacity <= 0 ? null : (Double) (usedBps / capacity);
        }
    }

    List<PipeLine> pipes(Caller caller) {
        return pipes(caller, pipe -> true);
    }

    List<PipeLine> pipes(Caller caller, Predicate<Pipe> which) {
        return pipes(pipe -> caller.mayActFor(pipe.user()) && which.test(pipe));
    }

    /// Of all users, for what concerns all; the caller has the right to it.
    List<PipeLine> all() {
        return pipes(pipe -> true);
    }

    private List<PipeLine> pipes(Predicate<Pipe> which) {
        var snapshot = controlPlane.state().snapshot();
        // Both are sorted by name: with 50,000 pipes, looking each of them up takes longer than all sums.
        InOrder<PipeId, PipeTuning> decided = new InOrder<>(snapshot.control().tunings());
        List<PipeLine> lines = new ArrayList<>();
        for (Pipe pipe : directory.pipes()) {
            if (which.test(pipe)) {
                lines.add(line(
                        pipe,
                        decided.find(pipe.id())
                                .orElseGet(() -> snapshot.control().tuningOf(pipe))));
            }
        }
        return lines;
    }

    /// One pipe, whoever asks.
    PipeLine line(Pipe pipe) {
        return line(pipe, controlPlane.state().snapshot().control().tuningOf(pipe));
    }

    private PipeLine line(Pipe pipe, PipeTuning tuning) {
        return new PipeLine(
                pipe,
                tuning.connections(),
                controlPlane.state().activityOf(pipe.id()),
                board.last(pipe.id()).orElse(null));
    }

    /// The storages at which some pipes read or write.
    static Set<Endpoint> endpoints(Collection<PipeLine> lines) {
        Set<Endpoint> endpoints = new HashSet<>();
        for (PipeLine line : lines) {
            endpoints.add(line.pipe().source());
            endpoints.add(line.pipe().destination());
        }
        return endpoints;
    }

    /// What goes over a resource, while it is summed up.
    private static final class Use {
        private double bps;
        private int pipes;
        private final Set<String> users = new TreeSet<>();
    }

    List<ResourceLine> resources(Caller caller) {
        var map = controlPlane.state().snapshot().map();
        Map<ResourceId, Use> uses = new HashMap<>();
        InOrder<PipeId, List<ResourceId>> paths = new InOrder<>(map.pipeResources());
        board.last().ifPresent(last -> {
            for (PipeObservation seen : last.observation().pipes()) {
                boolean isMine = caller.mayActFor(seen.pipe().user());
                for (ResourceId resource : paths.find(seen.pipe().id()).orElse(List.of())) {
                    Use use = uses.computeIfAbsent(resource, first -> new Use());
                    use.bps += seen.throughputBps();
                    if (isMine) {
                        use.pipes++;
                        if (seen.throughputBps() > 0) {
                            use.users.add(seen.pipe().user().value());
                        }
                    }
                }
            }
        });
        Use none = new Use();
        return map.resources().values().stream()
                .map(resource -> {
                    Use use = uses.getOrDefault(resource.id(), none);
                    return new ResourceLine(resource, use.bps, use.users, use.pipes);
                })
                .toList();
    }

    /// The resources that a pipe uses.
    List<ResourceId> pathOf(PipeId pipe) {
        return controlPlane.state().snapshot().map().pipeResources().getOrDefault(pipe, List.of());
    }
}
