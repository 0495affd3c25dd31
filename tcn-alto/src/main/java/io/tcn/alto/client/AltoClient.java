// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.codec.CostMapParser;
import io.tcn.alto.codec.EndpointCostParser;
import io.tcn.alto.codec.Json;
import io.tcn.alto.codec.PathVectorParser;
import io.tcn.alto.codec.PidMapParser;
import io.tcn.alto.codec.PropertyMapParser;
import io.tcn.alto.codec.RequestBodies;
import io.tcn.alto.http.AltoTransport;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.CostMapDocument;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.EntityId;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.PathVectorDocument;
import io.tcn.alto.model.PidMapDocument;
import io.tcn.alto.model.PropertyMapDocument;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;

/// A client of one ALTO server: its directory, and the services that TCN asks, each a call that gives a document or an
/// [AltoException]. Calls block, up to the limits of the transport, and may come from several threads. Nothing is
/// repeated here but what the protocol says; waiting and trying again is the caller's, with [BackOff].
public final class AltoClient {
    private final AltoClientSettings settings;
    private final AltoHttp http;
    private final DirectoryKeeper directory;
    private final ResourceCalls calls;
    private final HeldDocuments<PidMapDocument> networkMaps;
    private final HeldDocuments<CostMapDocument<String>> costMaps;
    private final HeldDocuments<PropertyMapDocument> propertyMaps;
    private final NetworkMapCheck check;
    private final PathVectorParser<Address> endpointPaths;
    private final PathVectorParser<String> pidPaths;
    private final InstantSource clock;
    private final RandomGenerator random;

    /// @param transport to the server, or to a server in this process
    /// @param clock stamps answers and tells when held ones are old
    /// @param random jitter of waits, and what must not be guessed in authentication; safe for several threads
    public AltoClient(
            AltoClientSettings settings, AltoTransport transport, InstantSource clock, RandomGenerator random) {
        Set<Origin> trusted = new HashSet<>();
        trusted.add(Origin.of(settings.ird()));
        settings.trusted().forEach(uri -> trusted.add(Origin.of(uri)));
        Set<Origin> redirectTargets = new HashSet<>(trusted);
        settings.redirectTargets().forEach(uri -> redirectTargets.add(Origin.of(uri)));
        this.settings = settings;
        this.clock = clock;
        this.random = random;
        this.http = new AltoHttp(
                transport,
                Credentials.of(settings.auth(), random),
                trusted,
                redirectTargets,
                settings.limits().redirects(),
                clock);
        this.directory = new DirectoryKeeper(new DirectoryReader(http, clock), settings.ird(), clock);
        this.calls = new ResourceCalls(http, directory, settings.lenient());
        this.networkMaps =
                new HeldDocuments<>(calls, ServiceKind.NETWORK_MAP, (_, body) -> PidMapParser.parse(body), clock);
        this.costMaps = new HeldDocuments<>(calls, ServiceKind.COST_MAP, (_, body) -> CostMapParser.parse(body), clock);
        this.propertyMaps = new HeldDocuments<>(calls, ServiceKind.PROPERTY_MAP, this::propertyMap, clock);
        this.check = new NetworkMapCheck(directory, networkMaps);
        this.endpointPaths = PathVectorParser.endpoints(settings.lenient());
        this.pidPaths = PathVectorParser.pids(settings.lenient());
    }

    /// What this client was made with.
    public AltoClientSettings settings() {
        return settings;
    }

    /// What the server offers; read now if there is none yet, or the one that is held is an hour old or doubtful.
    public ServiceDirectory directory() throws AltoException, InterruptedException {
        return directory.current();
    }

    /// What the server offers, read now.
    public ServiceDirectory refreshDirectory() throws AltoException, InterruptedException {
        return directory.refresh();
    }

    /// A network map.
    public Answer<PidMapDocument> networkMap(String id) throws AltoException, InterruptedException {
        return networkMaps.get(id, false);
    }

    /// A cost map with the network map that it rests on.
    public OnNetworkMap<CostMapDocument<String>> costMap(String id) throws AltoException, InterruptedException {
        return check.matching(
                id, ServiceKind.COST_MAP, CostMapDocument::dependent, (_, again) -> costMaps.get(id, again));
    }

    /// Some costs of a cost map, with the network map that they rest on.
    ///
    /// @param types offered ones; more than one only where the service takes several at once
    /// @param pairs which PIDs, seen from the network map in use
    /// @param constraints all of which a cost must meet; only where the service takes them
    public OnNetworkMap<CostMapDocument<String>> filteredCostMap(
            String id, List<CostType> types, Function<PidMapDocument, PidPairs> pairs, List<String> constraints)
            throws AltoException, InterruptedException {
        return check.matching(
                id,
                ServiceKind.FILTERED_COST_MAP,
                CostMapDocument::dependent,
                (map, _) -> calls.calling(id, ServiceKind.FILTERED_COST_MAP, service -> {
                    Questions.costTypes(service, types);
                    Questions.constraints(service, constraints);
                    byte[] body = Json.write(Bodies.costMap(types, pairs.apply(map), constraints));
                    return echoed(types, calls.post(service, body, (_, answer) -> CostMapParser.parse(answer)));
                }));
    }

    /// Costs between addresses.
    ///
    /// @param types offered ones; more than one only where the service takes several at once
    /// @param constraints all of which a cost must meet; only where the service takes them
    public Answer<CostMapDocument<Address>> endpointCosts(
            String id, List<CostType> types, EndpointPairs pairs, List<String> constraints)
            throws AltoException, InterruptedException {
        return calls.calling(id, ServiceKind.ENDPOINT_COST, service -> {
            Questions.costTypes(service, types);
            Questions.constraints(service, constraints);
            byte[] body = Json.write(Bodies.endpointCosts(types, pairs, constraints));
            return echoed(types, calls.post(service, body, (_, answer) -> EndpointCostParser.parse(answer)));
        });
    }

    /// Path vectors between addresses.
    ///
    /// @param properties of the elements; those that are not offered are not asked for
    public Answer<PathVectorDocument<Address>> endpointPathVectors(
            String id, EndpointPairs pairs, List<String> properties) throws AltoException, InterruptedException {
        return calls.calling(id, ServiceKind.ENDPOINT_PATH_VECTOR, service -> {
            JsonNode body = PathVectorQuestions.endpoints(service, pairs, properties);
            return calls.post(service, Json.write(body), endpointPaths::parse);
        });
    }

    /// Path vectors between addresses, in the dialect of servers that take one product per flow.
    public Answer<PathVectorDocument<Address>> endpointPathVectors(
            String id, List<EndpointPairs> flows, List<String> properties) throws AltoException, InterruptedException {
        return calls.calling(id, ServiceKind.ENDPOINT_PATH_VECTOR, service -> {
            JsonNode body = PathVectorQuestions.flows(service, flows, properties);
            return calls.post(service, Json.write(body), endpointPaths::parse);
        });
    }

    /// Path vectors between PIDs, with the network map that they rest on.
    ///
    /// @param pairs which PIDs, seen from the network map in use
    /// @param properties of the elements; those that are not offered are not asked for
    public OnNetworkMap<PathVectorDocument<String>> pidPathVectors(
            String id, Function<PidMapDocument, PidPairs> pairs, List<String> properties)
            throws AltoException, InterruptedException {
        return check.matching(
                id,
                ServiceKind.PID_PATH_VECTOR,
                PathVectorDocument::dependent,
                (map, _) -> calls.calling(id, ServiceKind.PID_PATH_VECTOR, service -> {
                    JsonNode body = PathVectorQuestions.pids(service, pairs.apply(map), properties);
                    return calls.post(service, Json.write(body), pidPaths::parse);
                }));
    }

    /// A property map, cut to what the directory says that it has.
    public Answer<PropertyMapDocument> propertyMap(String id) throws AltoException, InterruptedException {
        return propertyMaps.get(id, false);
    }

    /// Some entities of a property map.
    ///
    /// @param entities empty for all
    /// @param properties those that are not offered are not asked for
    public Answer<PropertyMapDocument> filteredPropertyMap(
            String id, Collection<EntityId> entities, List<String> properties)
            throws AltoException, InterruptedException {
        return calls.calling(id, ServiceKind.FILTERED_PROPERTY_MAP, service -> {
            List<String> all = service.capabilities().mappings().values().stream()
                    .flatMap(List::stream)
                    .toList();
            List<String> offered = Questions.some(service, Questions.offered(all, properties));
            List<String> names = entities.stream().map(EntityId::toString).toList();
            JsonNode body = RequestBodies.propertyMap(names, offered);
            return calls.post(service, Json.write(body), (_, bytes) -> propertyMap(service, bytes));
        });
    }

    /// A GET resource to be followed in an update stream.
    ///
    /// @param stream the service that brings its changes
    public SubstreamRequest substream(String stream, String id) throws AltoException, InterruptedException {
        ServiceDirectory now = directory.current();
        return Questions.substream(now, stream, id, null);
    }

    /// Path vectors between addresses to be followed in an update stream.
    ///
    /// @param stream the service that brings their changes
    public SubstreamRequest substream(String stream, String id, EndpointPairs pairs, List<String> properties)
            throws AltoException, InterruptedException {
        ServiceDirectory now = directory.current();
        Service service = DirectoryKeeper.of(now, id, ServiceKind.ENDPOINT_PATH_VECTOR);
        return Questions.substream(now, stream, id, PathVectorQuestions.endpoints(service, pairs, properties));
    }

    /// An update stream, not opened before something is to be followed.
    ///
    /// @param stream id of the service
    /// @param timers where its tasks run
    public UpdateStream updates(String stream, UpdateListener listener, Timers timers) {
        return new UpdateStream(
                new StreamSource(http, calls, stream), listener, timers, BackOff.ofStreams(random), clock);
    }

    /// Some servers answer with other costs than asked, or echo what they do not know (RFC 7285 §11.5.1.6).
    private static <K extends Comparable<? super K>> Answer<CostMapDocument<K>> echoed(
            List<CostType> asked, Answer<CostMapDocument<K>> answer) throws AltoException {
        List<CostType> got = answer.document().types();
        boolean same = got.size() == asked.size();
        for (int i = 0; same && i < got.size(); i++) {
            same = got.get(i).sameKey(asked.get(i));
        }
        if (!same) {
            throw AltoException.invalid(InvalidReason.COST_TYPE, "the answer has other cost types than asked");
        }
        return answer;
    }

    /// Cut to what the directory says that the resource has (RFC 9240 §7.6).
    private PropertyMapDocument propertyMap(Service service, byte[] body) throws AltoFormatException {
        return PropertyMapParser.parse(body)
                .restricted(
                        service.capabilities().mappings(),
                        other -> directory.find(other).map(Service::mediaType));
    }
}
