// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.codec.EventName;
import io.tcn.alto.codec.Json;
import io.tcn.alto.codec.StreamControlParser;
import io.tcn.alto.codec.StreamEvent;
import io.tcn.alto.codec.UriReference;
import io.tcn.alto.model.AltoErrorDocument;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoMediaTypes;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Update streams (RFC 8895).
final class StreamChecks {
    private StreamChecks() {}

    static List<Check> all() {
        return List.of(
                new Check("U01", "the first event is control, with control-uri or null", StreamChecks::first),
                new Check("U02", "a full copy first", StreamChecks::fullCopy),
                new Check("U05", "a resource comes before its dependents", StreamChecks::order),
                new Check("U06", "opening errors: 400 and no stream", StreamChecks::refusals),
                new Check(
                        "U07",
                        "control: what is removed stops and is told; remove [] closes; then 404",
                        StreamChecks::control),
                new Check("U13", "each stream has a control URI of its own", StreamChecks::ownControl));
    }

    private static Service stream(Subject subject) throws Outcome, AltoException, InterruptedException {
        return subject.need(ServiceKind.UPDATES);
    }

    /// Resources asked by GET that the stream can follow.
    private static List<Service> followed(Subject subject, Service stream)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        List<Service> services = new ArrayList<>();
        for (String id : stream.uses()) {
            Optional<Service> service = subject.client().directory().find(id);
            if (service.isPresent() && service.get().kind().accepts().isEmpty()) {
                services.add(service.get());
            }
        }
        if (services.isEmpty()) {
            throw Outcome.skipped("the stream follows no GET resource");
        }
        return services;
    }

    private static String add(List<Service> services) {
        List<String> entries = new ArrayList<>();
        for (int i = 0; i < services.size(); i++) {
            entries.add("'s" + i + "': {'resource-id': '" + services.get(i).id() + "'}");
        }
        return "{'add': {" + String.join(", ", entries) + "}}";
    }

    private static StreamProbe open(Subject subject, List<Service> services)
            throws Outcome, AltoException, IOException, InterruptedException {
        StreamProbe probe = subject.open(stream(subject), add(services));
        try {
            probe.needStream();
        } catch (Outcome refused) {
            probe.close();
            throw refused;
        }
        return probe;
    }

    /// The first event, which must be control.
    private static Optional<String> control(StreamProbe probe)
            throws Outcome, AltoFormatException, InterruptedException {
        StreamEvent.Message event = probe.need();
        EventName name = EventName.parse(event.name());
        Outcome.require(name.type().is(AltoMediaTypes.UPDATE_STREAM_CONTROL), "the first event is " + event.name());
        JsonNode uri = Look.at(Json.readObject(event.data()), "control-uri");
        Outcome.require(uri.isNull() || uri.isString(), "control-uri is " + uri);
        return uri.isNull() ? Optional.empty() : Optional.of(uri.stringValue());
    }

    private static String first(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        try (StreamProbe probe =
                open(subject, followed(subject, stream(subject)).subList(0, 1))) {
            return control(probe).isPresent()
                    ? "the first event has a control-uri"
                    : "the first event says that there is no control";
        }
    }

    private static String fullCopy(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service service = followed(subject, stream(subject)).getFirst();
        try (StreamProbe probe = open(subject, List.of(service))) {
            control(probe);
            StreamEvent.Message event = probe.need();
            EventName name = EventName.parse(event.name());
            Outcome.require(
                    name.type().is(service.mediaType().essence()),
                    "the first data of " + service.id() + " came as " + event.name());
            JsonNode copy = Json.readObject(event.data());
            JsonNode whole = subject.get(service).json();
            Outcome.require(Look.isSame(copy, whole), "the first copy is not what GET gives");
            return "the first copy of " + service.id() + " is what GET gives";
        }
    }

    private static String order(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        List<Service> services = new ArrayList<>(followed(subject, stream(subject)));
        Service map = subject.networkMap();
        Optional<Service> dependent = services.stream()
                .filter(service -> service.uses().contains(map.id()))
                .findFirst();
        if (dependent.isEmpty()
                || services.stream().noneMatch(service -> service.id().equals(map.id()))) {
            throw Outcome.skipped("the stream does not follow a network map and a cost map on it");
        }
        // asked in the wrong order on purpose
        try (StreamProbe probe = open(subject, List.of(dependent.get(), map))) {
            control(probe);
            EventName first = EventName.parse(probe.need().name());
            Outcome.require(
                    first.dataId() != null && first.dataId().substream().equals("s1"),
                    dependent.get().id() + " came before " + map.id());
            return map.id() + " came before " + dependent.get().id() + ", though asked after it";
        }
    }

    private static String refusals(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service stream = stream(subject);
        try (StreamProbe probe = subject.open(stream, "{}")) {
            Reply reply = refused(probe, "{}");
            AltoErrorDocument error = reply.error(AltoErrorDocument.MISSING_FIELD);
            Outcome.require("add".equals(error.field()), "{} was refused for the field " + error.field());
        }
        try (StreamProbe probe = subject.open(stream, "{'add': {'s0': {'resource-id': 'no-such-resource'}}}")) {
            refused(probe, "an unknown resource-id").error(AltoErrorDocument.INVALID_FIELD_VALUE);
        }
        return "nothing to add and an unknown resource were refused with 400";
    }

    private static Reply refused(StreamProbe probe, String what) throws Outcome {
        var refusal = probe.refusal();
        if (refusal == null) {
            throw Outcome.fail(what + " was answered with a stream");
        }
        return new Reply("POST of " + what, refusal);
    }

    private static String control(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service stream = stream(subject);
        Service service = followed(subject, stream).getFirst();
        try (StreamProbe probe = open(subject, List.of(service))) {
            Optional<String> uri = control(probe);
            if (uri.isEmpty()) {
                throw Outcome.notOffered("the stream cannot be controlled");
            }
            URI control = URI.create(UriReference.resolve(stream.uri().toString(), uri.get()));
            probe.need(); // the first copy
            done(subject, control, "{'remove': ['s0']}");
            while (!isStopped(probe.need())) {
                // what was on its way
            }
            done(subject, control, "{'remove': []}");
            while (probe.next().isPresent()) {
                // what was on its way
            }
            int gone = post(subject, control, "{'remove': []}").status();
            Outcome.require(gone == 404, "the control of a stream that ended answered " + gone + ", not 404");
            return "remove was told as stopped, remove [] ended the stream, then 404";
        }
    }

    private static boolean isStopped(StreamEvent.Message event) throws AltoFormatException {
        return EventName.parse(event.name()).type().is(AltoMediaTypes.UPDATE_STREAM_CONTROL)
                && StreamControlParser.parse(event.data()).stopped().contains("s0");
    }

    private static void done(Subject subject, URI control, String body)
            throws Outcome, IOException, InterruptedException {
        int status = post(subject, control, body).status();
        Outcome.require(status == 204 || status == 202, "control with " + body + " answered " + status);
    }

    private static Reply post(Subject subject, URI control, String body) throws IOException, InterruptedException {
        return subject.post(control, AltoMediaTypes.UPDATE_STREAM_CONTROL, AltoMediaTypes.UPDATE_STREAM_PARAMS, body);
    }

    private static String ownControl(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        List<Service> services = followed(subject, stream(subject)).subList(0, 1);
        try (StreamProbe one = open(subject, services);
                StreamProbe other = open(subject, services)) {
            Optional<String> first = control(one);
            Optional<String> second = control(other);
            if (first.isEmpty() || second.isEmpty()) {
                throw Outcome.notOffered("the stream cannot be controlled");
            }
            Outcome.require(!first.get().equals(second.get()), "two streams have the control URI " + first.get());
            return "two streams, two control URIs";
        }
    }
}
