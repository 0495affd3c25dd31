// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.core.model.Guarantee;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.UserId;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.oracle.ClairvoyantOptimum;
import io.tcn.sim.oracle.GroupBound;
import io.tcn.sim.oracle.GroupFloor;
import io.tcn.sim.oracle.Situation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/// Draws what users are guaranteed, and their weights.
///
/// - **Guarantees**: all users but the last have one on up to [#MOST_LINKS] links each, among those that others use as
///   well: a part of the link, but no more than [#OF_REACH] of what the user's pipes could carry there if they were
///   alone. All guarantees of a world are lowered alike until 1.25 times as much could be kept together.
/// - **Weights**: each user has one on all links.
final class ClaimsGenerator {
    private static final int MOST_LINKS = 3;
    private static final double OF_REACH = 0.5;
    private static final double MARGIN = 1.25;
    private static final double LOWER = 0.8;

    /// A guarantee as drawn.
    private record Drawn(UserId user, int link, GroupFloor floor) {}

    private final List<UserId> users;
    private final List<Pipe> pipes;
    private final FluidNetwork network;
    private final List<FluidNetwork> becomes;
    private final PipeLimits limits;
    private final List<GroupBound> bounds;
    private final SplittableRandom random;

    /// @param network the real network
    /// @param becomes what changes make of it: guarantees can be kept in all of them
    /// @param bounds what users are allowed, which comes first
    ClaimsGenerator(
            List<UserId> users,
            List<Pipe> pipes,
            FluidNetwork network,
            List<FluidNetwork> becomes,
            PipeLimits limits,
            List<GroupBound> bounds,
            SplittableRandom random) {
        this.users = users;
        this.pipes = pipes;
        this.network = network;
        this.becomes = becomes;
        this.limits = limits;
        this.bounds = bounds;
        this.random = random;
    }

    /// @param guarantee what is guaranteed of a link on average, as a part of it; 0 for nothing
    /// @param mostWeight weights are log-uniform between 1 and this; 1 for none
    Claims draw(double guarantee, double mostWeight) {
        List<ResourceSet> sets = new ArrayList<>();
        List<ResourceControl> controls = new ArrayList<>();
        List<GroupFloor> floors = new ArrayList<>();
        if (guarantee > 0) {
            for (Drawn drawn : lowered(guarantees(guarantee))) {
                String link = network.resources().get(drawn.link()).id().value();
                ResourceSetName name = ResourceSetName.of("guaranteed-" + (floors.size() + 1));
                sets.add(new ResourceSet(name, List.of(link)));
                controls.add(new Guarantee(drawn.user(), name, drawn.floor().leastBps()));
                floors.add(drawn.floor());
            }
        }
        List<Double> weights = new ArrayList<>();
        if (mostWeight > 1) {
            for (UserId user : users) {
                weights.add(Math.pow(mostWeight, random.nextDouble()));
                controls.add(new RelativeWeight(user, ResourceSet.ALL_LINKS.name(), weights.getLast()));
            }
        }
        return new Claims(sets, controls, floors, weights);
    }

    private List<Drawn> guarantees(double part) {
        List<Drawn> all = new ArrayList<>();
        for (UserId user : users.subList(0, users.size() - 1)) {
            List<Integer> links = contendedLinks(user);
            for (int k = 0; k < MOST_LINKS && !links.isEmpty(); k++) {
                int at = random.nextInt(links.size());
                int link = links.get(at);
                links.subList(at, at + 1).clear();
                double share = part * (0.5 + random.nextDouble());
                List<Integer> members = pipesOf(user, link);
                double least = Math.min(share * network.flows().capacityBps(link, 0), OF_REACH * reachBps(members));
                all.add(new Drawn(user, link, new GroupFloor(members, least)));
            }
        }
        return all;
    }

    /// Links that a user and others use, rising.
    private List<Integer> contendedLinks(UserId user) {
        TreeSet<Integer> own = new TreeSet<>();
        TreeSet<Integer> others = new TreeSet<>();
        for (int i = 0; i < pipes.size(); i++) {
            TreeSet<Integer> links = pipes.get(i).user().equals(user) ? own : others;
            for (int r : network.path(i)) {
                if (network.resources().get(r).kind() == Resource.Kind.LINK) {
                    links.add(r);
                }
            }
        }
        own.retainAll(others);
        return new ArrayList<>(own);
    }

    private List<Integer> pipesOf(UserId user, int link) {
        List<Integer> members = new ArrayList<>();
        for (int i = 0; i < pipes.size(); i++) {
            if (pipes.get(i).user().equals(user) && network.path(i).contains(link)) {
                members.add(i);
            }
        }
        return members;
    }

    /// What pipes could carry if each were alone, in bit/s.
    private double reachBps(List<Integer> members) {
        double sum = 0;
        for (int i : members) {
            double narrowest = network.path(i).stream()
                    .mapToDouble(r -> network.flows().capacityBps(r, 0))
                    .min()
                    .orElse(0);
            sum += Math.min(limits.maxConnections() * network.flows().ceilingBps(i), narrowest);
        }
        return sum;
    }

    private List<Drawn> lowered(List<Drawn> drawn) {
        double kept = lowered(drawn, network, 1);
        for (FluidNetwork later : becomes) {
            kept = lowered(drawn, later, kept);
        }
        double factor = kept;
        return drawn.stream()
                .map(one -> new Drawn(one.user(), one.link(), one.floor().times(factor)))
                .toList();
    }

    /// @return what part of guarantees can be kept in a network
    private double lowered(List<Drawn> drawn, FluidNetwork in, double from) {
        Situation free = Situation.of(in, limits, bounds);
        double factor = from;
        while (!ClairvoyantOptimum.isFeasible(free.withFloors(floors(drawn, MARGIN * factor)))) {
            factor *= LOWER;
        }
        return factor;
    }

    private static List<GroupFloor> floors(List<Drawn> drawn, double factor) {
        return drawn.stream().map(one -> one.floor().times(factor)).toList();
    }
}
