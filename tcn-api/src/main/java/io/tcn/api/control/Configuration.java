// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.problem.Problem;
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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
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

    static Requests.CreateUser view(UserWithNames user) {
        return new Requests.CreateUser(user.user().id().value(), user.user().weight(), user.dns());
    }

    static Requests.CreateResourceSet view(ResourceSet set) {
        return new Requests.CreateResourceSet(set.name().value(), set.patterns());
    }

    static Requests.CreatePipe view(Pipe pipe) {
        return new Requests.CreatePipe(
                pipe.id().value(),
                pipe.source().toString(),
                pipe.destination().toString(),
                pipe.user().value(),
                pipe.limits().minConnections(),
                pipe.limits().maxConnections(),
                pipe.weight());
    }

    static Requests.SetRc view(TimedControl timed) {
        return ControlViews.declared(ControlViews.Target.of(timed), List.of(timed));
    }

    static Requests.SetEndpointLimit view(EndpointLimit limit) {
        return new Requests.SetEndpointLimit(
                limit.endpoint().toString(),
                EndpointLimitController.orNull(limit.maxOutbound()),
                EndpointLimitController.orNull(limit.maxInbound()));
    }

    /// As a body of `PUT` would have it.
    ConfigurationBody view() {
        return new ConfigurationBody(
                users == null
                        ? null
                        : users.values().stream().map(Configuration::view).toList(),
                sets == null
                        ? null
                        : sets.values().stream().map(Configuration::view).toList(),
                pipes == null
                        ? null
                        : pipes.values().stream().map(Configuration::view).toList(),
                controls == null ? null : ControlViews.declared(controls.values()),
                limits == null
                        ? null
                        : limits.values().stream().map(Configuration::view).toList());
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
