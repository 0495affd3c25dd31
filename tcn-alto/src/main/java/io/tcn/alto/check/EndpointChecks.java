// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoErrorDocument;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.Family;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Properties of endpoints and costs between them (RFC 7285 §11.4, §11.5).
final class EndpointChecks {
    private EndpointChecks() {}

    static List<Check> all() {
        return List.of(
                new Check(
                        "P01",
                        "pid for each network map; properties checked against prop-types",
                        EndpointChecks::properties),
                new Check("P02", "only what was asked; dependent tags of the maps asked", EndpointChecks::dependent),
                new Check(
                        "E01",
                        "an empty side is the caller; both empty refused; duplicates once",
                        EndpointChecks::sides),
                new Check("E02", "cost-type in meta; the service uses no map", EndpointChecks::meta),
                new Check("G10", "any legal spelling of an address is accepted", EndpointChecks::spelling));
    }

    /// The member for two addresses, with a comma before it.
    static String ends(Subject subject) throws Outcome, AltoException, InterruptedException {
        return ", 'endpoints': {'srcs': ['" + subject.sample().source() + "'], 'dsts': ['"
                + subject.sample().destination(0) + "']}";
    }

    private static String properties(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service service = subject.need(ServiceKind.ENDPOINT_PROPERTIES);
        List<Service> maps = subject.client().directory().ofKind(ServiceKind.NETWORK_MAP);
        Set<String> offered = new HashSet<>();
        for (Service each : subject.client().directory().ofKind(ServiceKind.ENDPOINT_PROPERTIES)) {
            offered.addAll(each.capabilities().propTypes());
        }
        for (Service map : maps) {
            Outcome.require(offered.contains(map.id() + ".pid"), "no service offers " + map.id() + ".pid");
        }
        subject.post(
                        service,
                        "{'properties': ['priv:no-such-property'], 'endpoints': ['"
                                + subject.sample().source() + "']}")
                .error(AltoErrorDocument.INVALID_FIELD_VALUE);
        return "pid of " + maps.size() + " maps is offered; priv:no-such-property was refused";
    }

    private static String dependent(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service service = subject.need(ServiceKind.ENDPOINT_PROPERTIES);
        Service map = subject.networkMap();
        String name = map.id() + ".pid";
        if (!service.capabilities().propTypes().contains(name)) {
            throw Outcome.notOffered(service.id() + " does not offer " + name);
        }
        String address = subject.sample().source();
        ObjectNode answer = subject.post(service, "{'properties': ['" + name + "'], 'endpoints': ['" + address + "']}")
                .json();
        CostMapChecks.dependsOn(subject, answer, service);
        for (String key : Look.names(Look.object(answer, "endpoint-properties"))) {
            Outcome.require(Address.parseTyped(key).equals(Address.parseTyped(address)), "unasked endpoint " + key);
            JsonNode values = answer.get("endpoint-properties").get(key);
            Outcome.require(List.of(name).containsAll(Look.names(values)), "unasked property of " + key);
        }
        return name + " of one address came with the tag of " + map.id();
    }

    private static Service costs(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        return subject.need(ServiceKind.ENDPOINT_COST);
    }

    private static String type(Service service) throws Outcome {
        CostType type = Subject.numerical(service);
        return "'cost-type': {'cost-metric': '" + type.metric() + "', 'cost-mode': '" + type.mode() + "'}";
    }

    private static String sides(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service service = costs(subject);
        String type = type(service);
        subject.post(service, "{" + type + ", 'endpoints': {'srcs': [], 'dsts': []}}")
                .error();
        String address = subject.sample().source();
        String other = subject.sample().destination(0);
        subject.post(service, "{" + type + ", 'endpoints': {'srcs': [], 'dsts': ['" + other + "']}}")
                .good();
        JsonNode rows = Look.object(
                subject.post(
                                service,
                                "{" + type + ", 'endpoints': {'srcs': ['" + address + "', '" + address
                                        + "'], 'dsts': ['" + other + "']}}")
                        .json(),
                "endpoint-cost-map");
        Outcome.require(rows.size() <= 1, "a source asked twice came as " + rows.size() + " rows");
        return "both sides empty: 400; no sources: 200; a source twice: " + rows.size() + " row";
    }

    private static String meta(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service service = costs(subject);
        Outcome.require(CostMapChecks.networkMaps(subject, service) == 0, service.id() + " uses " + service.uses());
        CostType type = Subject.numerical(service);
        JsonNode answer =
                subject.post(service, "{" + type(service) + ends(subject) + "}").json();
        Outcome.require(
                type.metric().equals(Look.text(answer, "meta", "cost-type", "cost-metric"))
                        && type.mode().equals(Look.text(answer, "meta", "cost-type", "cost-mode")),
                "the answer has another cost type than asked");
        Look.object(answer, "endpoint-cost-map");
        return service.id() + " answered " + type.metric() + " as asked, and uses no network map";
    }

    private static String spelling(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Optional<Service> costs = subject.find(ServiceKind.ENDPOINT_COST);
        if (costs.isEmpty()) {
            throw Outcome.notOffered("no costs between addresses");
        }
        String from = subject.sample().source();
        String to = subject.sample().destination(0);
        Address address = Address.parseTyped(from);
        if (address.family() != Family.IPV6) {
            throw Outcome.skipped("an IPv4 address has one spelling only");
        }
        String type = type(costs.get());
        JsonNode plain = Look.object(
                subject.post(
                                costs.get(),
                                "{" + type + ", 'endpoints': {'srcs': ['" + from + "'], 'dsts': ['" + to + "']}}")
                        .json(),
                "endpoint-cost-map");
        JsonNode spelled = Look.object(
                subject.post(
                                costs.get(),
                                "{" + type + ", 'endpoints': {'srcs': ['ipv6:" + full(address) + "'], 'dsts': ['" + to
                                        + "']}}")
                        .json(),
                "endpoint-cost-map");
        Outcome.require(spelled.size() == plain.size(), full(address) + " gave another answer than " + address);
        return full(address) + " is taken for " + address;
    }

    /// All eight groups with all zeros, in upper case.
    private static String full(Address address) {
        StringBuilder text = new StringBuilder();
        for (long half : new long[] {address.high(), address.low()}) {
            for (int shift = 48; shift >= 0; shift -= 16) {
                text.append(text.isEmpty() ? "" : ":")
                        .append(String.format(Locale.ROOT, "%04X", (half >>> shift) & 0xFFFF));
            }
        }
        return text.toString();
    }
}
