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
import io.tcn.core.port.TimeSource;
import io.tcn.core.throughput.RateText;
import io.tcn.core.timetable.Timetable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Resource controls that can never be kept together, as far as they and the capacities of the present map tell: a
/// guarantee above the own bound of its user, and guarantees of several users above the capacity of a resource.
/// Controls that are never in force at one time do not meet. What depends on the ways of the pipes, the control loop
/// finds.
@Component
class Contradictions {
    /// So many are told; the others are counted.
    private static final int MOST_TOLD = 10;

    private final ControlPlane controlPlane;
    private final TimeSource time;

    Contradictions(ControlPlane controlPlane, TimeSource time) {
        this.controlPlane = controlPlane;
        this.time = time;
    }

    /// All contradictions in which one of those that are set takes part, in words; null if there is none.
    ///
    /// @param set those that are set
    /// @param all those that would be declared then, those that are set among them
    /// @param sets finds resource-sets as they would be then
    @Nullable
    String find(
            Collection<TimedControl> set,
            Collection<TimedControl> all,
            Function<ResourceSetName, Optional<ResourceSet>> sets) {
        return inWords(new Search(set, all, sets).found());
    }

    /// Several in one text; null if there is none.
    static @Nullable String inWords(List<String> found) {
        if (found.size() <= 1) {
            return found.isEmpty() ? null : found.getFirst();
        }
        StringBuilder words = new StringBuilder(found.size() + " contradictions");
        IntStream.range(0, Math.min(MOST_TOLD, found.size()))
                .forEach(i -> words.append(i == 0 ? ": (" : "; (")
                        .append(i + 1)
                        .append(") ")
                        .append(found.get(i)));
        return found.size() <= MOST_TOLD
                ? words.toString()
                : words + "; and " + (found.size() - MOST_TOLD) + " more of the kind";
    }

    /// One look at all of them.
    private final class Search {
        private final Instant now = time.now();
        private final Set<TimedControl> set;
        private final Map<UserId, List<TimedControl>> byUser;
        private final List<TimedControl> guarantees;
        private final Function<ResourceSetName, Optional<ResourceSet>> sets;
        private final Map<ResourceSetName, Set<Resource>> known = new HashMap<>();

        Search(
                Collection<TimedControl> set,
                Collection<TimedControl> all,
                Function<ResourceSetName, Optional<ResourceSet>> sets) {
            this.set = new LinkedHashSet<>(set);
            this.byUser = all.stream()
                    .collect(Collectors.groupingBy(timed -> timed.control().user()));
            this.guarantees = all.stream()
                    .filter(timed -> timed.control() instanceof Guarantee)
                    .toList();
            this.sets = sets;
        }

        List<String> found() {
            Set<String> found = new LinkedHashSet<>();
            for (TimedControl one : set) {
                for (TimedControl other : byUser.getOrDefault(one.control().user(), List.of())) {
                    aboveOwnBound(one, other)
                            .or(() -> aboveOwnBound(other, one))
                            .ifPresent(found::add);
                }
            }
            found.addAll(beyondCapacity());
            return List.copyOf(found);
        }

        private Set<Resource> resources(ResourceControl control) {
            return known.computeIfAbsent(control.resourceSet(), name -> {
                Set<Resource> found = new LinkedHashSet<>();
                sets.apply(name)
                        .ifPresent(named -> controlPlane.state().snapshot().map().resources().values().stream()
                                .filter(named::contains)
                                .forEach(found::add));
                return found;
            });
        }

        private Optional<String> aboveOwnBound(TimedControl least, TimedControl most) {
            if (!(least.control() instanceof Guarantee guarantee) || !(most.control() instanceof Bound bound)) {
                return Optional.empty();
            }
            return between(guarantee, bound)
                    .flatMap(where ->
                            together(least, most).map(at -> words(guarantee, bound, where, inWords(least, most, at))));
        }

        /// Where a guarantee is above a bound.
        private Optional<Where> between(Guarantee guarantee, Bound bound) {
            return switch (bound.limit()) {
                case Bound.Rate rate -> {
                    boolean isAbove = guarantee.minBps() > rate.maxBps();
                    yield isAbove
                                    && (guarantee.resourceSet().equals(bound.resourceSet())
                                            || haveCommon(guarantee, bound))
                            ? Optional.of(new Where(rate.maxBps(), ""))
                            : Optional.empty();
                }
                case Bound.CapacityShare share ->
                    resources(guarantee).stream()
                            .filter(resource -> resource.capacityBps() != null
                                    && guarantee.minBps() > share.share() * capacityOf(resource))
                            .filter(resources(bound)::contains)
                            .findFirst()
                            .map(resource ->
                                    new Where(share.share() * capacityOf(resource), ", as on " + resource.id()));
            };
        }

        private boolean haveCommon(ResourceControl one, ResourceControl other) {
            return resources(one).stream().anyMatch(resources(other)::contains);
        }

        /// The first moment at which both are in force; one without a timetable always is.
        private Optional<Instant> together(TimedControl one, TimedControl other) {
            Timetable its = one.when() == null ? other.when() : one.when();
            Timetable others = other.when() == null ? its : other.when();
            return its == null || others == null ? Optional.of(now) : its.meets(others, now);
        }

        /// The guarantees on each resource that one of those that are set concerns. Resources with the same guarantees
        /// are looked at together.
        private List<String> beyondCapacity() {
            Map<List<TimedControl>, List<Resource>> places = new LinkedHashMap<>();
            set.stream()
                    .map(TimedControl::control)
                    .filter(Guarantee.class::isInstance)
                    .flatMap(guarantee -> resources(guarantee).stream())
                    .filter(resource -> resource.capacityBps() != null)
                    .distinct()
                    .forEach(resource -> places.computeIfAbsent(guaranteedOn(resource), first -> new ArrayList<>())
                            .add(resource));
            List<String> found = new ArrayList<>();
            places.forEach((together, resources) -> {
                resources.sort(Comparator.comparingDouble(Contradictions::capacityOf));
                double least = capacityOf(resources.getFirst());
                if (GuaranteeSum.ofAll(together).sumBps() > least) {
                    GuaranteeSum.largest(together, set, now)
                            .filter(sum -> sum.sumBps() > least)
                            .ifPresent(sum -> found.add(words(sum, resources)));
                }
            });
            return found;
        }

        private List<TimedControl> guaranteedOn(Resource resource) {
            return guarantees.stream()
                    .filter(timed -> resources(timed.control()).contains(resource))
                    .toList();
        }
    }

    /// @param mostBps what the bound lets through
    /// @param words where, if not everywhere
    private record Where(double mostBps, String words) {}

    private static double capacityOf(Resource resource) {
        Double capacity = resource.capacityBps();
        return capacity == null ? Double.POSITIVE_INFINITY : capacity;
    }

    private static String inWords(TimedControl one, TimedControl other, Instant at) {
        return one.when() == null && other.when() == null
                ? ""
                : ", while both are in force, as at " + at.truncatedTo(ChronoUnit.SECONDS);
    }

    private static String words(Guarantee guarantee, Bound bound, Where where, String when) {
        return "the guarantee of " + RateText.of(guarantee.minBps()) + " on " + guarantee.resourceSet()
                + " is above the bound of " + RateText.of(where.mostBps()) + " that user " + guarantee.user()
                + " has on " + bound.resourceSet() + where.words() + when
                + ": lower the one or raise the other, both in one request or one after the other";
    }

    /// @param resources the one that carries least comes first
    private static String words(GuaranteeSum sum, List<Resource> resources) {
        Resource narrowest = resources.getFirst();
        long others = resources.stream()
                .skip(1)
                .filter(resource -> sum.sumBps() > capacityOf(resource))
                .count();
        return "what is guaranteed on " + narrowest.id()
                + (others == 0 ? "" : others == 1 ? " and another resource" : " and " + others + " more resources")
                + " comes to " + sum.inWords() + ", and it carries " + RateText.of(capacityOf(narrowest))
                + ": lower a guarantee";
    }
}
