// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.codec.Json;
import io.tcn.alto.model.AltoErrorDocument;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.CostType;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Errors (RFC 7285 §8.5), on the first resource that takes a body.
final class ErrorChecks {
    private static final Set<String> CODES = Set.of(
            AltoErrorDocument.SYNTAX,
            AltoErrorDocument.MISSING_FIELD,
            AltoErrorDocument.INVALID_FIELD_TYPE,
            AltoErrorDocument.INVALID_FIELD_VALUE);

    private ErrorChecks() {}

    static List<Check> all() {
        return List.of(
                new Check("X01", "errors are 400, typed, with one of the four codes", ErrorChecks::syntax),
                new Check(
                        "X02", "the field is named; a wrong array element is INVALID_FIELD_VALUE", ErrorChecks::fields),
                new Check("X03", "several faults, one report", ErrorChecks::several),
                new Check("G07", "unknown fields are ignored", ErrorChecks::unknownFields));
    }

    private static Service target(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        for (ServiceKind kind : List.of(
                ServiceKind.FILTERED_COST_MAP,
                ServiceKind.ENDPOINT_COST,
                ServiceKind.ENDPOINT_PROPERTIES,
                ServiceKind.FILTERED_NETWORK_MAP,
                ServiceKind.ENDPOINT_PATH_VECTOR,
                ServiceKind.PID_PATH_VECTOR)) {
            Optional<Service> service = subject.find(kind);
            if (service.isPresent()) {
                return service.get();
            }
        }
        throw Outcome.notOffered("no resource takes a body");
    }

    private static String syntax(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service service = target(subject);
        subject.post(service, "{'pids': ").error(AltoErrorDocument.SYNTAX);
        AltoErrorDocument empty = subject.post(service, "{}").error();
        Outcome.require(CODES.contains(empty.code()), "{} was refused with the code " + empty.code());
        return service.id() + ": half a body gave E_SYNTAX, {} gave " + empty.code();
    }

    /// The list of ends in a request of this kind, and its name.
    private static Optional<String> list(Service service) {
        return switch (service.kind()) {
            case FILTERED_COST_MAP, PID_PATH_VECTOR -> Optional.of("pids");
            case ENDPOINT_COST, ENDPOINT_PATH_VECTOR -> Optional.of("endpoints");
            case NETWORK_MAP,
                    COST_MAP,
                    PROPERTY_MAP,
                    FILTERED_NETWORK_MAP,
                    ENDPOINT_PROPERTIES,
                    FILTERED_PROPERTY_MAP,
                    UPDATES,
                    TIPS -> Optional.empty();
        };
    }

    private static String fields(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service service = target(subject);
        Optional<String> list = list(service);
        String wrongType;
        String wrongElement;
        if (list.isPresent()) {
            String type = type(service);
            wrongType = "{" + type + ", '" + list.get() + "': 5}";
            wrongElement = "{" + type + ", '" + list.get() + "': {'srcs': [5], 'dsts': [5]}}";
        } else {
            boolean isMap = service.kind() == ServiceKind.FILTERED_NETWORK_MAP;
            wrongType = isMap ? "{'pids': 5}" : "{'properties': 5, 'endpoints': 5}";
            wrongElement = isMap ? "{'pids': [5]}" : "{'properties': [5], 'endpoints': [5]}";
        }
        AltoErrorDocument type = subject.post(service, wrongType).error(AltoErrorDocument.INVALID_FIELD_TYPE);
        Outcome.require(type.field() != null, "E_INVALID_FIELD_TYPE came without a field");
        Reply reply = subject.post(service, wrongElement);
        AltoErrorDocument element = reply.error(AltoErrorDocument.INVALID_FIELD_VALUE);
        Outcome.require(element.field() != null, "E_INVALID_FIELD_VALUE came without a field");
        JsonNode value = Json.readObject(reply.response().body()).path("meta").path("value");
        Outcome.require(value.isMissingNode() || value.isString(), "value is no text");
        return service.id() + ": a number for " + type.field() + " and a number in " + element.field()
                + " were refused by name";
    }

    private static String type(Service service) throws Outcome {
        CostType type = service.costTypes().isEmpty()
                ? Subject.numerical(service)
                : service.costTypes().getFirst();
        return "'cost-type': {'cost-metric': '" + type.metric() + "', 'cost-mode': '" + type.mode() + "'}";
    }

    private static String several(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service service = target(subject);
        AltoErrorDocument error = subject.post(
                        service, "{'cost-type': 5, 'pids': 5, 'endpoints': 5, 'properties': 5, 'constraints': 5}")
                .error();
        Outcome.require(CODES.contains(error.code()), "several faults were refused with the code " + error.code());
        return service.id() + ": five wrong fields gave one report, " + error.code() + " for " + error.field();
    }

    private static String unknownFields(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Optional<Service> map = subject.find(ServiceKind.FILTERED_NETWORK_MAP);
        Optional<Service> costs = subject.find(ServiceKind.FILTERED_COST_MAP);
        if (map.isPresent()) {
            subject.post(map.get(), "{'pids': [], 'priv:anything': {'a': [1]}}").good();
            return map.get().id() + " ignored a field that it cannot know";
        }
        if (costs.isPresent()) {
            subject.post(costs.get(), "{" + type(costs.get()) + ", 'priv:anything': {'a': [1]}}")
                    .good();
            return costs.get().id() + " ignored a field that it cannot know";
        }
        Service endpoints = subject.need(ServiceKind.ENDPOINT_COST);
        subject.post(endpoints, "{" + type(endpoints) + EndpointChecks.ends(subject) + ", 'priv:anything': 1}")
                .good();
        return endpoints.id() + " ignored a field that it cannot know";
    }
}
