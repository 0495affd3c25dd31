// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import static io.tcn.alto.map.Answers.pair;
import static io.tcn.alto.map.Answers.pairs;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.PipeMapping;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What becomes of one answer after another of the server `s`.
class MapMakerTest {
    private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");

    private Identity identity = Identity.AUTO;
    private boolean zeroCloses = true;
    private ServerMap map = ServerMap.none(NOON);

    // --- capacities

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "unknown", textBlock = """
        {"max-reservable-bandwidth": 10}        | 10
        {"max-reservable-bandwidth": 10.9}      | 10
        {"max-reservable-bandwidth": 4e11}      | 400000000000
        {"max-reservable-bandwidth": 0}         | 0
        {}                                      | unknown
        {"max-reservable-bandwidth": null}      | unknown
        {"max-reservable-bandwidth": -1}        | unknown
        {"max-reservable-bandwidth": "10"}      | unknown
        {"max-reservable-bandwidth": true}      | unknown
        {"bandwidth": 7}                        | unknown
        """)
    void q01AMissingCapacityIsUnknownAndZeroIsClosed(String properties, @Nullable Double expectedBps) {
        answer(pairs(pair(1, 2)), new Answers().path(1, 2, "a").ane("a", properties));
        assertThat(only().capacityBps()).isEqualTo(expectedBps);
        assertThat(only().isClosed()).isEqualTo(expectedBps != null && expectedBps == 0);
    }

    @Test
    void q01ZeroCountsAsUnknownWhereTheOperatorSaysSo() {
        zeroCloses = false;
        answer(pairs(pair(1, 2)), new Answers().path(1, 2, "a").ane("a", 0));
        assertThat(only().capacityBps()).isNull();
    }

    @Test
    void q01AnElementWithoutEntryHasAnUnknownCapacity() {
        answer(pairs(pair(1, 2)), new Answers().path(1, 2, "a"));
        assertThat(only().capacityBps()).isNull();
    }

    @Test
    void q01ACapacityThatIsWithdrawnIsUnknownAndTheLastOneStaysVisible() {
        answer(pairs(pair(1, 2)), new Answers().path(1, 2, "a").ane("a", 500));
        answer(pairs(pair(1, 2)), new Answers().path(1, 2, "b").ane("b", "{}"));
        answer(pairs(pair(1, 2)), new Answers().path(1, 2, "c").ane("c", "{}"));
        assertThat(only().capacityBps()).isNull();
        assertThat(only().description().properties()).containsEntry("last-capacity-bps", "500");
    }

    // --- versions

    @Test
    void q04AChangeBelowOnePercentIsHeldBackAndADriftGetsThrough() {
        List<Double> published = new ArrayList<>();
        // 0.4 % a step: the third one is 1.2 % above what was published.
        for (long bps : List.of(1000, 1004, 1008, 1012, 1016)) {
            answer(pairs(pair(1, 2)), new Answers().path(1, 2, "a" + bps).ane("a" + bps, bps));
            published.add(only().capacityBps());
        }
        assertThat(published).containsExactly(1000.0, 1000.0, 1000.0, 1012.0, 1012.0);
    }

    @Test
    void q04TheSameContentUnderOtherNamesIsTheSameMap() {
        answer(
                two(),
                new Answers()
                        .path(1, 3, "a", "c")
                        .path(2, 3, "b", "c")
                        .ane("a", 1)
                        .ane("b", 2)
                        .ane("c", 3));
        ServerMap before = map;
        answer(
                two(),
                new Answers()
                        .path(1, 3, "x", "z")
                        .path(2, 3, "y", "z")
                        .ane("x", 1)
                        .ane("y", 2)
                        .ane("z", 3));
        assertThat(map.pairs()).isSameAs(before.pairs());
        assertThat(map.resources()).isSameAs(before.resources());
    }

    // --- ids

    @Test
    void q03PersistentIdsAreTheIdsWhateverTheNames() {
        answer(
                pairs(pair(1, 2)),
                new Answers()
                        .path(1, 2, "k1", "k2")
                        .ane("k1", "{\"max-reservable-bandwidth\": 1, \"persistent-entity-id\": \"anes.ane:cern-ams\"}")
                        .ane(
                                "k2",
                                "{\"max-reservable-bandwidth\": 1, \"persistent-entity-id\": \"anes.ane:ams-nyc\"}"));
        assertThat(path(1, 2)).containsExactly("alto:s:anes.ane:cern-ams", "alto:s:anes.ane:ams-nyc");
    }

    @Test
    void q03APersistentIdThatOccursTwiceOrIsMissingOnACapacityMakesNoneOfThemTheId() {
        answer(
                pairs(pair(1, 2)),
                new Answers()
                        .path(1, 2, "k1", "k2")
                        .ane("k1", "{\"persistent-entity-id\": \"anes.ane:same\"}")
                        .ane("k2", "{\"persistent-entity-id\": \"anes.ane:same\"}"));
        assertThat(path(1, 2)).containsExactly("alto:s:x0", "alto:s:x1");
        map = ServerMap.none(NOON);
        answer(
                pairs(pair(1, 2)),
                new Answers()
                        .path(1, 2, "k1", "k2")
                        .ane("k1", "{\"persistent-entity-id\": \"anes.ane:one\"}")
                        .ane("k2", 10));
        assertThat(path(1, 2)).containsExactly("alto:s:x0", "alto:s:x1");
    }

    /// One network element called so had cost the whole map of its server.
    @Test
    void whatAnElementIsCalledByItsServerMayBeNoNameOfAResource() {
        String same = "x".repeat(300);
        answer(
                pairs(pair(1, 2)),
                new Answers()
                        .path(1, 2, "k1", "k2", "k3")
                        .ane("k1", "{\"max-reservable-bandwidth\": 1, \"persistent-entity-id\": \"priv:dev:a b (c)\"}")
                        .ane(
                                "k2",
                                "{\"max-reservable-bandwidth\": 1, \"persistent-entity-id\": \"priv:dev:" + same
                                        + "1\"}")
                        .ane(
                                "k3",
                                "{\"max-reservable-bandwidth\": 1, \"persistent-entity-id\": \"priv:dev:" + same
                                        + "2\"}"));
        assertThat(path(1, 2)).hasSize(3).doesNotHaveDuplicates().contains("alto:s:priv:dev:a~20~b~20~~28~c~29~");
    }

    @Test
    void q03NamesAreTheIdsWhereTheOperatorSaysThatTheyAreKept() {
        identity = Identity.NAME;
        answer(pairs(pair(1, 2)), new Answers().path(1, 2, "S_cern", "L_7"));
        assertThat(path(1, 2)).containsExactly("alto:s:S_cern", "alto:s:L_7");
    }

    @Test
    void q03LinksInSeriesAreToldApartByCapacityThenByPlace() {
        answer(
                pairs(pair(1, 2)),
                new Answers()
                        .path(1, 2, "a", "b", "c")
                        .ane("a", 10)
                        .ane("b", 20)
                        .ane("c", 10));
        assertThat(path(1, 2)).containsExactly("alto:s:x0", "alto:s:x1", "alto:s:x2");
        // Order of the path and names are others: the one with 20 is found by its capacity, the others by their places.
        answer(
                pairs(pair(1, 2)),
                new Answers()
                        .path(1, 2, "q", "p", "r")
                        .ane("q", 20)
                        .ane("p", 10)
                        .ane("r", 10));
        assertThat(path(1, 2)).containsExactly("alto:s:x1", "alto:s:x0", "alto:s:x2");
    }

    @Test
    void q03ANewPairDoesNotChangeWhatIsKnownOfTheOthers() {
        answer(two(), new Answers().path(1, 3, "a", "c").path(2, 3, "b", "c"));
        List<ResourceId> before = at(1, 3).path();
        SortedSet<AddressPair> more = new TreeSet<>(two());
        more.add(pair(4, 3));
        answer(more, new Answers().path(1, 3, "m", "n").path(2, 3, "o", "n").path(4, 3, "v", "n"));
        assertThat(at(1, 3).path()).isEqualTo(before);
        assertThat(path(4, 3)).containsExactly("alto:s:x3", before.getLast().value());
    }

    @Test
    void q03IdsAreStableUnderRenamingAndPermutationOfRandomNetworks() {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            int links = 3 + random.nextInt(20);
            Map<AddressPair, List<Integer>> routes = new HashMap<>();
            for (int i = 0; i < 3 + random.nextInt(30); i++) {
                List<Integer> route = new ArrayList<>();
                for (int l = 0; l < links; l++) {
                    if (random.nextInt(4) == 0) {
                        route.add(l);
                    }
                }
                routes.put(pair(1 + random.nextInt(8), 10 + random.nextInt(8)), route);
            }
            map = ServerMap.none(NOON);
            long[] capacities = random.longs(links, 1, 1_000_000_000).toArray();
            answerOf(routes, capacities, random);
            ServerMap first = map;
            for (int again = 0; again < 3; again++) {
                answerOf(routes, capacities, random);
                assertThat(map.pairs()).as("seed %d", seed).isSameAs(first.pairs());
                assertThat(map.resources()).as("seed %d", seed).isSameAs(first.resources());
            }
        }
    }

    private void answerOf(Map<AddressPair, List<Integer>> routes, long[] capacities, Random random) {
        Map<Integer, String> names = new HashMap<>();
        Answers answers = new Answers();
        for (int l = 0; l < capacities.length; l++) {
            names.put(l, "n" + Integer.toHexString(random.nextInt()) + "-" + l);
            answers.ane(names.get(l), capacities[l]);
        }
        List<AddressPair> order = new ArrayList<>(routes.keySet());
        Collections.shuffle(order, random);
        PathAnswer answer = answers.build();
        for (AddressPair pair : order) {
            answer.paths()
                    .put(
                            pair,
                            routes.getOrDefault(pair, List.of()).stream()
                                    .map(names::get)
                                    .toList());
        }
        answer(new TreeSet<>(routes.keySet()), answer);
    }

    @Test
    void q02OfAResourceInSeveralAnswersTheLastOneTellsHowItIsNow() {
        // A link that loses 1 bit/s with each of twelve answers: 100, 99, ... 89.
        PathAnswer whole = PathAnswer.empty();
        SortedSet<AddressPair> needed = new TreeSet<>();
        for (int batch = 0; batch < 12; batch++) {
            needed.add(pair(10 + batch, 3));
            whole.add(
                    batch,
                    new Answers()
                            .path(10 + batch, 3, "a")
                            .ane(
                                    "a",
                                    "{\"max-reservable-bandwidth\": " + (100 - batch)
                                            + ", \"persistent-entity-id\": \"anes.ane:link\"}")
                            .build());
        }
        answer(needed, whole);
        assertThat(only().capacityBps()).isEqualTo(89);
    }

    @Test
    void v12EqualNamesInTwoAnswersDoNotMakeTheSameResource() {
        answer(two(), new Answers().path(1, 3, "a").path(2, 3, "b"));
        String ofOne = path(1, 3).getFirst();
        // The server has swapped its names: who uses what decides, not what it is called.
        answer(two(), new Answers().path(1, 3, "b").path(2, 3, "a"));
        assertThat(path(1, 3)).containsExactly(ofOne);
    }

    // --- omissions

    @Test
    void q07APairThatIsLeftOutOnceIsFlaggedAndTheSecondTimeUnmapped() {
        answer(two(), new Answers().path(1, 3, "a").path(2, 3, "b"));
        answer(two(), new Answers().path(1, 3, "a"));
        assertThat(at(2, 3).mapping()).isEqualTo(new PipeMapping(PipeMapping.State.MAPPED, "", true, false));
        assertThat(map.resources()).hasSize(2);
        answer(two(), new Answers().path(1, 3, "a"));
        assertThat(at(2, 3).mapping()).isEqualTo(PipeMapping.unmapped("omitted"));
        assertThat(map.resources()).hasSize(1);
        answer(two(), new Answers().path(1, 3, "a").path(2, 3, "b"));
        assertThat(at(2, 3).mapping()).isEqualTo(PipeMapping.MAPPED);
    }

    @Test
    void q07AnEmptyPathIsNoLimit() {
        answer(pairs(pair(1, 2)), new Answers().path(1, 2));
        assertThat(at(1, 2).mapping()).isEqualTo(PipeMapping.NO_LIMIT);
    }

    // --- updates of properties alone

    @Test
    void anUpdateOfOneElementSharesAllPaths() {
        answer(
                two(),
                new Answers()
                        .path(1, 3, "a", "c")
                        .path(2, 3, "b", "c")
                        .ane("a", 1)
                        .ane("b", 2)
                        .ane("c", 300));
        MapMaker maker = maker();
        MapMaker.Made made = maker.make(
                two(),
                new Answers()
                        .path(1, 3, "a", "c")
                        .path(2, 3, "b", "c")
                        .ane("a", 1)
                        .ane("b", 2)
                        .ane("c", 300)
                        .build(),
                map,
                Map.of(),
                Map.of(),
                true,
                NOON);
        ServerMap now = maker.update(
                made.map(),
                made.ids(),
                Map.of("c", Answers.properties("{\"max-reservable-bandwidth\": 150}")),
                NOON.plusSeconds(5));
        assertThat(now.pairs()).isSameAs(made.map().pairs());
        assertThat(Objects.requireNonNull(now.resources().get(made.ids().get("c")))
                        .capacityBps())
                .isEqualTo(150);
        assertThat(now.resources().get(made.ids().get("a")))
                .isSameAs(made.map().resources().get(made.ids().get("a")));
        assertThat(now.confirmedAt()).isEqualTo(NOON.plusSeconds(5));
    }

    // --- the small world

    private static SortedSet<AddressPair> two() {
        return pairs(pair(1, 3), pair(2, 3));
    }

    private void answer(SortedSet<AddressPair> needed, Answers answers) {
        answer(needed, answers.build());
    }

    private void answer(SortedSet<AddressPair> needed, PathAnswer answer) {
        map = maker().make(needed, answer, map, Map.of(), Map.of(), true, NOON).map();
    }

    private MapMaker maker() {
        ResourceFacts facts = new ResourceFacts("s", CapacityRule.STANDARD, zeroCloses);
        return new MapMaker(new ResourceIdentity("s", identity, facts::capacityBps), facts);
    }

    private Resource only() {
        assertThat(map.resources()).hasSize(1);
        return map.resources().firstEntry().getValue();
    }

    private PairPath at(int source, int destination) {
        return Objects.requireNonNull(map.pairs().get(pair(source, destination)));
    }

    private List<String> path(int source, int destination) {
        return at(source, destination).path().stream().map(ResourceId::value).toList();
    }
}
