// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.ManualTime;
import io.tcn.core.control.ControlLoop;
import io.tcn.core.control.ControlSettings;
import io.tcn.core.control.DecisionListener;
import io.tcn.core.control.MapLoop;
import io.tcn.core.memory.MemoryTransferStore;
import io.tcn.core.model.Bound;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.NetworkMap;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.NetworkMapUnavailableException;
import io.tcn.core.port.PipeMapping;
import io.tcn.core.state.ControlState;
import io.tcn.core.state.TransportControlState;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Pipes of one user over one link, with the real loops and a [SteadyDataPlane].
final class BoundWorld {
    static final UserId CMS = UserId.of("cms");
    static final ResourceId LINK = ResourceId.of("link:x>y");
    static final ResourceId STORAGE = ResourceId.of("read:https://a");
    private static final double MEGA = 1e6;

    final ManualTime time = new ManualTime();
    final MemoryTransferStore store = new MemoryTransferStore();
    final TransportControlState state = new TransportControlState(time);
    final SteadyDataPlane dataPlane;
    final DispatchLoop loop;
    private final List<PipeId> pipes = new ArrayList<>();
    private final TreeMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
    private long lastId;
    private boolean mapped = true;

    BoundWorld(SteadyPlaneMaker plane, BoundSettings bounds) {
        dataPlane = plane.make(time);
        loop = new DispatchLoop(
                state, store, dataPlane, time, time, new NoFailures(), DispatchSettings.DEFAULT.withBounds(bounds));
        loop.writer().userDeclared(User.of(CMS));
        loop.start();
    }

    /// Makes the plane on the world's clock.
    interface SteadyPlaneMaker {
        SteadyDataPlane make(ManualTime time);
    }

    /// Storages that need some time for each file and report now and then.
    static SteadyPlaneMaker storages(double prepareSeconds, double markerSeconds, double verifySeconds) {
        return time ->
                new SteadyDataPlane(time, seconds(prepareSeconds), seconds(markerSeconds), seconds(verifySeconds));
    }

    static Duration seconds(double seconds) {
        return Duration.ofNanos((long) (seconds * 1e9));
    }

    /// Declares pipes through the link.
    ///
    /// @param connectionMbps what a connection of each carries, in Mbit/s
    void pipes(int most, double... connectionMbps) {
        pipes(CMS, most, connectionMbps);
    }

    void pipes(UserId user, int most, double... connectionMbps) {
        loop.writer().userDeclared(User.of(user));
        List<PipeId> added = new ArrayList<>();
        for (double rate : connectionMbps) {
            PipeId id = PipeId.of("p" + pipes.size());
            pipes.add(id);
            added.add(id);
            paths.put(id, List.of(LINK));
            dataPlane.carries(id, rate * MEGA);
        }
        if (mapped) {
            map();
        }
        for (PipeId id : added) {
            loop.writer()
                    .pipeDeclared(new Pipe(
                            id,
                            Endpoint.parse("https://a" + id.value()),
                            Endpoint.parse("https://b" + id.value()),
                            user,
                            new PipeLimits(1, most)));
        }
        time.settle();
    }

    /// Declares a pipe of another user through the link, to the destination of one that there is.
    ///
    /// @param connectionMbps what a connection of it carries, in Mbit/s
    void pipeTo(UserId user, int beside, double connectionMbps) {
        loop.writer().userDeclared(User.of(user));
        PipeId id = PipeId.of("p" + pipes.size());
        pipes.add(id);
        paths.put(id, List.of(LINK));
        dataPlane.carries(id, connectionMbps * MEGA);
        map();
        loop.writer()
                .pipeDeclared(new Pipe(
                        id,
                        Endpoint.parse("https://a" + id.value()),
                        destination(beside),
                        user,
                        new PipeLimits(1, 10)));
        time.settle();
    }

    Endpoint destination(int pipe) {
        return Endpoint.parse("https://b" + pipe(pipe).value());
    }

    /// The map tells from now on that all pipes use the link.
    void map() {
        mapped = true;
        state.putMap(new NetworkMapSnapshot(new MapVersion(0), time.now(), linkOnly(), paths));
        loop.writer().mapChanged();
        time.settle();
    }

    /// Pipes are declared before there is a map.
    void withoutMap() {
        mapped = false;
    }

    /// The map tells the storages of all pipes, for its source has not answered yet.
    void mapAwaited() {
        mapOfStorages(PipeMapping.unmapped(PipeMapping.NEVER_ANSWERED));
    }

    /// The map tells the storages of all pipes alone.
    ///
    /// @param mapping what its source says of them; null if there is no source
    void mapOfStorages(@Nullable PipeMapping mapping) {
        mapped = false;
        TreeMap<ResourceId, Resource> resources = new TreeMap<>();
        resources.put(STORAGE, new Resource(STORAGE, Resource.Kind.STORAGE_READ, null));
        TreeMap<PipeId, List<ResourceId>> sides = new TreeMap<>();
        TreeMap<PipeId, PipeMapping> mappings = new TreeMap<>();
        for (PipeId pipe : pipes) {
            sides.put(pipe, List.of(STORAGE));
            if (mapping != null) {
                mappings.put(pipe, mapping);
            }
        }
        state.putMap(new NetworkMapSnapshot(new MapVersion(0), time.now(), resources, sides, mappings));
        loop.writer().mapChanged();
        time.settle();
    }

    /// The map tells of each pipe what it uses from now on.
    ///
    /// @param told by number of the pipe, links, or the storage alone
    /// @param mappings by number of the pipe
    void mapOf(Map<Integer, ResourceId> told, Map<Integer, PipeMapping> mappings) {
        mapped = false;
        TreeMap<ResourceId, Resource> resources = new TreeMap<>();
        TreeMap<PipeId, List<ResourceId>> ways = new TreeMap<>();
        told.forEach((pipe, id) -> {
            boolean storage = id.equals(STORAGE);
            resources.put(
                    id,
                    storage
                            ? new Resource(id, Resource.Kind.STORAGE_READ, null)
                            : new Resource(id, Resource.Kind.LINK, 1e12));
            ways.put(pipe(pipe), List.of(id));
        });
        TreeMap<PipeId, PipeMapping> how = new TreeMap<>();
        mappings.forEach((pipe, mapping) -> how.put(pipe(pipe), mapping));
        state.putMap(new NetworkMapSnapshot(new MapVersion(0), time.now(), resources, ways, how));
        loop.writer().mapChanged();
        time.settle();
    }

    /// The map tells of no pipe from now on, as if they were gone.
    void mapWithoutPipes() {
        state.putMap(new NetworkMapSnapshot(new MapVersion(0), time.now(), linkOnly(), new TreeMap<>()));
        loop.writer().mapChanged();
        time.settle();
    }

    /// The map is asked for from now on by a map loop, which looks each second whether there are new pipes.
    ///
    /// @param answers whether the source has a map
    void mapLoop(boolean answers) {
        mapped = false;
        NetworkMap source = asked -> {
            if (!answers) {
                throw new NetworkMapUnavailableException("no map", null);
            }
            TreeMap<PipeId, List<ResourceId>> told = new TreeMap<>();
            asked.pipes().forEach(pipe -> told.put(pipe.id(), List.of(LINK)));
            return new NetworkMapSnapshot(new MapVersion(0), time.now(), linkOnly(), told);
        };
        MapLoop.Listener listener = new MapLoop.Listener() {
            @Override
            public void changed() {
                loop.writer().mapChanged();
            }

            @Override
            public void failed(String why) {
                // The last map stays.
            }
        };
        new MapLoop(state, source, time, seconds(60), seconds(1), listener, ControlEvents.NONE).start();
        time.settle();
    }

    private static SortedMap<ResourceId, Resource> linkOnly() {
        TreeMap<ResourceId, Resource> resources = new TreeMap<>();
        resources.put(LINK, new Resource(LINK, Resource.Kind.LINK, 1e12));
        return resources;
    }

    void bound(double megabits) {
        bound(ResourceSet.ALL_LINKS, new Bound.Rate(megabits * MEGA));
    }

    void bound(ResourceSet set, Bound.Limit limit) {
        loop.writer().resourceControlSet(new Bound(CMS, set.name(), limit));
        time.settle();
    }

    /// A changed bound on links, which is taken over with the next change of the map.
    void changeBoundUnseen(double megabits) {
        loop.writer().resourceControlSet(new Bound(CMS, ResourceSet.ALL_LINKS.name(), new Bound.Rate(megabits * MEGA)));
    }

    /// Every pipe gets so many connections from the optimizer, for ever.
    void connections(int n) {
        TreeMap<PipeId, PipeTuning> tunings = new TreeMap<>();
        pipes.forEach(pipe -> tunings.put(pipe, PipeTuning.of(n)));
        loop.writer().controlDecided(ControlState.of(1, tunings));
        time.settle();
    }

    /// Lets an optimizer decide.
    void control(Optimizer optimizer, double intervalSeconds) {
        control(optimizer, intervalSeconds, (observation, decision) -> {});
    }

    void control(Optimizer optimizer, double intervalSeconds, DecisionListener listener) {
        new ControlLoop(
                        state,
                        optimizer,
                        dataPlane,
                        time,
                        time,
                        new ControlSettings(seconds(intervalSeconds), 5),
                        loop.writer()::controlDecided,
                        listener,
                        ControlEvents.NONE)
                .start();
    }

    /// Queues a file on a pipe.
    long add(int pipe, double megabytes) {
        return add(pipe, megabytes, Transfer.DEFAULT_PRIORITY);
    }

    long add(int pipe, double megabytes, int priority) {
        return add(pipe, megabytes, priority, null);
    }

    /// Queues a file that is under a limit with others.
    long add(int pipe, double megabytes, int priority, @Nullable TransferLimit limit) {
        lastId++;
        store.add(new Transfer(
                TransferId.of(lastId),
                pipes.get(pipe),
                URI.create("https://a/" + lastId),
                URI.create("https://b/" + lastId),
                (long) (megabytes * MEGA),
                priority,
                Set.of(),
                TransferOptions.DEFAULT.withLimit(limit)));
        loop.transfersAdded(Map.of(pipes.get(pipe), 1), List.of());
        return lastId;
    }

    double trueMegabits() {
        return pipes.stream().mapToDouble(dataPlane::trueBytes).sum() * 8 / MEGA;
    }

    double trueMegabits(int pipe) {
        return dataPlane.trueBytes(pipes.get(pipe)) * 8 / MEGA;
    }

    PipeId pipe(int number) {
        return pipes.get(number);
    }

    /// Means per interval in Mbit/s.
    List<Double> means(int intervals, double intervalSeconds, @Nullable Runnable between) {
        List<Double> means = new ArrayList<>();
        double before = trueMegabits();
        for (int i = 0; i < intervals; i++) {
            time.advance(seconds(intervalSeconds));
            double now = trueMegabits();
            means.add((now - before) / intervalSeconds);
            before = now;
            if (between != null) {
                between.run();
            }
        }
        return means;
    }
}
