// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.model.AltoErrorDocument;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.EntityId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What stands in path vectors (RFC 9275 §6, §7.2.6, §11).
final class PathContentChecks {
    private static final int MAX_ID = 64;

    private PathContentChecks() {}

    static List<Check> all() {
        return List.of(
                new Check(
                        "V09",
                        "each element has an entry, with the properties asked and no others",
                        PathContentChecks::entries),
                new Check("V10", "a property that is not offered: INVALID_FIELD_VALUE", PathContentChecks::refusal),
                new Check(
                        "V11",
                        "elements in .ane, persistent ones in PROPMAP.ane; ids at most 64 characters",
                        PathContentChecks::domains),
                new Check("V14", "other requests, other names of elements", PathContentChecks::names));
    }

    private static String entries(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        List<String> seen = new ArrayList<>();
        for (Service service : PathVectorReply.services(subject)) {
            List<String> offered = service.capabilities().anePropertyNames();
            if (!offered.isEmpty()) {
                String property = offered.getFirst();
                checkEntries(subject, service, List.of(property));
            }
            int elements = checkEntries(subject, service, null);
            seen.add(service.id() + ": " + elements + " elements");
        }
        return String.join("; ", seen) + ", each with its entry";
    }

    private static int checkEntries(Subject subject, Service service, @Nullable List<String> asked)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        PathVectorReply message =
                PathVectorReply.parse(service, subject.post(service, PathVectorReply.body(subject, service, asked)));
        Set<String> names = message.names();
        JsonNode properties = message.properties();
        if (names.isEmpty()) {
            throw Outcome.skipped(service.id() + " has no path between "
                    + subject.sample().pids() + "; give addresses with --src and --dst");
        }
        for (String name : names) {
            JsonNode own = properties.get(".ane:" + name);
            Outcome.require(own != null, service.id() + ": " + name + " is in a path, but not in the property map");
            for (String property : own == null ? List.<String>of() : Look.names(own)) {
                Outcome.require(
                        asked != null && asked.contains(property),
                        service.id() + ": " + name + " has " + property + ", which was not asked");
            }
        }
        return names.size();
    }

    private static String refusal(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        List<String> seen = new ArrayList<>();
        for (Service service : PathVectorReply.services(subject)) {
            AltoErrorDocument error = subject.post(
                            service, PathVectorReply.body(subject, service, List.of("priv:no-such-property")))
                    .error(AltoErrorDocument.INVALID_FIELD_VALUE);
            Outcome.require(
                    "ane-property-names".equals(error.field()),
                    service.id() + " refused it for the field " + error.field() + ", not ane-property-names");
            seen.add(service.id());
        }
        return "priv:no-such-property was refused by " + String.join(", ", seen);
    }

    private static String domains(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        int persistent = 0;
        for (Service service : PathVectorReply.services(subject)) {
            PathVectorReply message = PathVectorReply.ask(subject, service);
            String id = Look.text(message.root(), "meta", "vtag", "resource-id");
            Outcome.require(id.length() <= MAX_ID, id + " has more than " + MAX_ID + " characters");
            JsonNode properties = message.properties();
            for (String name : Look.names(properties)) {
                EntityId entity = EntityId.parse(name);
                Outcome.require(
                        entity.domain().toString().equals(".ane"), service.id() + ": " + name + " is not in .ane");
                JsonNode lasting = properties.get(name).get("persistent-entity-id");
                if (lasting != null && lasting.isString()) {
                    EntityId other = EntityId.parse(lasting.stringValue());
                    String resource = other.domain().resourceId();
                    Outcome.require(
                            other.domain().type().equals("ane") && resource != null && !resource.isEmpty(),
                            service.id() + ": the persistent id " + other + " is not in PROPMAP.ane");
                    persistent++;
                }
            }
        }
        return "all elements are in .ane; " + persistent + " persistent ids";
    }

    private static String names(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service service = PathVectorReply.services(subject).getFirst();
        Set<String> one = PathVectorReply.parse(
                        service, subject.post(service, PathVectorReply.body(subject, service, List.of(), 1)))
                .names();
        Set<String> other = PathVectorReply.parse(service, subject.post(service, otherBody(subject, service)))
                .names();
        if (one.isEmpty() || other.isEmpty()) {
            throw Outcome.skipped("the paths that came have no elements to compare: give addresses of which some lie"
                    + " between with --src and --dst");
        }
        Set<String> both = new HashSet<>(one);
        both.retainAll(other);
        if (!both.isEmpty()) {
            throw Outcome.notOffered(both.size() + " names came in two different answers, such as "
                    + both.iterator().next() + " (RFC 9275 §11 only recommends other ones)");
        }
        return "two requests of " + service.id() + " had no name in common";
    }

    /// A request that differs from the one for a single path: by a second destination where there is one, else by the
    /// properties that it asks for.
    private static String otherBody(Subject subject, Service service)
            throws Outcome, AltoException, InterruptedException {
        boolean isByAddress = service.kind() == ServiceKind.ENDPOINT_PATH_VECTOR;
        int destinations = isByAddress
                ? subject.sample().destinations().size()
                : subject.sample().pids().size() - 1;
        return destinations > 1
                ? PathVectorReply.body(subject, service, List.of(), 2)
                : PathVectorReply.body(subject, service, service.capabilities().anePropertyNames());
    }
}
