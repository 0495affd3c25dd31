// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.store.TimedControl;
import io.tcn.core.model.Bound;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.UserId;
import io.tcn.core.throughput.RateText;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Resource controls that can never be kept together, as far as they and the capacities of the present map tell: a
/// guarantee above the own bound of its user, and guarantees of several users above the capacity of a resource.
/// Controls
/// that are in force at different times do not meet. What depends on the ways of the pipes, the control loop finds.
@Component
class Contradictions {
    private final ControlPlane controlPlane;

    Contradictions(ControlPlane controlPlane) {
        this.controlPlane = controlPlane;
    }

    /// The first contradiction in which one of those that are set takes part; null if there is none.
    ///
    /// @param set those that are set
    /// @param all those that would be declared then, those that are set among them
    /// @param sets finds resource-sets as they would be then
    @Nullable
    String find(
            Collection<TimedControl> set,
            Collection<TimedControl> all,
            Function<ResourceSetName, Optional<ResourceSet>> sets) {
        for (TimedControl one : set) {
            String found = switch (one.control()) {
                case Guarantee guarantee -> ofGuarantee(guarantee, one, all, sets);
                case Bound bound -> ofBound(bound, one, all, sets);
                default -> null;
            };
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable String ofGuarantee(
            Guarantee guarantee,
            TimedControl timed,
            Collection<TimedControl> all,
            Function<ResourceSetName, Optional<ResourceSet>> sets) {
        for (TimedControl other : all) {
            if (meet(timed, other)
                    && other.control() instanceof Bound bound
                    && bound.user().equals(guarantee.user())) {
                String found = between(guarantee, bound, sets);
                if (found != null) {
                    return found;
                }
            }
        }
        return beyondCapacity(guarantee, timed, all, sets);
    }

    private @Nullable String ofBound(
            Bound bound,
            TimedControl timed,
            Collection<TimedControl> all,
            Function<ResourceSetName, Optional<ResourceSet>> sets) {
        for (TimedControl other : all) {
            if (meet(timed, other)
                    && other.control() instanceof Guarantee guarantee
                    && guarantee.user().equals(bound.user())) {
                String found = between(guarantee, bound, sets);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static boolean meet(TimedControl a, TimedControl b) {
        return a.when() == null || b.when() == null || a.when().equals(b.when());
    }

    /// A guarantee and a bound of one user.
    private @Nullable String between(
            Guarantee guarantee, Bound bound, Function<ResourceSetName, Optional<ResourceSet>> sets) {
        boolean isSameSet = guarantee.resourceSet().equals(bound.resourceSet());
        if (bound.limit() instanceof Bound.Rate rate) {
            boolean isAbove = guarantee.minBps() > rate.maxBps();
            boolean hasCommon = isSameSet
                    || resources(guarantee, sets).stream()
                            .anyMatch(resource -> sets.apply(bound.resourceSet()).stream()
                                    .anyMatch(other -> other.contains(resource)));
            return isAbove && hasCommon ? words(guarantee, bound, rate.maxBps(), "") : null;
        }
        if (bound.limit() instanceof Bound.CapacityShare share) {
            return resources(guarantee, sets).stream()
                    .filter(resource ->
                            sets.apply(bound.resourceSet()).stream().anyMatch(other -> other.contains(resource)))
                    .filter(resource -> capacityOf(resource) < Double.POSITIVE_INFINITY
                            && guarantee.minBps() > share.share() * capacityOf(resource))
                    .findFirst()
                    .map(resource ->
                            words(guarantee, bound, share.share() * capacityOf(resource), ", as on " + resource.id()))
                    .orElse(null);
        }
        return null;
    }

    private static String words(Guarantee guarantee, Bound bound, double most, String where) {
        return "the guarantee of " + guarantee.minBps() + " bit/s is above the bound of " + most + " bit/s that user "
                + guarantee.user() + " has on " + bound.resourceSet() + where
                + ": lower the one or raise the other, both in one request or one after the other";
    }

    private List<Resource> resources(ResourceControl control, Function<ResourceSetName, Optional<ResourceSet>> sets) {
        return sets.apply(control.resourceSet())
                .map(set -> controlPlane.state().snapshot().map().resources().values().stream()
                        .filter(set::contains)
                        .toList())
                .orElse(List.of());
    }

    private static double capacityOf(Resource resource) {
        Double capacity = resource.capacityBps();
        return capacity == null ? Double.POSITIVE_INFINITY : capacity;
    }

    /// A guarantee together with those of the other users.
    private @Nullable String beyondCapacity(
            Guarantee guarantee,
            TimedControl timed,
            Collection<TimedControl> all,
            Function<ResourceSetName, Optional<ResourceSet>> sets) {
        for (Resource resource : resources(guarantee, sets)) {
            Map<UserId, Double> least = new TreeMap<>();
            for (TimedControl other : all) {
                if (meet(timed, other)
                        && other.control() instanceof Guarantee its
                        && sets.apply(its.resourceSet()).stream().anyMatch(set -> set.contains(resource))) {
                    least.merge(its.user(), its.minBps(), Math::max);
                }
            }
            double sum =
                    least.values().stream().mapToDouble(Double::doubleValue).sum();
            if (sum > capacityOf(resource)) {
                return "what is guaranteed on " + resource.id() + " comes to " + RateText.of(sum) + " ("
                        + least.entrySet().stream()
                                .map(entry -> entry.getKey() + " " + RateText.of(entry.getValue()))
                                .collect(Collectors.joining(", "))
                        + "), and it carries " + RateText.of(capacityOf(resource)) + ": lower a guarantee";
            }
        }
        return null;
    }
}
