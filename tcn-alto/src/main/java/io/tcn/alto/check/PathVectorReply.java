// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.codec.Json;
import io.tcn.alto.codec.Multipart;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.AltoNames;
import io.tcn.alto.model.EntityId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A path-vector answer as it came, in its two parts.
///
/// @param service that gave it
/// @param multipart the message
/// @param root the paths
/// @param map properties of the elements
record PathVectorReply(Service service, Multipart multipart, ObjectNode root, ObjectNode map) {
    /// Resources of path vectors, without one the check does not apply.
    static List<Service> services(Subject subject) throws Outcome, AltoException, InterruptedException {
        List<Service> all = new ArrayList<>(subject.client().directory().ofKind(ServiceKind.ENDPOINT_PATH_VECTOR));
        all.addAll(subject.client().directory().ofKind(ServiceKind.PID_PATH_VECTOR));
        if (all.isEmpty()) {
            throw Outcome.notOffered("no path vectors");
        }
        return all;
    }

    /// The body of a request from the first place of the sample to the next.
    ///
    /// @param properties null to leave the field out
    static String body(Subject subject, Service service, @Nullable List<String> properties)
            throws Outcome, AltoException, InterruptedException {
        return body(subject, service, properties, 1);
    }

    /// @param destinations how many
    static String body(Subject subject, Service service, @Nullable List<String> properties, int destinations)
            throws Outcome, AltoException, InterruptedException {
        Sample sample = subject.sample();
        boolean isByAddress = service.kind() == ServiceKind.ENDPOINT_PATH_VECTOR;
        String from = isByAddress ? sample.source() : sample.pid(0);
        List<String> to = new ArrayList<>();
        for (int i = 0; i < destinations; i++) {
            to.add(isByAddress ? sample.destination(i) : sample.pid(i + 1));
        }
        return "{'cost-type': {'cost-metric': 'ane-path', 'cost-mode': 'array'}, '"
                + (isByAddress ? "endpoints" : "pids") + "': {'srcs': ['" + from + "'], 'dsts': [" + Look.quoted(to)
                + "]}"
                + (properties == null ? "" : ", 'ane-property-names': [" + Look.quoted(properties) + "]")
                + "}";
    }

    /// Asks with all properties that are offered.
    static PathVectorReply ask(Subject subject, Service service)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        return parse(
                service,
                subject.post(
                        service, body(subject, service, service.capabilities().anePropertyNames())));
    }

    static PathVectorReply parse(Service service, Reply reply) throws Outcome, AltoFormatException {
        reply.good();
        Multipart multipart =
                Multipart.split(reply.contentType(), reply.response().body());
        return new PathVectorReply(
                service,
                multipart,
                part(multipart, service.kind().answer(), service),
                part(multipart, AltoMediaTypes.PROPERTY_MAP, service));
    }

    private static ObjectNode part(Multipart multipart, String type, Service service)
            throws Outcome, AltoFormatException {
        Optional<Multipart.Part> part = multipart.findByType(type);
        if (part.isEmpty()) {
            throw Outcome.fail(service.id() + " answered without a part of " + type);
        }
        return Json.readObject(part.get().content());
    }

    /// Names in all paths.
    Set<String> names() throws Outcome {
        JsonNode rows = Look.object(
                root, service.kind() == ServiceKind.ENDPOINT_PATH_VECTOR ? "endpoint-cost-map" : "cost-map");
        Set<String> names = new TreeSet<>();
        for (String row : Look.names(rows)) {
            for (String column : Look.names(rows.get(row))) {
                for (JsonNode name : rows.get(row).get(column)) {
                    Outcome.require(
                            name.isString() && AltoNames.isAneName(name.stringValue()),
                            service.id() + ": " + name + " in a path is no name of an element");
                    names.add(name.stringValue());
                }
            }
        }
        return names;
    }

    JsonNode properties() throws Outcome {
        return Look.object(map, "property-map");
    }

    /// Resources that persistent ids point to.
    Set<String> defining() throws Outcome, AltoFormatException {
        Set<String> resources = new TreeSet<>();
        JsonNode all = properties();
        for (String name : Look.names(all)) {
            JsonNode id = all.get(name).get("persistent-entity-id");
            if (id != null && id.isString()) {
                String resource = EntityId.parse(id.stringValue()).domain().resourceId();
                if (resource != null && !resource.isEmpty()) {
                    resources.add(resource);
                }
            }
        }
        return resources;
    }
}
