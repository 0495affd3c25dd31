// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoClientSettings;
import io.tcn.alto.client.BackOff;
import io.tcn.alto.map.AddressBook;
import io.tcn.alto.map.AltoNetworkMap;
import io.tcn.alto.map.CapacityRule;
import io.tcn.alto.map.FeedSettings;
import io.tcn.alto.map.Identity;
import io.tcn.alto.map.Place;
import io.tcn.alto.map.ServerFeed;
import io.tcn.alto.server.AltoServer;
import io.tcn.alto.server.AltoServerSettings;
import io.tcn.alto.server.InProcessTransport;
import io.tcn.alto.server.PublishedNetwork;
import io.tcn.alto.server.TopologyNetwork;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.NetworkMap;
import io.tcn.core.topology.Topology;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.network.Knowledge;
import io.tcn.sim.scenario.Scenario;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// What the control plane is told of a scenario's network: by our own ALTO server, in this process and on virtual time,
/// and by the same client and mapper as in the server. Messages are written and read as they are on a wire.
///
/// Whether the server hears of capacities that change is up to [MapUpdates]. What ALTO has no words for, what one
/// connection carries and what too many cost, is added where the settings say that it is known.
final class AltoView {
    private static final String SERVER = "sim";
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

    /// Runs at once what the engine would run at the same moment, so that the first answer is there before the loops
    /// begin. Nothing waits in a simulation.
    private record AtOnce(Engine engine) implements LoopScheduler {
        @Override
        public void execute(Runnable event) {
            event.run();
        }

        @Override
        public Cancellation schedule(Duration delay, Runnable event) {
            if (delay.isZero() || delay.isNegative()) {
                event.run();
                return () -> {};
            }
            return engine.schedule(delay, event);
        }
    }

    private final Engine engine;
    private final MapUpdates updates;
    private final AltoServer server;
    private final ServerFeed feed;
    private final AltoNetworkMap alto;
    private final NetworkMap map;

    /// @param capacitiesBps capacities of storages that the scenario sets itself, in bit/s
    /// @param network as it really is
    AltoView(
            Scenario scenario,
            Map<ResourceId, Double> capacitiesBps,
            FluidNetwork network,
            Knowledge knowledge,
            MapUpdates updates,
            Engine engine) {
        this.engine = engine;
        this.updates = updates;
        PublishedNetwork published = TopologyNetwork.of(scenario.topology(), scenario.storages(), capacitiesBps);
        if (knowledge == Knowledge.NONE) {
            published = published.withoutCapacities();
        }
        this.server = new AltoServer(published, AltoServerSettings.DEFAULT, new SplittableRandom(1));
        AltoClient client = new AltoClient(
                AltoClientSettings.of(SERVER, URI.create("http://localhost" + AltoServer.DIRECTORY_PATH)),
                new InProcessTransport(server),
                engine::now,
                new SplittableRandom(2));
        FeedSettings settings = new FeedSettings(
                SERVER,
                updates == MapUpdates.PULL ? FeedSettings.PERIOD : ControlPlane.MAP_PERIOD,
                updates == MapUpdates.PUSH,
                Identity.AUTO,
                CapacityRule.STANDARD,
                Integer.MAX_VALUE,
                true,
                true,
                false,
                null);
        this.feed = ServerFeed.of(
                settings,
                client,
                engine::schedule,
                new AtOnce(engine),
                engine,
                BackOff.ofRequests(new SplittableRandom(3)));
        Map<Endpoint, Place> places = new HashMap<>();
        for (Topology.Site site : scenario.topology().allSites()) {
            places.put(Scenario.endpointOf(site.id()), new Place.At(List.of(published.addressOf(site.id()))));
        }
        this.alto = new AltoNetworkMap(List.of(feed), AddressBook.of(places, engine), engine);
        Map<ResourceId, Resource> truth = new HashMap<>();
        network.resources().forEach(resource -> truth.put(resource.id(), resource));
        this.map = new LabelledMap(alto, resource -> tell(resource, truth.get(resource.id()), knowledge));
    }

    private static Resource tell(Resource told, @Nullable Resource real, Knowledge knowledge) {
        return knowledge != Knowledge.FULL || real == null
                ? told
                : new Resource(
                        told.id(), told.kind(), told.capacityBps(), real.connectionCeilingBps(), real.deterioration());
    }

    /// Begins to ask.
    void start() {
        feed.start();
        if (updates == MapUpdates.PUSH) {
            keepAlive();
        }
    }

    private void keepAlive() {
        server.keepAlive();
        engine.schedule(KEEP_ALIVE, this::keepAlive);
    }

    /// The map that the loops take.
    NetworkMap map() {
        return map;
    }

    /// A resource carries something else from now on; the ALTO server hears of it if updates are on.
    void capacityChanged(ResourceId resource, double capacityBps) {
        PublishedNetwork.Element element = server.network().elements().get(resource.value());
        if (updates != MapUpdates.NONE && element != null && element.capacityBps() != null) {
            server.update(server.network()
                    .withCapacity(resource.value(), Double.isInfinite(capacityBps) ? null : (Double) capacityBps));
        }
    }
}
