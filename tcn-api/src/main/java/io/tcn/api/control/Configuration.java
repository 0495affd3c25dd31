// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.store.ControlKind;
import io.tcn.api.store.TimedControl;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A whole configuration: what there is, or what is wanted. A part that is null is not looked at.
record Configuration(
        @Nullable Map<UserId, UserWithNames> users,
        @Nullable Map<ResourceSetName, ResourceSet> sets,
        @Nullable Map<PipeId, Pipe> pipes,
        @Nullable Map<String, TimedControl> controls,
        @Nullable Map<Endpoint, EndpointLimit> limits) {
    /// A user and the names of its certificates, in order.
    record UserWithNames(User user, List<String> dns) {}

    static String keyOf(TimedControl timed) {
        return timed.control().user() + " on " + timed.control().resourceSet() + ", " + ControlKind.of(timed.control());
    }

    static Map<String, Object> view(UserWithNames user) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", user.user().id().value());
        json.put("weight", user.user().weight());
        json.put("dns", user.dns());
        return json;
    }

    static Map<String, Object> view(ResourceSet set) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", set.name().value());
        json.put("resources", set.patterns());
        return json;
    }

    static Map<String, Object> view(Pipe pipe) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", pipe.id().value());
        json.put("source", pipe.source().toString());
        json.put("destination", pipe.destination().toString());
        json.put("user", pipe.user().value());
        json.put("minConnections", pipe.limits().minConnections());
        json.put("maxConnections", pipe.limits().maxConnections());
        json.put("weight", pipe.weight());
        return json;
    }

    static Map<String, Object> view(TimedControl timed) {
        return ControlViews.declared(ControlViews.Target.of(timed), List.of(timed));
    }

    /// As a body of `PUT` would have it.
    Map<String, Object> view() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(
                "users",
                users == null
                        ? null
                        : users.values().stream().map(Configuration::view).toList());
        json.put(
                "resourceSets",
                sets == null
                        ? null
                        : sets.values().stream().map(Configuration::view).toList());
        json.put(
                "pipes",
                pipes == null
                        ? null
                        : pipes.values().stream().map(Configuration::view).toList());
        json.put("resourceControls", controls == null ? null : controlViews(controls));
        json.put(
                "endpointLimits",
                limits == null
                        ? null
                        : limits.values().stream()
                                .map(EndpointLimitController::view)
                                .toList());
        return json;
    }

    /// Those of a user on a set with the same timetable together.
    private static List<Map<String, Object>> controlViews(Map<String, TimedControl> controls) {
        Map<ControlViews.Target, List<TimedControl>> together = controls.values().stream()
                .collect(Collectors.groupingBy(ControlViews.Target::of, LinkedHashMap::new, Collectors.toList()));
        return together.entrySet().stream()
                .map(entry -> ControlViews.declared(entry.getKey(), entry.getValue()))
                .toList();
    }

    static <K extends Comparable<? super K>, V> Map<K, V> byKey(Iterable<V> values, Function<V, K> key, String what) {
        Map<K, V> byKey = new TreeMap<>();
        for (V value : values) {
            if (byKey.put(key.apply(value), value) != null) {
                throw Problem.badRequest(what + " " + key.apply(value) + " is there twice");
            }
        }
        return byKey;
    }
}
