// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.model.AltoErrorDocument;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.CostType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Filtered maps (RFC 7285 §11.3).
final class FilterChecks {
    private static final String NO_PID = "no-such-pid-here";

    private FilterChecks() {}

    static List<Check> all() {
        return List.of(
                new Check("F01", "empty list: all; absent pids: all x all; duplicates once", FilterChecks::empty),
                new Check("F02", "unknown PIDs as if absent; only what was asked", FilterChecks::unknown),
                new Check("F03", "a filtered network map has the tag of the whole", FilterChecks::tag),
                new Check(
                        "F04",
                        "constraints are ANDed, failing pairs left out; refused if not offered",
                        FilterChecks::constraints),
                new Check(
                        "F05",
                        "cost type not offered: INVALID_FIELD_VALUE; description ignored",
                        FilterChecks::costType));
    }

    private static String type(CostType type) {
        return "'cost-type': {'cost-metric': '" + type.metric() + "', 'cost-mode': '" + type.mode() + "'}";
    }

    private static ObjectNode filtered(Subject subject, Service service, String pids)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        return subject.post(service, "{'pids': [" + pids + "]}").json();
    }

    private static String empty(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Optional<Service> map = subject.find(ServiceKind.FILTERED_NETWORK_MAP);
        Optional<Service> costs = subject.find(ServiceKind.FILTERED_COST_MAP);
        if (map.isEmpty() && costs.isEmpty()) {
            throw Outcome.notOffered("no filtered maps");
        }
        List<String> seen = new ArrayList<>();
        if (map.isPresent()) {
            JsonNode all = Look.at(filtered(subject, map.get(), ""), "network-map");
            JsonNode whole = Look.at(NetworkMapChecks.read(subject, subject.networkMap()), "network-map");
            Outcome.require(Look.isSame(all, whole), map.get().id() + ": pids [] did not give the whole map");
            String pid = subject.sample().pid(0);
            JsonNode once = Look.object(filtered(subject, map.get(), Look.quoted(List.of(pid, pid))), "network-map");
            Outcome.require(
                    once.size() == 1 && once.has(pid), map.get().id() + ": a PID asked twice did not come once");
            seen.add(map.get().id() + " with pids [] is the whole map");
        }
        if (costs.isPresent()) {
            String type = type(Subject.numerical(costs.get()));
            JsonNode absent =
                    Look.at(subject.post(costs.get(), "{" + type + "}").json(), "cost-map");
            JsonNode none = Look.at(
                    subject.post(costs.get(), "{" + type + ", 'pids': {'srcs': [], 'dsts': []}}")
                            .json(),
                    "cost-map");
            Outcome.require(Look.isSame(absent, none), costs.get().id() + ": empty lists and no pids differ");
            seen.add(costs.get().id() + " without pids gives all x all");
        }
        return String.join("; ", seen);
    }

    private static String unknown(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Optional<Service> map = subject.find(ServiceKind.FILTERED_NETWORK_MAP);
        Optional<Service> costs = subject.find(ServiceKind.FILTERED_COST_MAP);
        if (map.isEmpty() && costs.isEmpty()) {
            throw Outcome.notOffered("no filtered maps");
        }
        String first = subject.sample().pid(0);
        if (map.isPresent()) {
            JsonNode got =
                    Look.object(filtered(subject, map.get(), Look.quoted(List.of(first, NO_PID))), "network-map");
            Outcome.require(
                    Look.names(got).equals(List.of(first)),
                    map.get().id() + ": asked " + first + " and an unknown PID, got " + Look.names(got));
        }
        if (costs.isPresent()) {
            String second = subject.sample().pid(1);
            JsonNode got = Look.object(
                    subject.post(
                                    costs.get(),
                                    "{" + type(Subject.numerical(costs.get())) + ", 'pids': {'srcs': ["
                                            + Look.quoted(List.of(first, NO_PID)) + "], 'dsts': ['" + second + "']}}")
                            .json(),
                    "cost-map");
            for (String from : Look.names(got)) {
                Outcome.require(
                        from.equals(first) && List.of(second).containsAll(Look.names(got.get(from))),
                        costs.get().id() + " answered with pairs that were not asked, from " + from);
            }
        }
        return "asked " + first + " and " + NO_PID + ": only what was asked and is known";
    }

    private static String tag(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service map = subject.need(ServiceKind.FILTERED_NETWORK_MAP);
        JsonNode part = Look.at(filtered(subject, map, "'" + subject.sample().pid(0) + "'"), "meta", "vtag");
        JsonNode whole = Look.at(NetworkMapChecks.read(subject, subject.networkMap()), "meta", "vtag");
        Outcome.require(Look.isSame(part, whole), "the part has the vtag " + part + ", the whole " + whole);
        return "both have the tag " + Look.text(whole, "tag");
    }

    private static String constraints(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Optional<Service> filtered = subject.find(ServiceKind.FILTERED_COST_MAP);
        Service service = filtered.isPresent() ? filtered.get() : subject.need(ServiceKind.ENDPOINT_COST);
        CostType type = Subject.numerical(service);
        String ends = filtered.isPresent() ? "" : EndpointChecks.ends(subject);
        Reply all = subject.post(service, "{" + type(type) + ends + "}");
        String member = filtered.isPresent() ? "cost-map" : "endpoint-cost-map";
        List<Double> costs = values(Look.object(all.json(), member));
        if (costs.isEmpty()) {
            throw Outcome.skipped(service.id() + " has no pairs to constrain");
        }
        double middle = costs.get(costs.size() / 2);
        double least = costs.getFirst();
        Reply some = subject.post(
                service, "{" + type(type) + ends + ", 'constraints': ['le " + middle + "', 'gt " + least + "']}");
        boolean isTestable = !service.capabilities().testableCostTypeNames().isEmpty();
        if (!service.capabilities().costConstraints() && !isTestable) {
            Outcome.require(
                    some.status() == 400,
                    service.id() + " does not offer constraints, but answered a request" + " with some with "
                            + some.status());
            return "not offered, and refused with 400";
        }
        List<Double> expected =
                costs.stream().filter(cost -> cost <= middle && cost > least).toList();
        List<Double> got = values(Look.object(some.json(), member));
        Outcome.require(
                got.equals(expected),
                "le " + middle + " and gt " + least + ": " + got.size() + " pairs came, " + expected.size() + " of "
                        + costs.size() + " meet both");
        return "le " + middle + " and gt " + least + " left " + got.size() + " of " + costs.size() + " pairs";
    }

    private static List<Double> values(JsonNode rows) {
        List<Double> values = new ArrayList<>();
        for (String row : Look.names(rows)) {
            for (String column : Look.names(rows.get(row))) {
                JsonNode cell = rows.get(row).get(column);
                if (cell.isNumber()) {
                    values.add(cell.doubleValue());
                }
            }
        }
        return values.stream().sorted().toList();
    }

    private static String costType(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Optional<Service> filtered = subject.find(ServiceKind.FILTERED_COST_MAP);
        Service service = filtered.isPresent() ? filtered.get() : subject.need(ServiceKind.ENDPOINT_COST);
        String ends = filtered.isPresent() ? "" : EndpointChecks.ends(subject);
        CostType type = Subject.numerical(service);
        subject.post(service, "{" + type(CostType.of("priv:no-such-metric", CostType.NUMERICAL)) + ends + "}")
                .error(AltoErrorDocument.INVALID_FIELD_VALUE);
        String described = "'cost-type': {'cost-metric': '" + type.metric() + "', 'cost-mode': '" + type.mode()
                + "', 'description': 'anything'}";
        subject.post(service, "{" + described + ends + "}").good();
        return service.id() + " refused priv:no-such-metric with E_INVALID_FIELD_VALUE, and ignored a description";
    }
}
