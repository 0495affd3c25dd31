// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.PairLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.ControlEvents;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.FluidDataPlane;
import io.tcn.sim.network.NoisyDataPlane;
import io.tcn.sim.run.ControlPlane;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One simulated run from a server's state: core's own loops and an optimizer like the one in force, on the learned
/// network, with errors of measurement as they were in the past.
///
/// Time zero is the moment of the state and of the change. Before it the run has a few intervals in which the new
/// optimizer learns what the one in force knows already; what is moved in them is work beside what is queued. One
/// object is one run, in one thread; nothing outside of it is touched.
final class Rehearsal {
    /// Queued files for each connection, so that none is ever short of work within half an interval.
    private static final int FILES_PER_CONNECTION = 3;

    /// As many connections more as an optimizer may add in a step.
    private static final int MORE_CONNECTIONS = 5;

    /// A pipe or group with more connections than this moves so many files at once, with several connections each.
    private static final int FILES_AT_ONCE = 64;

    /// The least part of an interval that a simulated file lasts, if it is a bundle.
    private static final double LEAST_PART = 0.25;

    /// Steps between two looks at the clock.
    private static final int STEPS = 256;

    private static final URI ANYWHERE = URI.create("sim:///x");

    private final LiveState state;
    private final Effort effort;
    private final Engine engine = new Engine();
    private final ControlPlane plane;
    private final Tally tally;
    private final Map<PipeId, PipeFeed> feeds = new TreeMap<>();
    private final Map<TransferId, String> jobOf = new HashMap<>();
    private final Map<String, Long> openFiles = new TreeMap<>();
    private final Map<String, Double> ended = new TreeMap<>();
    private final double stepSeconds;
    private final long warmNanos;
    private final long horizonNanos;
    private long lastId;
    private long openOfJobs;

    /// @param seed of the optimizer's lots and of errors of measurement; two runs of one seed differ in what was
    ///     changed only
    Rehearsal(LiveState state, LearnedNetwork network, Effort effort, long seed) {
        this.state = state;
        this.effort = effort;
        double interval = state.controller().intervalSeconds();
        this.stepSeconds = interval / 2;
        this.warmNanos = Math.round(effort.warmUpIntervals() * interval * 1e9);
        long intervals = Math.max(2, Math.round(effort.horizon().toNanos() / 1e9 / interval));
        this.horizonNanos = warmNanos + Math.round(intervals * interval * 1e9);
        this.tally = new Tally(effort.warmUpIntervals(), intervals);
        Map<PipeId, Integer> present = new HashMap<>();
        state.pipes().forEach(pipe -> present.put(pipe.pipe().id(), Math.max(1, pipe.connections())));
        this.plane = new ControlPlane(
                engine,
                new NoisyDataPlane(
                        new FluidDataPlane(engine, network.network()),
                        engine,
                        network.measurementError(),
                        state.controller().settings().interval(),
                        new SplittableRandom(~seed)),
                asked -> state.map(),
                ControlPlane.MAP_PERIOD,
                new WarmStart(state.controller().optimizer().create(new SplittableRandom(seed)), present),
                state.controller().settings(),
                state.controller().bounds(),
                tally,
                new Events());
        fill(network);
    }

    private final class Events implements ControlEvents {
        @Override
        public void transferChanged(TransferId transfer, TransferState now, @Nullable TransferFailure failure) {
            String job = now.isTerminal() ? jobOf.remove(transfer) : null;
            if (job == null) {
                return;
            }
            openOfJobs--;
            if (openFiles.merge(job, -1L, Long::sum) == 0 && !isFedAny(job)) {
                ended.put(job, (engine.nanoTime() - warmNanos) / 1e9);
            }
        }

        @Override
        public void stepFailed(String loop, Throwable defect) {
            throw new IllegalStateException("a step of the simulated " + loop + " loop failed", defect);
        }
    }

    /// Bundles as large as it takes that no more files end than may.
    private void fill(LearnedNetwork network) {
        double connections = 0;
        for (PipeState pipe : state.pipes()) {
            connections += Math.clamp(pipe.connections(), 1, FILES_AT_ONCE);
        }
        double seconds = horizonNanos / 1e9;
        double fileSeconds =
                Math.max(LEAST_PART * state.controller().intervalSeconds(), connections * seconds / effort.maxFiles());
        for (PipeState pipe : state.pipes()) {
            Pipe declared = pipe.pipe();
            PipeFeed feed = new PipeFeed(
                    network.ceilingBps(declared.id()) * together(pipe.connections()) * fileSeconds / 8,
                    2 * (Math.clamp(pipe.connections(), 1, FILES_AT_ONCE) + MORE_CONNECTIONS));
            addWarmUp(pipe, feed, seconds);
            pipe.running().forEach(feed::add);
            pipe.queued().forEach(feed::add);
            feeds.put(declared.id(), feed);
        }
    }

    /// How many connections a file has.
    private static double together(int connections) {
        return Math.max(1, (double) connections / FILES_AT_ONCE);
    }

    private boolean isFedAny(String job) {
        return feeds.values().stream().anyMatch(feed -> feed.has(job));
    }

    /// What the pipe moves before the moment of the change, at its present rate.
    private void addWarmUp(PipeState pipe, PipeFeed feed, double seconds) {
        double bytes = pipe.lastBps() / 8 * (warmNanos / 1e9);
        if (bytes < 1) {
            return;
        }
        long files = 0;
        double sum = 0;
        for (Work work : pipe.running().isEmpty() ? pipe.queued() : pipe.running()) {
            files += work.files();
            sum += work.bytes();
        }
        double size = files > 0 && sum > 0 ? sum / files : bytes;
        long count = (long) Math.clamp(Math.ceil(bytes / size), 1, 10 * seconds * MORE_CONNECTIONS);
        feed.add(new Work(count, bytes / count, null));
    }

    /// Runs, with other declarations from the moment of the change on.
    ///
    /// @param after what is declared then; the present declarations for no change
    Outcome run(Declared after, Deadline deadline) {
        Declared present = state.declared();
        List<Pipe> pipes = state.pipes().stream().map(PipeState::pipe).toList();
        plane.start(present.users(), pipes, present.sets(), present.controls());
        present.endpointLimits().forEach(plane::set);
        present.pairLimits().forEach(plane::set);
        plane.setTotalLimit(present.totalLimit());
        engine.at(0, this::feed);
        // A nanosecond after the last decision before it: that interval is measured as it was.
        engine.at(warmNanos + 1, () -> change(after));
        boolean intime = runTo(horizonNanos + 1, deadline, false);
        double simulated = Math.max(0, (engine.nanoTime() - warmNanos) / 1e9);
        if (intime && !isDone()) {
            runTo(warmNanos + effort.longest().toNanos(), deadline, true);
        }
        return tally.outcome(ended, simulated, intime);
    }

    private boolean runTo(long untilNanos, Deadline deadline, boolean stopsWithJobs) {
        for (int steps = 1; engine.step(untilNanos); steps++) {
            if (steps % STEPS == 0 && deadline.isOver()) {
                return false;
            }
            if (stopsWithJobs && isDone()) {
                return true;
            }
        }
        return true;
    }

    private boolean isDone() {
        if (openOfJobs > 0) {
            return false;
        }
        for (PipeFeed feed : feeds.values()) {
            if (feed.hasJobs()) {
                return false;
            }
        }
        return true;
    }

    private void feed() {
        List<Transfer> request = new ArrayList<>();
        for (PipeState pipe : state.pipes()) {
            PipeId id = pipe.pipe().id();
            PipeFeed feed = feeds.get(id);
            if (feed == null) {
                continue;
            }
            if (pipe.arrivalBps() > 0) {
                feed.arrive(pipe.arrivalBps() / 8 * stepSeconds, pipe.arrivalBytes());
            }
            int n = plane.state().snapshot().control().tuningOf(pipe.pipe()).connections();
            int wanted =
                    FILES_PER_CONNECTION * (Math.min(FILES_AT_ONCE, Math.max(n, pipe.connections())) + MORE_CONNECTIONS)
                            - plane.state().activityOf(id).queuedTransfers();
            for (PipeFeed.File file : feed.take(wanted)) {
                request.add(transfer(id, file));
            }
        }
        if (!request.isEmpty()) {
            plane.submit(request);
        }
        engine.at(engine.nanoTime() + Math.round(stepSeconds * 1e9), this::feed);
    }

    private Transfer transfer(PipeId pipe, PipeFeed.File file) {
        TransferId id = TransferId.of(++lastId);
        String job = file.job();
        if (job != null) {
            jobOf.put(id, job);
            openFiles.merge(job, 1L, Long::sum);
            openOfJobs++;
        }
        return new Transfer(
                id,
                pipe,
                ANYWHERE,
                URI.create("sim:///" + lastId),
                file.bytes(),
                Transfer.DEFAULT_PRIORITY,
                Set.of(),
                TransferOptions.DEFAULT);
    }

    /// Declares what is other than before, as operators do.
    private void change(Declared after) {
        Declared present = state.declared();
        after.users().stream().filter(user -> !present.users().contains(user)).forEach(plane::declare);
        after.sets().stream().filter(set -> !present.sets().contains(set)).forEach(plane::declare);
        Map<PipeId, Pipe> simulated = new HashMap<>();
        state.pipes().forEach(pipe -> simulated.put(pipe.pipe().id(), pipe.pipe()));
        after.pipes().stream()
                .filter(pipe -> simulated.containsKey(pipe.id()) && !pipe.equals(simulated.get(pipe.id())))
                .forEach(plane::declare);
        Set<ResourceControl> wanted = new HashSet<>(after.controls());
        present.controls().stream().filter(control -> !wanted.contains(control)).forEach(plane::takeBack);
        after.controls().stream()
                .filter(control -> !present.controls().contains(control))
                .forEach(plane::set);
        for (EndpointLimit limit : present.endpointLimits()) {
            if (after.endpointLimits().stream()
                    .noneMatch(other -> other.endpoint().equals(limit.endpoint()))) {
                plane.set(new EndpointLimit(limit.endpoint(), EndpointLimit.UNLIMITED, EndpointLimit.UNLIMITED));
            }
        }
        after.endpointLimits().forEach(plane::set);
        for (PairLimit limit : after.pairLimits()) {
            plane.set(limit);
        }
        plane.setTotalLimit(after.totalLimit());
    }

    /// How many files were put together to one at most.
    long largestBundle() {
        return feeds.values().stream().mapToLong(PipeFeed::largestBundle).max().orElse(1);
    }
}
