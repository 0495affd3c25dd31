// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.ControlConflict;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.port.NetworkMapSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.commons.math3.optim.MaxIter;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FeasibilityTest {
    private static final UserId CMS = UserId.of("cms");
    private static final UserId ATLAS = UserId.of("atlas");
    private static final Pattern MEMBER =
            Pattern.compile("(.+): ([0-9.]+) ([kMGTP]?)bit/s(, lowered before by another conflict from .+)?");

    private final Feasibility feasibility = new Feasibility();
    private final World world = new World();

    /// Pipes and resources, made line by line.
    private static final class World {
        private final List<Pipe> pipes = new ArrayList<>();
        private final TreeMap<ResourceId, Resource> resources = new TreeMap<>();
        private final TreeMap<PipeId, List<ResourceId>> paths = new TreeMap<>();

        World link(String name, @Nullable Double capacityBps) {
            return link(name, capacityBps, null);
        }

        World link(String name, @Nullable Double capacityBps, @Nullable Double ceilingBps) {
            resources.put(id(name), new Resource(id(name), Resource.Kind.LINK, capacityBps, ceilingBps, null));
            return this;
        }

        World pipe(UserId user, int maxConnections, String... links) {
            String name = "p" + pipes.size();
            pipes.add(new Pipe(
                    PipeId.of(name),
                    Endpoint.parse("https://a"),
                    Endpoint.parse("https://" + name),
                    user,
                    new PipeLimits(1, maxConnections)));
            paths.put(PipeId.of(name), List.of(links).stream().map(World::id).toList());
            return this;
        }

        static ResourceId id(String name) {
            return ResourceId.of("link:" + name);
        }

        NetworkMapSnapshot map() {
            return new NetworkMapSnapshot(new MapVersion(1), Instant.EPOCH, resources, paths);
        }

        /// The indexes of a user's pipes over a link.
        int[] pipesOf(UserId user, String link) {
            return IntStream.range(0, pipes.size())
                    .filter(i -> pipes.get(i).user().equals(user))
                    .filter(i ->
                            paths.getOrDefault(pipes.get(i).id(), List.of()).contains(id(link)))
                    .toArray();
        }

        Constraint guarantee(UserId user, String link, double minBps) {
            return Constraint.guarantee(user, id(link), minBps, pipesOf(user, link));
        }

        Constraint bound(UserId user, String link, double maxBps) {
            return Constraint.bound(user, id(link), maxBps, pipesOf(user, link));
        }
    }

    private Feasibility.Result check(Constraint... constraints) {
        Feasibility.Result result = feasibility.check(world.pipes, world.map(), List.of(constraints));
        assertThat(result.complete()).isTrue();
        return result;
    }

    private static List<Long> guarantees(Feasibility.Result result) {
        return result.constraints().stream()
                .filter(constraint -> constraint.kind() == ConstraintKind.GUARANTEE)
                .map(constraint -> Math.round(constraint.limitBps()))
                .toList();
    }

    @Test
    void withoutPipesOrGuaranteesNothingIsInTheWay() {
        assertThat(check().constraints()).isEmpty();
        world.link("x", 1.0).pipe(CMS, 8, "x");
        Constraint bound = world.bound(CMS, "x", 5);
        assertThat(check(bound).constraints()).containsExactly(bound);
        Constraint ofNobody = world.guarantee(ATLAS, "x", 5);
        assertThat(check(ofNobody).constraints()).containsExactly(ofNobody);
        assertThat(check(ofNobody).conflicts()).isEmpty();
    }

    @Test
    void whatCanBeKeptStaysAsItIs() {
        world.link("x", 100.0).pipe(CMS, 8, "x").pipe(ATLAS, 8, "x");
        Constraint[] given = {
            world.guarantee(CMS, "x", 60), world.bound(CMS, "x", 60), world.guarantee(ATLAS, "x", 40),
        };
        Feasibility.Result result = check(given);
        assertThat(result.constraints()).containsExactly(given);
        assertThat(result.conflicts()).isEmpty();
    }

    @Test
    void aGuaranteeAboveTheOwnBoundIsLoweredToIt() {
        world.link("x", 100e9).pipe(CMS, 8, "x");
        Feasibility.Result result = check(world.guarantee(CMS, "x", 40e9), world.bound(CMS, "x", 30e9));
        assertThat(guarantees(result)).containsExactly(30_000_000_000L);
        assertThat(result.conflicts()).singleElement().satisfies(conflict -> {
            assertThat(conflict.members())
                    .containsExactly("guarantee of cms on link:x: 40 Gbit/s", "bound of cms on link:x: 30 Gbit/s");
            assertThat(conflict.keptShare()).isCloseTo(0.75, within(1e-9));
        });
    }

    @Test
    void guaranteesAboveTheCapacityAreLoweredAlike() {
        // 60 + 90 > 100: each gets two thirds.
        world.link("x", 100e6).pipe(CMS, 8, "x").pipe(ATLAS, 8, "x");
        Feasibility.Result result = check(world.guarantee(CMS, "x", 60e6), world.guarantee(ATLAS, "x", 90e6));
        assertThat(guarantees(result)).containsExactly(40_000_000L, 60_000_000L);
        assertThat(result.conflicts())
                .extracting(ControlConflict::members)
                .containsExactly(List.of(
                        "guarantee of cms on link:x: 60 Mbit/s",
                        "guarantee of atlas on link:x: 90 Mbit/s",
                        "capacity of link:x: 100 Mbit/s"));
    }

    @Test
    void equalGuaranteesAreLoweredAlikeWhereSomeOfThemAreTooMuchAlready() {
        // 4 x 40 > 100, and so are 3 x 40: 25 each, not 33, 33, 33 and then less.
        world.link("x", 100.0);
        List<Constraint> given = new ArrayList<>();
        for (int u = 0; u < 4; u++) {
            world.pipe(UserId.of("u" + u), 8, "x");
            given.add(world.guarantee(UserId.of("u" + u), "x", 40));
        }
        Feasibility.Result result = check(given.toArray(Constraint[]::new));
        assertThat(guarantees(result)).containsExactly(25L, 25L, 25L, 25L);
        assertThat(result.conflicts()).hasSize(2).allSatisfy(conflict -> {
            assertThat(conflict.members()).hasSize(4).contains("capacity of link:x: 100 bit/s");
            assertThat(conflict.keptShare()).isCloseTo(0.625, within(1e-9));
        });
    }

    @Test
    void anAbsurdGuaranteeDoesNotPullTheOthersDown() {
        // 1000 alone is lowered to 100; then 100 + 1 against 100.
        world.link("x", 100.0).pipe(CMS, 8, "x").pipe(ATLAS, 8, "x");
        Feasibility.Result result = check(world.guarantee(CMS, "x", 1000), world.guarantee(ATLAS, "x", 1));
        assertThat(result.constraints().get(1).limitBps()).isCloseTo(1 / 1.01, within(1e-9));
        assertThat(result.conflicts())
                .extracting(ControlConflict::members)
                .containsExactly(
                        List.of("guarantee of cms on link:x: 1 kbit/s", "capacity of link:x: 100 bit/s"),
                        List.of(
                                "guarantee of cms on link:x: 100 bit/s, lowered before by another conflict from 1 kbit/s",
                                "guarantee of atlas on link:x: 1 bit/s",
                                "capacity of link:x: 100 bit/s"));
    }

    @Test
    void aConflictMayComeFromABoundElsewhereOnThePath() {
        // 50 on x must also pass y, where the user may move 20.
        world.link("x", 100.0).link("y", 100.0).pipe(CMS, 8, "x", "y");
        Feasibility.Result result = check(world.guarantee(CMS, "x", 50), world.bound(CMS, "y", 20));
        assertThat(guarantees(result)).containsExactly(20L);
        assertThat(result.conflicts())
                .extracting(ControlConflict::members)
                .containsExactly(List.of("guarantee of cms on link:x: 50 bit/s", "bound of cms on link:y: 20 bit/s"));
    }

    @Test
    void twoWaysAreOpenUntilBothAreNarrow() {
        // 50 on x goes over y or z: 30 + 30 suffices, 30 + 10 does not.
        world.link("x", 100.0)
                .link("y", 30.0)
                .link("z", 30.0)
                .pipe(CMS, 8, "x", "y")
                .pipe(CMS, 8, "x", "z");
        assertThat(check(world.guarantee(CMS, "x", 50)).conflicts()).isEmpty();
        world.link("z", 10.0);
        Feasibility.Result result = check(world.guarantee(CMS, "x", 50));
        assertThat(guarantees(result)).containsExactly(40L);
        assertThat(result.conflicts())
                .extracting(ControlConflict::members)
                .containsExactly(List.of(
                        "guarantee of cms on link:x: 50 bit/s",
                        "capacity of link:y: 30 bit/s",
                        "capacity of link:z: 10 bit/s"));
    }

    @Test
    void independentConflictsAreReportedOneByOneAndTheRestStaysWhole() {
        world.link("x", 10.0).link("y", 10.0).link("z", 10.0);
        world.pipe(CMS, 8, "x").pipe(ATLAS, 8, "y").pipe(CMS, 8, "z").pipe(ATLAS, 8, "z");
        Feasibility.Result result = check(
                world.guarantee(CMS, "x", 20),
                world.guarantee(ATLAS, "y", 40),
                world.guarantee(CMS, "z", 5),
                world.guarantee(ATLAS, "z", 5));
        assertThat(guarantees(result)).containsExactly(10L, 10L, 5L, 5L);
        assertThat(result.conflicts()).hasSize(2);
        assertThat(result.conflicts()).extracting(ControlConflict::keptShare).containsExactly(0.5, 0.25);
    }

    @Test
    void whatNobodyKnowsIsNotInTheWay() {
        world.link("x", null).pipe(CMS, 8, "x");
        assertThat(check(world.guarantee(CMS, "x", 1e12)).conflicts()).isEmpty();
        assertThat(guarantees(check(world.guarantee(CMS, "x", 1e12), world.bound(CMS, "x", 1e9))))
                .containsExactly(1_000_000_000L);
    }

    @Test
    void connectionsOfAKnownCeilingCarryNoMore() {
        // 8 connections of 5 Mbit/s at most (the least on the path): 40 Mbit/s.
        world.link("x", 100e6, 7e6).link("y", null, 5e6).pipe(CMS, 8, "x", "y");
        Feasibility.Result result = check(world.guarantee(CMS, "x", 80e6));
        assertThat(guarantees(result)).containsExactly(40_000_000L);
        assertThat(result.conflicts().getFirst().members())
                .containsExactly("guarantee of cms on link:x: 80 Mbit/s", "the 8 connections at most of p0: 40 Mbit/s");
    }

    @Test
    void aGuaranteeOverALinkThatCarriesNothingIsLeftOut() {
        world.link("x", 0.0).link("y", 9.0).pipe(CMS, 8, "x").pipe(CMS, 8, "y");
        Feasibility.Result result = check(world.guarantee(CMS, "x", 5), world.guarantee(CMS, "y", 5));
        assertThat(guarantees(result)).containsExactly(5L);
        assertThat(result.conflicts())
                .singleElement()
                .satisfies(conflict -> assertThat(conflict.keptShare()).isZero());
    }

    @Test
    void theSameWorldIsNotLookedAtAgain() {
        world.link("x", 100.0).pipe(CMS, 8, "x");
        List<Constraint> given = List.of(world.guarantee(CMS, "x", 200));
        Feasibility.Result first = feasibility.check(world.pipes, world.map(), given);
        assertThat(feasibility.check(List.copyOf(world.pipes), world.map(), new ArrayList<>(given)))
                .isSameAs(first);
        world.link("x", 50.0);
        assertThat(guarantees(feasibility.check(world.pipes, world.map(), given)))
                .containsExactly(50L);
        world.link("x", 100.0, 1.0);
        assertThat(guarantees(feasibility.check(world.pipes, world.map(), given)))
                .containsExactly(8L);
    }

    @Test
    void tooLargeASetGetsTheSimpleChecksAndSaysSo() {
        // 200 links in a row, each with a guarantee of 10, some pipes over a single one; a bound of 5 on each of those.
        String[] all = IntStream.range(0, 200).mapToObj(i -> "l" + i).toArray(String[]::new);
        List<Constraint> given = new ArrayList<>();
        for (String link : all) {
            world.link(link, 8.0);
        }
        world.pipe(CMS, 8, all);
        for (String link : all) {
            world.pipe(ATLAS, 8, link);
        }
        for (String link : all) {
            given.add(world.guarantee(CMS, link, 6));
            given.add(world.guarantee(ATLAS, link, 6));
        }
        Feasibility.Result result = feasibility.check(world.pipes, world.map(), given);
        assertThat(result.complete()).isFalse();
        assertThat(result.conflicts()).isNotEmpty();
        assertThat(result.conflicts().getFirst().members())
                .contains("capacity of link:l0: 8 bit/s")
                .hasSize(3);
        assertThat(theta(world, result.constraints(), Map.of(), 1)).isGreaterThan(0.999);
    }

    @Test
    void whenTheSearchTakesTooLongAllThatIsInvolvedGivesWayAlike() {
        // 60 + 60 + 30 > 100, no work allowed: two thirds of each, no names.
        world.link("x", 100.0);
        List<Constraint> given = new ArrayList<>();
        for (int u = 0; u < 3; u++) {
            world.pipe(UserId.of("u" + u), 8, "x");
            given.add(world.guarantee(UserId.of("u" + u), "x", u == 2 ? 30 : 60));
        }
        Feasibility.Result result = new Feasibility(0).check(world.pipes, world.map(), given);
        assertThat(guarantees(result)).containsExactly(40L, 40L, 20L);
        assertThat(result.conflicts()).isEmpty();
        assertThat(result.complete()).isFalse();
    }

    /// 1,000 small worlds: what comes out can be kept, by a programme of the test's own without any reduction; each
    /// conflict is one, and is none without any of its members.
    @Test
    void randomControlsBecomeFeasibleAndConflictsAreIrreducible() {
        int conflicts = 0;
        int several = 0;
        for (int seed = 0; seed < 1000; seed++) {
            Random random = Random.from(new SplittableRandom(seed));
            World made = randomWorld(random);
            List<Constraint> given = randomConstraints(made, random);
            Feasibility.Result result = new Feasibility().check(made.pipes, made.map(), given);
            String what = "seed " + seed + ": " + result.conflicts();

            assertThat(result.complete()).as(what).isTrue();
            assertThat(theta(made, result.constraints(), Map.of(), 1)).as(what).isGreaterThan(1 - 1e-5);
            boolean feasible = theta(made, given, Map.of(), 1) > 1 - 1e-6;
            assertThat(result.conflicts().isEmpty()).as(what).isEqualTo(feasible);
            for (ControlConflict conflict : result.conflicts()) {
                conflicts++;
                Map<String, Double> named = named(conflict.members());
                boolean exact = conflict.members().stream().noneMatch(member -> member.contains("lowered"));
                assertThat(theta(made, given, named, exact ? 1 : 1.002))
                        .as(what + " is no conflict: " + conflict)
                        .isLessThan(1);
                for (String member : named.keySet()) {
                    Map<String, Double> others = new HashMap<>(named);
                    others.remove(member);
                    assertThat(theta(made, given, others, exact ? 1 : 0.998))
                            .as(what + " without " + member)
                            .isGreaterThan(1 - 1e-5);
                }
            }
            several += result.conflicts().size() > 1 ? 1 : 0;
        }
        assertThat(conflicts).isGreaterThan(300);
        assertThat(several).isGreaterThan(50);
    }

    private static World randomWorld(Random random) {
        World made = new World();
        int links = 1 + random.nextInt(5);
        for (int l = 0; l < links; l++) {
            made.link(
                    "l" + l,
                    random.nextInt(5) == 0 ? null : 10.0 + random.nextInt(90),
                    random.nextInt(4) == 0 ? 1.0 + random.nextInt(9) : null);
        }
        int pipes = 1 + random.nextInt(8);
        for (int p = 0; p < pipes; p++) {
            String[] path = IntStream.range(0, links)
                    .filter(l -> random.nextInt(2) == 0)
                    .mapToObj(l -> "l" + l)
                    .toArray(String[]::new);
            made.pipe(UserId.of("u" + random.nextInt(3)), 1 + random.nextInt(16), path);
        }
        return made;
    }

    private static List<Constraint> randomConstraints(World made, Random random) {
        List<Constraint> given = new ArrayList<>();
        for (int u = 0; u < 3; u++) {
            UserId user = UserId.of("u" + u);
            for (ResourceId link : made.resources.keySet()) {
                String name = link.value().substring("link:".length());
                if (made.pipesOf(user, name).length > 0) {
                    if (random.nextInt(3) == 0) {
                        given.add(made.bound(user, name, 5.0 + random.nextInt(60)));
                    }
                    if (random.nextInt(2) == 0) {
                        given.add(made.guarantee(user, name, 1.0 + random.nextInt(40)));
                    }
                }
            }
        }
        return given;
    }

    /// Names and limits of members in words.
    private static Map<String, Double> named(List<String> members) {
        Map<String, Double> named = new HashMap<>();
        for (String member : members) {
            Matcher form = MEMBER.matcher(member);
            assertThat(form.matches()).as(member).isTrue();
            assertThat(form.group(3)).as("small numbers have no prefix").isEmpty();
            named.put(form.group(1), Double.parseDouble(form.group(2)));
        }
        return named;
    }

    /// The greatest theta, over plain rows: every pipe a column, every limit a row. No coefficient is 1 and no row
    /// asks for at least something: SimplexSolver of Commons Math 3.6.1 takes a column with a single 1 for a basic
    /// one, also after its first phase, and then loses count.
    ///
    /// @param only if not empty: the names of the limits that count, with their amounts
    /// @param factor what guarantees are multiplied by
    private static double theta(World made, List<Constraint> constraints, Map<String, Double> only, double factor) {
        int pipes = made.pipes.size();
        List<LinearConstraint> rows = new ArrayList<>();
        double[] theta = new double[pipes + 1];
        theta[pipes] = 1;
        rows.add(new LinearConstraint(theta, Relationship.LEQ, 1));
        for (Constraint constraint : constraints) {
            boolean upper = constraint.kind().isUpper();
            String name = (upper ? "bound of " : "guarantee of ") + constraint.user() + " on " + constraint.resource();
            if (only.isEmpty() || only.containsKey(name)) {
                double limit = only.getOrDefault(name, constraint.limitBps());
                double[] row = new double[pipes + 1];
                for (int k = 0; k < constraint.size(); k++) {
                    row[constraint.pipe(k)] = upper ? 2 : -2;
                }
                if (!upper) {
                    row[pipes] = 2 * limit * factor;
                }
                rows.add(new LinearConstraint(row, Relationship.LEQ, upper ? 2 * limit : 0));
            }
        }
        made.resources.values().forEach(resource -> {
            String name = "capacity of " + resource.id();
            Double capacity = resource.capacityBps();
            if (capacity != null && (only.isEmpty() || only.containsKey(name))) {
                double[] row = new double[pipes + 1];
                for (int p = 0; p < pipes; p++) {
                    row[p] = pathOf(made, p).contains(resource.id()) ? 2 : 0;
                }
                rows.add(new LinearConstraint(row, Relationship.LEQ, 2 * capacity));
            }
        });
        for (int p = 0; p < pipes; p++) {
            double ceiling = pathOf(made, p).stream()
                    .map(id -> made.resources.get(id))
                    .mapToDouble(resource -> resource == null || resource.connectionCeilingBps() == null
                            ? Double.POSITIVE_INFINITY
                            : resource.connectionCeilingBps())
                    .min()
                    .orElse(Double.POSITIVE_INFINITY);
            Pattern mine = Pattern.compile("the .* connections at most of (.*, )?p" + p + "(,.*)?");
            boolean counts = only.isEmpty()
                    || only.keySet().stream()
                            .anyMatch(name -> mine.matcher(name).matches() || name.contains(" more"));
            if (counts && ceiling < Double.POSITIVE_INFINITY) {
                double[] row = new double[pipes + 1];
                row[p] = 2;
                rows.add(new LinearConstraint(
                        row,
                        Relationship.LEQ,
                        2 * ceiling * made.pipes.get(p).limits().maxConnections()));
            }
        }
        return new SimplexSolver()
                .optimize(
                        new MaxIter(100_000),
                        new LinearObjectiveFunction(theta, 0),
                        new LinearConstraintSet(rows),
                        GoalType.MAXIMIZE,
                        new NonNegativeConstraint(true))
                .getPoint()[pipes];
    }

    private static List<ResourceId> pathOf(World made, int pipe) {
        return made.paths.getOrDefault(made.pipes.get(pipe).id(), List.of());
    }
}
