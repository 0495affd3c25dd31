// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoTransport;
import io.tcn.alto.http.HttpFields;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.CostType;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The server that is checked: what it offers, and ways to ask it that let everything through. Not thread-safe.
final class Subject {
    private static final int MAX_REMEMBERED = 1000;

    private final AltoClient client;
    private final AltoTransport transport;
    private final AltoTransport stranger;
    private final List<Address> givenSources;
    private final List<Address> givenDestinations;
    private final List<Reply> replies = new ArrayList<>();
    private @Nullable Sample sample;

    /// @param client of the server, for its directory
    /// @param transport says who we are
    /// @param stranger does not
    /// @param givenSources addresses to ask for; empty to take some out of the network map
    Subject(
            AltoClient client,
            AltoTransport transport,
            AltoTransport stranger,
            List<Address> givenSources,
            List<Address> givenDestinations) {
        this.client = client;
        this.transport = transport;
        this.stranger = stranger;
        this.givenSources = List.copyOf(givenSources);
        this.givenDestinations = List.copyOf(givenDestinations);
    }

    AltoClient client() {
        return client;
    }

    URI root() {
        return client.settings().ird();
    }

    Duration patience() {
        return client.settings().limits().answer();
    }

    /// All services of the closure.
    List<Service> services() throws AltoException, InterruptedException {
        return client.directory().all();
    }

    /// The first service of a kind.
    Optional<Service> find(ServiceKind kind) throws AltoException, InterruptedException {
        return client.directory().ofKind(kind).stream().findFirst();
    }

    /// The first service of a kind; without one the check does not apply.
    Service need(ServiceKind kind) throws Outcome, AltoException, InterruptedException {
        return find(kind).orElseThrow(() -> Outcome.notOffered("no such resource"));
    }

    /// The default network map, else the first.
    Service networkMap() throws Outcome, AltoException, InterruptedException {
        Optional<Service> map = client.directory().defaultNetworkMap();
        return map.isPresent() ? map.get() : need(ServiceKind.NETWORK_MAP);
    }

    /// PIDs and addresses to ask for.
    Sample sample() throws Outcome, AltoException, InterruptedException {
        Sample known = sample;
        if (known == null) {
            known = Sample.of(client, givenSources, givenDestinations);
            sample = known;
        }
        return known;
    }

    /// A cost type of numbers that a service has, `routingcost` if it is among them.
    static CostType numerical(Service service) throws Outcome {
        List<CostType> numbers = service.costTypes().stream()
                .filter(type -> type.mode().equals(CostType.NUMERICAL))
                .toList();
        for (CostType type : numbers) {
            if (type.metric().equals("routingcost")) {
                return type;
            }
        }
        return numbers.stream()
                .findFirst()
                .orElseThrow(() -> Outcome.notOffered(service.id() + " has no numerical costs"));
    }

    Reply get(URI uri, String accept, Map<String, String> more) throws IOException, InterruptedException {
        HttpFields fields = HttpFields.NONE.with("Accept", accept + "," + AltoMediaTypes.ERROR);
        for (Map.Entry<String, String> field : more.entrySet()) {
            fields = fields.with(field.getKey(), field.getValue());
        }
        return remember(new Reply("GET " + shown(uri), transport.exchange(AltoRequest.get(uri, fields))));
    }

    Reply get(Service service) throws IOException, InterruptedException {
        return get(service.uri(), service.mediaType().toString(), Map.of());
    }

    /// Asks without saying who we are.
    Reply asStranger(URI uri) throws IOException, InterruptedException {
        HttpFields fields = HttpFields.NONE.with("Accept", AltoMediaTypes.DIRECTORY + "," + AltoMediaTypes.ERROR);
        return new Reply("GET " + shown(uri), stranger.exchange(AltoRequest.get(uri, fields)));
    }

    /// @param body with single quotes in place of double ones
    Reply post(Service service, String body) throws IOException, InterruptedException {
        return post(
                service.uri(), service.mediaType().toString(), service.kind().accepts(), body);
    }

    Reply post(URI uri, String accept, String type, String body) throws IOException, InterruptedException {
        return remember(new Reply("POST " + shown(uri), transport.exchange(request(uri, accept, type, body))));
    }

    /// Opens a stream.
    StreamProbe open(Service updates, String body) throws IOException, InterruptedException {
        return StreamProbe.open(
                transport,
                request(updates.uri(), AltoMediaTypes.EVENT_STREAM, AltoMediaTypes.UPDATE_STREAM_PARAMS, body),
                patience());
    }

    private static AltoRequest request(URI uri, String accept, String type, String body) {
        HttpFields fields = HttpFields.NONE
                .with("Accept", accept + "," + AltoMediaTypes.ERROR)
                .with("Content-Type", type);
        return AltoRequest.post(uri, fields, Look.body(body));
    }

    /// All answers so far.
    List<Reply> replies() {
        return List.copyOf(replies);
    }

    private Reply remember(Reply reply) {
        if (replies.size() < MAX_REMEMBERED) {
            replies.add(reply);
        }
        return reply;
    }

    private static String shown(URI uri) {
        String path = uri.getRawPath();
        return path == null || path.isEmpty() ? "/" : path;
    }
}
