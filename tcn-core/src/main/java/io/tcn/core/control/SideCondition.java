// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import java.util.Arrays;
import java.util.Collection;

/// A limit on the summed throughput of some groups of pipes, while [Feasibility] works: a guarantee from below; a
/// bound, a capacity or what the pipes' connections can carry from above. Guarantees can be lowered.
final class SideCondition {
    /// What it is. The order is that in which members of a conflict are named.
    enum Kind {
        GUARANTEE,
        BOUND,
        CAPACITY,
        CONNECTIONS
    }

    private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P"};

    private final Kind kind;
    private final String name;
    private final double declaredBps;
    private final int[] groups;
    private double limitBps;

    /// @param name what it is in words, without the limit
    /// @param limitBps in bit/s, zero or more; of a guarantee positive
    /// @param groups the groups of pipes that it is about, rising
    SideCondition(Kind kind, String name, double limitBps, int[] groups) {
        this.kind = kind;
        this.name = name;
        this.declaredBps = limitBps;
        this.limitBps = limitBps;
        this.groups = groups;
    }

    Kind kind() {
        return kind;
    }

    boolean isGuarantee() {
        return kind == Kind.GUARANTEE;
    }

    /// The limit now, in bit/s.
    double limitBps() {
        return limitBps;
    }

    /// The part of the declared limit that is left, 0 to 1.
    double keptShare() {
        return limitBps == declaredBps ? 1 : limitBps / declaredBps;
    }

    /// Lowers a guarantee to a part of what it is.
    void lower(double share) {
        limitBps *= share;
    }

    int size() {
        return groups.length;
    }

    int group(int k) {
        return groups[k];
    }

    void addGroupsTo(Collection<Integer> all) {
        for (int group : groups) {
            all.add(group);
        }
    }

    boolean has(int group) {
        return Arrays.binarySearch(groups, group) >= 0;
    }

    boolean touches(SideCondition other) {
        return size() < other.size()
                ? Arrays.stream(groups).anyMatch(other::has)
                : Arrays.stream(other.groups).anyMatch(this::has);
    }

    boolean isWithin(SideCondition other) {
        return Arrays.stream(groups).allMatch(other::has);
    }

    /// As in `guarantee of cms on link:a>b: 40 Gbit/s`.
    String inWords() {
        String now = name + ": " + rate(limitBps);
        return limitBps == declaredBps ? now : now + ", lowered before by another conflict from " + rate(declaredBps);
    }

    /// A rate with four digits at most.
    static String rate(double bps) {
        int prefix = 0;
        double value = bps;
        while (value >= 1000 && prefix < PREFIXES.length - 1) {
            value /= 1000;
            prefix++;
        }
        double rounded = value >= 1000 ? Math.rint(value) : round(value);
        String number = rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
        return number + " " + PREFIXES[prefix] + "bit/s";
    }

    /// To four digits; the value is below 1000.
    private static double round(double value) {
        double digits = value >= 100 ? 10 : value >= 10 ? 100 : 1000;
        return Math.rint(value * digits) / digits;
    }
}
