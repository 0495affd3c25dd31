// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.runtime.DirectoryChange;
import io.tcn.api.store.ControlKind;
import io.tcn.api.store.TimedControl;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.sim.predict.Declared;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// From what is declared to what would be.
final class RcChange {
    private RcChange() {}

    private record Key(UserId user, ResourceSetName set, ControlKind kind) {
        static Key of(ResourceControl control) {
            return new Key(control.user(), control.resourceSet(), ControlKind.of(control));
        }
    }

    /// With controls set, each in the place of one of its kind, and others taken back.
    static Declared with(Declared present, Collection<ResourceControl> set, Collection<ResourceControl> gone) {
        Map<Key, ResourceControl> controls = byKey(present.controls(), Key::of);
        gone.forEach(control -> controls.remove(Key.of(control)));
        set.forEach(control -> controls.put(Key.of(control), control));
        return present.withControls(List.copyOf(controls.values()));
    }

    /// With a change of the whole configuration. Controls count whatever their timetable is: what is asked is what they
    /// do when they are in force.
    static Declared with(Declared present, DirectoryChange change) {
        DirectoryChange.Put put = change.put();
        DirectoryChange.Gone gone = change.gone();
        Map<UserId, User> users = byKey(present.users(), User::id);
        put.users().forEach(user -> users.put(user.id(), user));
        gone.users().forEach(users::remove);
        Map<Object, Pipe> pipes = byKey(present.pipes(), Pipe::id);
        put.pipes().forEach(pipe -> pipes.put(pipe.id(), pipe));
        gone.pipes().forEach(pipe -> pipes.remove(pipe.id()));
        Map<ResourceSetName, ResourceSet> sets = byKey(present.sets(), ResourceSet::name);
        put.sets().forEach(set -> sets.put(set.name(), set));
        gone.sets().forEach(sets::remove);
        Map<Object, EndpointLimit> limits = byKey(present.endpointLimits(), EndpointLimit::endpoint);
        put.limits().forEach(limit -> limits.put(limit.endpoint(), limit));
        gone.limits().forEach(limits::remove);
        Declared controlled =
                with(present, put.controls().stream().map(TimedControl::control).toList(), gone.controls());
        return new Declared(
                List.copyOf(users.values()),
                List.copyOf(pipes.values()),
                List.copyOf(sets.values()),
                controlled.controls(),
                List.copyOf(limits.values()),
                present.pairLimits(),
                present.totalLimit());
    }

    private static <K, V> Map<K, V> byKey(Collection<V> values, Function<V, ? extends K> key) {
        Map<K, V> map = new LinkedHashMap<>();
        values.forEach(value -> map.put(key.apply(value), value));
        return map;
    }

    /// Which of the present controls of a user on a set are meant.
    static List<ResourceControl> matching(
            Collection<TimedControl> present, UserId user, ResourceSetName set, Set<ControlKind> kinds) {
        return present.stream()
                .map(TimedControl::control)
                .filter(control -> control.user().equals(user)
                        && control.resourceSet().equals(set)
                        && kinds.contains(ControlKind.of(control)))
                .toList();
    }
}
