// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.network;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoClientSettings;
import io.tcn.alto.client.AltoLimits;
import io.tcn.alto.client.BackOff;
import io.tcn.alto.client.JdkAltoTransport;
import io.tcn.alto.client.VirtualTimers;
import io.tcn.alto.map.AddressBook;
import io.tcn.alto.map.AltoNetworkMap;
import io.tcn.alto.map.FeedSettings;
import io.tcn.alto.map.FeedStatus;
import io.tcn.alto.map.Place;
import io.tcn.alto.map.ServerFeed;
import io.tcn.alto.map.SystemLookup;
import io.tcn.alto.server.ExpectedCosts;
import io.tcn.alto.server.PublishedNetwork;
import io.tcn.alto.server.TopologyNetwork;
import io.tcn.alto.topology.TopologyFile;
import io.tcn.api.loop.LoopThread;
import io.tcn.api.loop.Loops;
import io.tcn.api.security.x509.AddedTrust;
import io.tcn.core.model.Endpoint;
import io.tcn.core.port.NetworkMap;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.NetworkMapUnavailableException;
import io.tcn.core.port.PipeTable;
import io.tcn.core.port.TimeSource;
import io.tcn.core.topology.StorageAssumption;
import io.tcn.core.topology.Topology;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// The network map of the server: the ALTO servers of the settings, or our own one over the topology file, asked over
/// HTTP like any other. Without either nothing is known of the network.
public final class AltoNetwork implements NetworkMap, AutoCloseable {
    private static final String EMBEDDED = "embedded";
    private static final StorageAssumption UNKNOWN_STORAGES = new StorageAssumption(Double.POSITIVE_INFINITY);

    private final AltoProperties settings;
    private final Path dataDir;
    private final TimeSource time;
    private final Loops loops;
    private final @Nullable Topology topology;
    private final @Nullable PublishedNetwork published;
    private final AddressBook book;
    private final ExecutorService lookups = LookupThreads.start();
    private final List<LoopThread> threads = new ArrayList<>();
    private final List<JdkAltoTransport> transports = new ArrayList<>();
    private final List<ServerFeed> feeds = new ArrayList<>();
    private final List<VirtualTimers> timers = new ArrayList<>();
    private final SecureRandom random = new SecureRandom();
    private @Nullable EmbeddedAlto embedded;
    private volatile @Nullable AltoNetworkMap map;

    /// @param topologyFile a topology file, or the name of one that comes with TCN; null for none
    /// @param sites the site of the topology that an endpoint is at, by URL
    /// @param loops tell how the threads are doing
    /// @throws RuntimeException if the topology cannot be read; the message says what to do
    public AltoNetwork(
            AltoProperties settings,
            @Nullable String topologyFile,
            Map<String, String> sites,
            Path dataDir,
            TimeSource time,
            Loops loops) {
        this.settings = settings;
        this.dataDir = dataDir;
        this.time = time;
        this.loops = loops;
        this.topology = topologyFile == null ? null : TopologyFile.read(topologyFile);
        this.published = topology == null ? null : TopologyNetwork.of(topology, UNKNOWN_STORAGES, Map.of());
        this.book = new AddressBook(places(settings, topology, published, sites), new SystemLookup(), lookups, time);
    }

    private static Map<Endpoint, Place> places(
            AltoProperties settings,
            @Nullable Topology topology,
            @Nullable PublishedNetwork published,
            Map<String, String> sites) {
        Map<Endpoint, Place> places = new HashMap<>();
        if (topology != null && published != null) {
            for (Topology.Site site : topology.allSites()) {
                Place place = new Place.At(List.of(published.addressOf(site.id())));
                if (site.endpoints() != null) {
                    site.endpoints().forEach(url -> places.put(Endpoint.parse(url), place));
                }
            }
            Set<String> known = Set.copyOf(
                    topology.allSites().stream().map(Topology.Site::id).toList());
            sites.forEach((url, site) -> {
                if (!known.contains(site)) {
                    throw new IllegalArgumentException("tcn.topology.sites: endpoint " + url + " is said to be at site "
                            + site + ", which the topology lacks");
                }
                places.put(Endpoint.parse(url), new Place.At(List.of(published.addressOf(site))));
            });
        }
        settings.endpoints().forEach((url, place) -> places.put(Endpoint.parse(url), AddressBook.parsePlace(place)));
        return places;
    }

    /// Starts our own server if it is wanted, and begins to ask.
    ///
    /// @param expected what the control plane expects of new transfers, for our own server
    /// @throws IOException if our own server cannot listen
    public void start(Supplier<ExpectedCosts> expected) throws IOException {
        boolean asksItself = settings.servers().isEmpty() && published != null;
        if (asksItself || settings.embedded().port() != null) {
            PublishedNetwork network =
                    published != null ? published : TopologyNetwork.of(new Topology(null, List.of(), List.of(), null));
            embedded = EmbeddedAlto.start(settings.embedded(), network, expected, dataDir, random, loops);
        }
        for (AltoProperties.Server server : settings.servers()) {
            AltoClientSettings client = new AltoClientSettings(
                    server.name(),
                    server.ird() == null ? URI.create("http://localhost") : server.ird(),
                    server.auth().toAuth(),
                    Set.of(),
                    Set.copyOf(server.redirectsTo()),
                    server.dialect(),
                    server.lenient(),
                    AddedTrust.context("tcn.alto.servers of " + server.name() + ": trust", server.trust()),
                    AltoLimits.DEFAULT);
            add(client, server.feed(dataDir.resolve("alto").resolve(server.name() + ".json")));
        }
        EmbeddedAlto own = embedded;
        if (asksItself && own != null) {
            FeedSettings usual = FeedSettings.of(EMBEDDED);
            add(own.clientSettings(EMBEDDED), usual);
        }
        feeds.forEach(ServerFeed::start);
        map = new AltoNetworkMap(feeds, book, time);
    }

    @Override
    public void listen(Runnable changed) {
        AltoNetworkMap whole = map;
        if (whole != null) {
            whole.listen(changed);
        }
    }

    @Override
    public NetworkMapSnapshot map(PipeTable pipes) throws NetworkMapUnavailableException {
        AltoNetworkMap whole = map;
        if (whole == null) {
            throw new NetworkMapUnavailableException("the network has not been started yet", null);
        }
        return whole.map(pipes);
    }

    private void add(AltoClientSettings client, FeedSettings feed) {
        SSLContext ssl = client.ssl();
        JdkAltoTransport transport = new JdkAltoTransport(client.limits(), ssl);
        transports.add(transport);
        LoopThread thread = loops.thread("alto-" + feed.name());
        threads.add(thread);
        VirtualTimers streams = new VirtualTimers();
        timers.add(streams);
        feeds.add(ServerFeed.of(
                feed,
                new AltoClient(client, transport, time::now, random),
                streams,
                thread,
                time,
                BackOff.ofRequests(random)));
    }

    /// How each server is doing; empty before the start and where nothing is asked.
    public List<FeedStatus> status() {
        AltoNetworkMap whole = map;
        return whole == null ? List.of() : whole.status();
    }

    /// Address of the directory of our own server, empty if it does not run.
    public Optional<URI> directory() {
        EmbeddedAlto own = embedded;
        return own == null ? Optional.empty() : Optional.of(own.directory());
    }

    /// The topology that our own server publishes, empty if there is none.
    public Optional<Topology> topology() {
        return Optional.ofNullable(topology);
    }

    /// Where endpoints are.
    public AddressBook book() {
        return book;
    }

    /// Ends streams, threads and our own server.
    @Override
    public void close() {
        feeds.forEach(ServerFeed::close);
        threads.forEach(LoopThread::close);
        timers.forEach(VirtualTimers::close);
        transports.forEach(JdkAltoTransport::close);
        lookups.shutdownNow();
        EmbeddedAlto own = embedded;
        if (own != null) {
            own.close();
        }
    }
}
