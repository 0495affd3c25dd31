// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.store.TimedControl;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.UserId;
import io.tcn.core.throughput.RateText;
import io.tcn.core.timetable.Moments;
import io.tcn.core.timetable.Timetable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What users are guaranteed on a resource at one moment: of several guarantees of a user the largest counts.
///
/// @param byUser in bit/s
/// @param at when; null if it is so at all times
record GuaranteeSum(Map<UserId, Double> byUser, @Nullable Instant at) {
    double sumBps() {
        return byUser.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /// As if all were in force at one time.
    static GuaranteeSum ofAll(Collection<TimedControl> guarantees) {
        return new GuaranteeSum(byUser(guarantees), null);
    }

    /// The largest of all moments from now on at which one of some guarantees is in force; empty if none of these ever
    /// is.
    static Optional<GuaranteeSum> largest(
            Collection<TimedControl> guarantees, Collection<TimedControl> some, Instant now) {
        Set<Timetable> timetables = guarantees.stream()
                .map(TimedControl::when)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        if (timetables.isEmpty()) {
            return Optional.of(ofAll(guarantees));
        }
        return Moments.of(timetables, now).stream()
                .map(at -> at(at, timetables, guarantees, some))
                .flatMap(Optional::stream)
                .max(Comparator.comparingDouble(GuaranteeSum::sumBps)
                        .thenComparing(sum -> Objects.requireNonNullElse(sum.at(), now), Comparator.reverseOrder()));
    }

    private static Optional<GuaranteeSum> at(
            Instant moment,
            Set<Timetable> timetables,
            Collection<TimedControl> guarantees,
            Collection<TimedControl> some) {
        Set<Timetable> inForce = timetables.stream()
                .filter(timetable -> timetable.isInForce(moment))
                .collect(Collectors.toSet());
        List<TimedControl> then = guarantees.stream()
                .filter(timed -> timed.when() == null || inForce.contains(timed.when()))
                .toList();
        return then.stream().anyMatch(some::contains)
                ? Optional.of(new GuaranteeSum(byUser(then), moment))
                : Optional.empty();
    }

    private static Map<UserId, Double> byUser(Collection<TimedControl> guarantees) {
        Map<UserId, Double> byUser = new TreeMap<>();
        for (TimedControl timed : guarantees) {
            if (timed.control() instanceof Guarantee guarantee) {
                byUser.merge(guarantee.user(), guarantee.minBps(), Math::max);
            }
        }
        return byUser;
    }

    /// As in `210 Mbit/s (atlas 20 Mbit/s, lhcb 190 Mbit/s)`.
    String inWords() {
        return RateText.of(sumBps()) + " ("
                + byUser.entrySet().stream()
                        .map(entry -> entry.getKey() + " " + RateText.of(entry.getValue()))
                        .collect(Collectors.joining(", "))
                + ")"
                + (at == null ? "" : " while all of these are in force, as at " + at.truncatedTo(ChronoUnit.SECONDS));
    }
}
