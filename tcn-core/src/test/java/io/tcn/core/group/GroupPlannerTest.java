// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.ManualTime;
import io.tcn.core.group.GroupPlan.Deadline;
import io.tcn.core.group.GroupPlan.Place;
import io.tcn.core.model.Bound;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.GroupId;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.state.TransportControlState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Pipes `ij` from site i to site j; each site reads and writes one byte per second.
class GroupPlannerTest {
    private static final int SITES = 3;
    private static final double ONE_BYTE_PER_SECOND = 8;
    private static final UserId USER = UserId.of("cms");

    private final ManualTime time = new ManualTime();

    @Test
    void onOneBottleneckTheShortestGoesFirst() {
        assertThat(order(group(1, 1, null, "01", 30.0), group(2, 1, null, "01", 10.0), group(3, 1, null, "01", 20.0)))
                .containsExactly(2L, 3L, 1L);
    }

    @Test
    void weightCountsAsManyTimesTheLength() {
        // Smith's rule: by seconds per weight 30, 40, 5.
        assertThat(order(
                        group(1, 1, null, "01", 30.0), group(2, 0.25, null, "01", 10.0), group(3, 4, null, "01", 20.0)))
                .containsExactly(3L, 1L, 2L);
    }

    @Test
    void ofEqualsTheLowerNumberGoesFirst() {
        assertThat(order(group(2, 1, null, "01", 10.0), group(1, 1, null, "01", 10.0)))
                .containsExactly(1L, 2L);
    }

    @Test
    void aGroupThatIsLongOnTheBusiestBottleneckWaitsAlthoughItIsShortInBytes() {
        // Site 0 is the bottleneck of both; the second reads little there and much where nobody else is.
        assertThat(order(group(1, 1, null, "01", 20.0), group(2, 1, null, "01", 5.0, "21", 1.0, "20", 14.0)))
                .containsExactly(2L, 1L);
    }

    @Test
    void thePlanTellsBottleneckAndTimes() {
        GroupPlan plan = plan(group(1, 1, null, "01", 30.0, "02", 5.0), group(2, 1, null, "01", 10.0));
        assertThat(plan.places()).extracting(Place::group).containsExactly(new GroupId(2), new GroupId(1));
        Place last = plan.placeOf(new GroupId(1)).orElseThrow();
        assertThat(last.bottleneck()).isEqualTo("read:0");
        assertThat(last.aloneSeconds()).isCloseTo(35, within(1e-9));
        assertThat(last.expectedSeconds()).isCloseTo(45, within(1e-9));
        assertThat(plan.byPipe().get(PipeId.of("01"))).containsExactly(new GroupId(2), new GroupId(1));
        assertThat(plan.byPipe().get(PipeId.of("02"))).containsExactly(new GroupId(1));
        assertThat(plan.placeOf(new GroupId(3))).isEmpty();
    }

    @Test
    void aBoundIsABottleneckAndSoIsASideOfWhichNothingIsKnown() {
        TransportControlState state = world();
        state.putResourceControl(new Bound(USER, ResourceSet.ALL_STORAGES.name(), new Bound.Rate(2)));
        Place bounded = GroupPlanner.plan(List.of(group(1, 1, null, "01", 10.0)), state.snapshot())
                .places()
                .getFirst();
        assertThat(bounded.bottleneck()).isEqualTo("the bound of cms on read:0");
        assertThat(bounded.aloneSeconds()).isCloseTo(40, within(1e-9));

        Place unknown = GroupPlanner.plan(
                        List.of(group(1, 1, null, "elsewhere", LoadTable.UNKNOWN_SIDE_BPS / 8)), world().snapshot())
                .places()
                .getFirst();
        assertThat(unknown.bottleneck()).isEqualTo("reading from https://x");
        assertThat(unknown.aloneSeconds()).isCloseTo(1, within(1e-9));
    }

    @Test
    void aGroupOfWhichNothingIsLeftHasItsPlace() {
        GroupPlan plan = plan(group(1, 1, null, "01", 0.0), group(2, 1, 5.0, "01", 1.0));
        assertThat(plan.places()).extracting(Place::aloneSeconds).containsExactly(0.0, 1.0);
        assertThat(plan.placeOf(new GroupId(1)).orElseThrow().bottleneck()).isNull();
        assertThat(GroupPlanner.plan(List.of(), world().snapshot())).isEqualTo(GroupPlan.NONE);
    }

    @Test
    void onAverageItIsAtMostTwiceTheBestOrderThereIs() {
        Random random = new Random(20261123);
        double worst = 0;
        double sum = 0;
        int rounds = 300;
        for (int round = 0; round < rounds; round++) {
            List<GroupLoad> groups = randomGroups(random, 2 + random.nextInt(5));
            LoadTable table = new LoadTable(groups, world().snapshot());
            double[] weights = groups.stream().mapToDouble(GroupLoad::weight).toArray();
            double ours = weighted(table, weights, SincroniaOrder.of(table, weights));
            double best = best(table, weights, new int[0]);
            worst = Math.max(worst, ours / best);
            sum += ours / best;
        }
        // Concurrent open shop: the primal-dual order is proved to be within 2 (Mastrolilli et al., 2010).
        assertThat(worst).isBetween(1.0, 2.0);
        assertThat(sum / rounds).isLessThan(1.05);
    }

    // --- deadlines

    @Test
    void aDeadlineThatTheOrderMeetsChangesNothing() {
        assertThat(order(group(1, 1, 100.0, "01", 30.0), group(2, 1, null, "01", 10.0)))
                .containsExactly(2L, 1L);
    }

    @Test
    void whoWouldMissItsDeadlineGoesFirstTheEarliestFirst() {
        GroupPlan plan = plan(
                group(1, 1, 90.0, "01", 30.0),
                group(2, 1, null, "01", 10.0),
                group(3, 1, 36.0, "01", 35.0),
                group(4, 1, null, "01", 5.0));
        assertThat(plan.places()).extracting(place -> place.group().value()).containsExactly(3L, 4L, 2L, 1L);
        assertThat(plan.places())
                .extracting(Place::deadline)
                .containsExactly(Deadline.MET, Deadline.NONE, Deadline.NONE, Deadline.MET);
    }

    @Test
    void whatCannotBeMetIsToldAndStandsInNobodysWay() {
        GroupPlan plan =
                plan(group(1, 1, 20.0, "01", 30.0), group(2, 1, 12.0, "01", 10.0), group(3, 1, 18.0, "01", 9.5));
        assertThat(plan.placeOf(new GroupId(1)).orElseThrow().deadline()).isEqualTo(Deadline.IMPOSSIBLE);
        assertThat(plan.places()).extracting(place -> place.group().value()).containsExactly(2L, 3L, 1L);
        // Each alone could, both cannot: the earlier one does.
        assertThat(plan.placeOf(new GroupId(2)).orElseThrow().deadline()).isEqualTo(Deadline.MET);
        assertThat(plan.placeOf(new GroupId(3)).orElseThrow().deadline()).isEqualTo(Deadline.MISSED);
    }

    @Test
    void noDeadlineThatCouldBeMetFirstIsMissedByWhoHasNone() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            List<GroupLoad> groups = new ArrayList<>(randomGroups(random, 4));
            GroupLoad last = groups.removeLast();
            LoadTable alone = new LoadTable(List.of(last), world().snapshot());
            double need = Arrays.stream(alone.secondsOf(0)).max().orElse(0);
            groups.add(new GroupLoad(last.id(), 1e-3, need * 1.2, last.bytes()));
            Place place = GroupPlanner.plan(groups, world().snapshot())
                    .placeOf(last.id())
                    .orElseThrow();
            assertThat(place.deadline()).isEqualTo(Deadline.MET);
        }
    }

    @Test
    void nonsenseIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> group(1, 0, null, "01", 1.0))
                .withMessageContaining("weight of group 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> group(1, 1, null, "01", -1.0))
                .withMessageContaining("what is left of group 1");
        assertThatIllegalArgumentException().isThrownBy(() -> new GroupId(-1));
    }

    // --- the world

    private List<Long> order(GroupLoad... groups) {
        return plan(groups).places().stream()
                .map(place -> place.group().value())
                .toList();
    }

    private GroupPlan plan(GroupLoad... groups) {
        return GroupPlanner.plan(List.of(groups), world().snapshot());
    }

    private static GroupLoad group(long id, double weight, @Nullable Double dueSeconds, Object... pipesAndBytes) {
        TreeMap<PipeId, Double> bytes = new TreeMap<>();
        for (int i = 0; i < pipesAndBytes.length; i += 2) {
            bytes.put(PipeId.of((String) pipesAndBytes[i]), (Double) pipesAndBytes[i + 1]);
        }
        return new GroupLoad(new GroupId(id), weight, dueSeconds, bytes);
    }

    private static List<GroupLoad> randomGroups(Random random, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(id -> {
                    TreeMap<PipeId, Double> bytes = new TreeMap<>();
                    for (int i = 0; i < 1 + random.nextInt(4); i++) {
                        String pipe = random.nextInt(SITES) + "" + random.nextInt(SITES);
                        bytes.put(PipeId.of(pipe), Math.pow(10, 3 * random.nextDouble()));
                    }
                    return new GroupLoad(new GroupId(id), 0.5 + random.nextDouble(), null, bytes);
                })
                .toList();
    }

    private TransportControlState world() {
        TransportControlState state = new TransportControlState(time);
        state.putUser(User.of(USER));
        TreeMap<ResourceId, Resource> resources = new TreeMap<>();
        TreeMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        for (int from = 0; from < SITES; from++) {
            ResourceId read = ResourceId.of("read:" + from);
            ResourceId write = ResourceId.of("write:" + from);
            resources.put(read, new Resource(read, Resource.Kind.STORAGE_READ, ONE_BYTE_PER_SECOND));
            resources.put(write, new Resource(write, Resource.Kind.STORAGE_WRITE, ONE_BYTE_PER_SECOND));
            for (int to = 0; to < SITES; to++) {
                PipeId pipe = PipeId.of(from + "" + to);
                declare(state, pipe, "https://s" + from, "https://s" + to);
                paths.put(pipe, List.of(read, ResourceId.of("write:" + to)));
            }
        }
        declare(state, PipeId.of("elsewhere"), "https://x", "https://y");
        state.putMap(new NetworkMapSnapshot(new MapVersion(1), time.now(), resources, paths));
        return state;
    }

    private static void declare(TransportControlState state, PipeId id, String source, String destination) {
        state.putPipe(new Pipe(id, Endpoint.parse(source), Endpoint.parse(destination), USER, new PipeLimits(1, 20)));
    }

    /// The sum of weighted completion times of an order, each bottleneck at capacity.
    private static double weighted(LoadTable table, double[] weights, int[] order) {
        double[] busy = new double[table.bottlenecks()];
        double sum = 0;
        for (int group : order) {
            double end = 0;
            for (int bottleneck : table.usedBy(group)) {
                busy[bottleneck] += table.secondsOf(group, bottleneck);
                end = Math.max(end, busy[bottleneck]);
            }
            sum += weights[group] * end;
        }
        return sum;
    }

    private static double best(LoadTable table, double[] weights, int[] begun) {
        if (begun.length == table.groups()) {
            return weighted(table, weights, begun);
        }
        double best = Double.POSITIVE_INFINITY;
        for (int group = 0; group < table.groups(); group++) {
            int next = group;
            if (IntStream.of(begun).noneMatch(one -> one == next)) {
                int[] longer = Arrays.copyOf(begun, begun.length + 1);
                longer[begun.length] = group;
                best = Math.min(best, best(table, weights, longer));
            }
        }
        return best;
    }
}
