// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.AltoNames;
import io.tcn.alto.model.CostType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// Which costs a request asks for, and which pairs it wants to see (RFC 7285 §11.3.2.3, RFC 8189 §4.1.2).
///
/// @param costs what is asked for, in order
/// @param multi whether cells are arrays
/// @param meta what `meta` of the answer says of the types
/// @param anyOf a pair is shown if it passes all tests of one of these lists; without a list every pair is
record CostRequest(List<OfferedCost> costs, boolean multi, ObjectNode meta, List<List<Constraint>> anyOf) {
    private static final String ONE = "cost-type";
    private static final String MANY = "multi-cost-types";
    private static final String TESTABLE = "testable-cost-types";
    private static final String ALL_OF = "constraints";
    private static final String ANY_OF = "or-constraints";
    private static final String METRIC = "cost-metric";
    private static final String MODE = "cost-mode";
    private static final int MAX_TESTS = 100;

    /// What a metric without a statistic means (RFC 9439 §3.2).
    private static final Map<String, String> DEFAULT_STATISTIC = Map.of(
            "delay-ow", "median",
            "delay-rt", "median",
            "delay-variation", "median",
            "lossrate", "median",
            "hopcount", "median",
            "tput", "median",
            "bw-residual", "cur",
            "bw-available", "cur");

    /// Reads the part of a request that is about costs.
    static CostRequest parse(RequestBody body, List<OfferedCost> offered) throws RequestException {
        ObjectNode meta = JsonBytes.object();
        if (!body.has(MANY)) {
            RequestBody type = body.object(ONE);
            OfferedCost cost = find(type, offered);
            meta.set(ONE, echo(type));
            return new CostRequest(List.of(cost), false, meta, tests(body, List.of(cost), offered));
        }
        if (body.has(ONE)) {
            throw RequestException.value(body.path(MANY), "not together with " + ONE);
        }
        List<RequestBody> types = body.objectList(MANY);
        if (types.isEmpty() || types.size() > offered.size()) {
            throw RequestException.value(
                    body.path(MANY), types.size() + " cost types, 1 to " + offered.size() + " are allowed");
        }
        List<OfferedCost> costs = new ArrayList<>();
        meta.putObject(ONE);
        var echoed = meta.putArray(MANY);
        for (RequestBody type : types) {
            costs.add(find(type, offered));
            echoed.add(echo(type));
        }
        return new CostRequest(List.copyOf(costs), true, meta, tests(body, costs, offered));
    }

    private static OfferedCost find(RequestBody type, List<OfferedCost> offered) throws RequestException {
        CostType asked = type(type);
        String metric = plainMetric(asked.metric());
        boolean metricKnown = false;
        for (OfferedCost cost : offered) {
            boolean sameMetric = plainMetric(cost.type().metric()).equals(metric);
            if (sameMetric && cost.type().mode().equals(asked.mode())) {
                return cost;
            }
            metricKnown |= sameMetric;
        }
        throw metricKnown
                ? RequestException.value(type.path(MODE), asked.mode())
                : RequestException.value(type.path(METRIC), asked.metric());
    }

    /// Reads a cost type; its description and context say nothing here.
    static CostType type(RequestBody type) throws RequestException {
        String metric = type.string(METRIC);
        String mode = type.string(MODE);
        if (!AltoNames.isCostMetric(metric)) {
            throw RequestException.value(type.path(METRIC), metric);
        }
        if (!AltoNames.isCostMode(mode)) {
            throw RequestException.value(type.path(MODE), mode);
        }
        return CostType.of(metric, mode);
    }

    private static ObjectNode echo(RequestBody type) throws RequestException {
        return JsonBytes.object().put(METRIC, type.string(METRIC)).put(MODE, type.string(MODE));
    }

    private static String plainMetric(String metric) {
        int colon = metric.indexOf(':');
        boolean isDefault =
                colon > 0 && metric.substring(colon + 1).equals(DEFAULT_STATISTIC.get(metric.substring(0, colon)));
        return isDefault ? metric.substring(0, colon) : metric;
    }

    private static List<List<Constraint>> tests(RequestBody body, List<OfferedCost> asked, List<OfferedCost> offered)
            throws RequestException {
        List<OfferedCost> testable = new ArrayList<>();
        if (body.has(TESTABLE)) {
            for (RequestBody type : body.objectList(TESTABLE)) {
                testable.add(find(type, offered));
            }
        } else {
            testable.addAll(asked);
        }
        if (body.has(ALL_OF) && body.has(ANY_OF)) {
            throw RequestException.value(body.path(ANY_OF), "not together with " + ALL_OF);
        }
        List<List<Constraint>> anyOf = new ArrayList<>();
        if (body.has(ALL_OF)) {
            anyOf.add(constraints(body.path(ALL_OF), body.strings(ALL_OF), testable));
        } else if (body.has(ANY_OF)) {
            for (List<String> allOf : body.stringLists(ANY_OF)) {
                if (allOf.isEmpty()) {
                    throw RequestException.value(body.path(ANY_OF), "[]");
                }
                anyOf.add(constraints(body.path(ANY_OF), allOf, testable));
            }
        }
        if (anyOf.stream().mapToInt(List::size).sum() > MAX_TESTS) {
            throw RequestException.value(body.path(ANY_OF), "more than " + MAX_TESTS + " constraints");
        }
        return List.copyOf(anyOf);
    }

    private static List<Constraint> constraints(String field, List<String> texts, List<OfferedCost> testable)
            throws RequestException {
        List<Constraint> constraints = new ArrayList<>();
        for (String text : texts) {
            constraints.add(Constraint.parse(field, text, testable));
        }
        return List.copyOf(constraints);
    }

    /// Whether a pair is shown.
    boolean admits(Edition edition, End source, End destination) {
        if (anyOf.isEmpty()) {
            return true;
        }
        for (List<Constraint> allOf : anyOf) {
            if (allOf.stream().allMatch(test -> test.holds(edition, source, destination))) {
                return true;
            }
        }
        return false;
    }
}
