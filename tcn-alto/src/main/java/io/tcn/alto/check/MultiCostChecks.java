// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.CostType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Several cost types at once (RFC 8189) and the units of metrics (RFC 9439).
final class MultiCostChecks {
    private MultiCostChecks() {}

    static List<Check> all() {
        return List.of(
                new Check(
                        "K01",
                        "several cost types: arrays in order; not beside cost-type; not too many",
                        MultiCostChecks::several),
                new Check("K02", "OR constraints; no empty inner array; both kinds refused", MultiCostChecks::or),
                new Check("K03", "values fit the units of their metrics", MultiCostChecks::units));
    }

    private static Service service(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        for (ServiceKind kind : List.of(ServiceKind.FILTERED_COST_MAP, ServiceKind.ENDPOINT_COST)) {
            Optional<Service> service = subject.find(kind);
            if (service.isPresent() && service.get().capabilities().maxCostTypes() > 0) {
                return service.get();
            }
        }
        throw Outcome.notOffered("no service has max-cost-types");
    }

    private static String json(CostType type) {
        return "{'cost-metric': '" + type.metric() + "', 'cost-mode': '" + type.mode() + "'}";
    }

    private static String ends(Subject subject, Service service) throws Outcome, AltoException, InterruptedException {
        return service.kind() == ServiceKind.ENDPOINT_COST ? EndpointChecks.ends(subject) : "";
    }

    private static String member(Service service) {
        return service.kind() == ServiceKind.ENDPOINT_COST ? "endpoint-cost-map" : "cost-map";
    }

    private static String several(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service service = service(subject);
        String ends = ends(subject, service);
        int most = service.capabilities().maxCostTypes();
        List<CostType> types = service.costTypes()
                .subList(0, Math.min(most, service.costTypes().size()));
        String asked = "'multi-cost-types': ["
                + String.join(", ", types.stream().map(MultiCostChecks::json).toList()) + "]";
        ObjectNode answer = subject.post(service, "{" + asked + ends + "}").json();
        JsonNode echoed = Look.at(answer, "meta", "multi-cost-types");
        Outcome.require(echoed.size() == types.size(), "asked " + types.size() + " types, got " + echoed.size());
        for (int i = 0; i < types.size(); i++) {
            Outcome.require(
                    types.get(i).metric().equals(Look.text(echoed.get(i), "cost-metric"))
                            && types.get(i).mode().equals(Look.text(echoed.get(i), "cost-mode")),
                    "the types came in another order than asked");
        }
        JsonNode rows = Look.object(answer, member(service));
        for (String row : Look.names(rows)) {
            for (String column : Look.names(rows.get(row))) {
                JsonNode cell = rows.get(row).get(column);
                Outcome.require(
                        cell.isArray() && cell.size() == types.size(),
                        "the cell " + row + ", " + column + " is no array of " + types.size());
            }
        }
        subject.post(service, "{'cost-type': " + json(types.getFirst()) + ", " + asked + ends + "}")
                .error();
        List<String> tooMany = Collections.nCopies(most + 1, json(types.getFirst()));
        subject.post(service, "{'multi-cost-types': [" + String.join(", ", tooMany) + "]" + ends + "}")
                .error();
        return service.id() + ": " + types.size() + " types in each cell; beside cost-type, and " + (most + 1)
                + " types, refused";
    }

    private static String or(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service service = service(subject);
        if (!service.capabilities().costConstraints()) {
            throw Outcome.notOffered(service.id() + " takes no constraints");
        }
        String start = "{'multi-cost-types': [" + json(Subject.numerical(service)) + "]" + ends(subject, service);
        JsonNode all = subject.post(service, start + ", 'or-constraints': [['[0] ge 0'], ['[0] lt 0']]}")
                .json();
        JsonNode none = subject.post(service, start + "}").json();
        Outcome.require(
                Look.isSame(Look.at(all, member(service)), Look.at(none, member(service))),
                "at least 0 or less than 0 did not give all pairs");
        subject.post(service, start + ", 'or-constraints': [[]]}").error();
        subject.post(service, start + ", 'constraints': ['[0] ge 0'], 'or-constraints': [['[0] ge 0']]}")
                .error();
        return service.id() + ": [0] ge 0 or [0] lt 0 gave all pairs; [[]] and both kinds were refused";
    }

    private static String units(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Optional<Service> filtered = subject.find(ServiceKind.FILTERED_COST_MAP);
        Service service = filtered.isPresent() ? filtered.get() : subject.need(ServiceKind.ENDPOINT_COST);
        List<String> seen = new ArrayList<>();
        for (CostType type : service.costTypes()) {
            boolean isHops = type.metric().equals("hopcount");
            boolean isKnown = isHops
                    || type.metric().startsWith("delay-")
                    || type.metric().startsWith("bw-");
            if (!isKnown || !type.mode().equals(CostType.NUMERICAL)) {
                continue;
            }
            JsonNode rows = Look.object(
                    subject.post(service, "{'cost-type': " + json(type) + ends(subject, service) + "}")
                            .json(),
                    member(service));
            for (String row : Look.names(rows)) {
                for (String column : Look.names(rows.get(row))) {
                    double value = rows.get(row).get(column).asDouble(Double.NaN);
                    Outcome.require(
                            value >= 0 && (!isHops || value == Math.rint(value)),
                            type.metric() + " of " + row + ", " + column + " is "
                                    + rows.get(row).get(column));
                }
            }
            seen.add(type.metric());
        }
        if (seen.isEmpty()) {
            throw Outcome.notOffered("none of the metrics of RFC 9439");
        }
        return String.join(", ", seen) + ": no value that cannot be";
    }
}
