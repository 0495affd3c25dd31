// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.ResourceId;
import io.tcn.core.port.PipeMapping;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What several addresses and several servers say of one pair of endpoints.
class PairUnionTest {
    private static final String FOUR = "192.0.2.";
    private static final String SIX = "2001:db8::";

    /// The words of one server.
    private static final class Words {
        private final SortedMap<AddressPair, PairPath> pairs = new TreeMap<>();
        private boolean answers = true;

        Words says(String from, String to, PipeMapping mapping, String... path) {
            pairs.put(
                    new AddressPair(Answers.address(from), Answers.address(to)),
                    new PairPath(Arrays.stream(path).map(ResourceId::of).toList(), mapping));
            return this;
        }

        Words says(String from, String to, String... path) {
            return says(from, to, path.length == 0 ? PipeMapping.NO_LIMIT : PipeMapping.MAPPED, path);
        }

        PairUnion.View view() {
            return new PairUnion.View(
                    new ServerMap(pairs, new TreeMap<>(), 0, Instant.EPOCH, true),
                    pid -> pid.equals("east") ? Optional.of(Answers.address(FOUR + 9)) : Optional.empty(),
                    answers);
        }
    }

    private static Place at(String... addresses) {
        return new Place.At(Arrays.stream(addresses).map(Answers::address).toList());
    }

    private static PairPath union(Place from, Place to, Words... servers) {
        return PairUnion.of(from, to, Arrays.stream(servers).map(Words::view).toList());
    }

    private static List<ResourceId> ids(String... ids) {
        return Arrays.stream(ids).map(ResourceId::of).toList();
    }

    @Test
    void ipv6GoesFirstWhereBothEndsHaveItAndTheServerHasAPath() {
        Place from = at(FOUR + 1, SIX + 1);
        Place to = at(FOUR + 2, SIX + 2);
        Words both = new Words().says(FOUR + 1, FOUR + 2, "four").says(SIX + 1, SIX + 2, "six");
        assertThat(union(from, to, both).path()).isEqualTo(ids("six"));
        assertThat(union(from, at(FOUR + 2), both).path()).isEqualTo(ids("four"));
        Words unknown =
                new Words().says(FOUR + 1, FOUR + 2, "four").says(SIX + 1, SIX + 2, PipeMapping.unmapped("omitted"));
        assertThat(union(from, to, unknown).path()).isEqualTo(ids("four"));
        assertThat(union(from, to, unknown).mapping()).isEqualTo(PipeMapping.MAPPED);
    }

    @Test
    void endsWithoutACommonFamilyAreUnmapped() {
        assertThat(union(at(FOUR + 1), at(SIX + 2), new Words()).mapping())
                .isEqualTo(PipeMapping.unmapped("no-family"));
    }

    @Test
    void q06AnEndThatNobodyKnowsIsUnmapped() {
        assertThat(union(new Place.Unknown(), at(FOUR + 1), new Words()).mapping())
                .isEqualTo(PipeMapping.unmapped("unresolved"));
        assertThat(union(at(FOUR + 1), new Place.InPid("nowhere"), new Words()).mapping())
                .isEqualTo(PipeMapping.unmapped("unresolved"));
    }

    /// A bound that is a part of a capacity would hold nothing until the name service has answered.
    @Test
    void anEndWhoseNameIsBeingAskedForIsAwaited() {
        assertThat(union(new Place.Asked(), at(FOUR + 1), new Words()).mapping().isAwaited())
                .isTrue();
        assertThat(union(at(FOUR + 1), new Place.Asked(), new Words()).mapping().isAwaited())
                .isTrue();
    }

    @Test
    void anEndInAGroupOfAddressesHasOneOfThem() {
        assertThat(union(at(FOUR + 1), new Place.InPid("east"), new Words().says(FOUR + 1, FOUR + 9, "a"))
                        .path())
                .isEqualTo(ids("a"));
    }

    @Test
    void severalAddressesCountAllAndAreFlaggedWhereTheirPathsDiffer() {
        Place from = at(FOUR + 1, FOUR + 2);
        Words same = new Words().says(FOUR + 1, FOUR + 3, "a", "b").says(FOUR + 2, FOUR + 3, "a", "b");
        assertThat(union(from, at(FOUR + 3), same).mapping()).isEqualTo(PipeMapping.MAPPED);
        Words other = new Words().says(FOUR + 1, FOUR + 3, "a", "b").says(FOUR + 2, FOUR + 3, "c", "b");
        PairPath all = union(from, at(FOUR + 3), other);
        assertThat(all.path()).isEqualTo(ids("a", "b", "c"));
        assertThat(all.mapping().several()).isTrue();
        assertThat(all.mapping().state()).isEqualTo(PipeMapping.State.MAPPED);
    }

    @Test
    void anAddressOfWhichNothingIsKnownDoesNotHideTheOthers() {
        Words one = new Words()
                .says(FOUR + 1, FOUR + 3, PipeMapping.unmapped("omitted"))
                .says(FOUR + 2, FOUR + 3, "a");
        assertThat(union(at(FOUR + 1, FOUR + 2), at(FOUR + 3), one).path()).isEqualTo(ids("a"));
    }

    @Test
    void eachServerAddsItsSegmentAndTheBestWordIsTheState() {
        Words west = new Words().says(FOUR + 1, FOUR + 2, "w");
        Words east = new Words().says(FOUR + 1, FOUR + 2, "e");
        Words coarse = new Words().says(FOUR + 1, FOUR + 2, PipeMapping.coarse("private"), "c");
        Words free = new Words().says(FOUR + 1, FOUR + 2);
        Words silent = new Words();
        Place from = at(FOUR + 1);
        Place to = at(FOUR + 2);
        assertThat(union(from, to, west, east)).isEqualTo(new PairPath(ids("w", "e"), PipeMapping.MAPPED));
        assertThat(union(from, to, coarse, east)).isEqualTo(new PairPath(ids("c", "e"), PipeMapping.MAPPED));
        assertThat(union(from, to, silent, free, coarse))
                .isEqualTo(new PairPath(ids("c"), PipeMapping.coarse("private")));
        assertThat(union(from, to, silent, free)).isEqualTo(new PairPath(ids(), PipeMapping.NO_LIMIT));
        assertThat(union(from, to, silent, west)).isEqualTo(new PairPath(ids("w"), PipeMapping.MAPPED));
    }

    @Test
    void aPairThatNoAnswerHasHadWaitsOrHasNoService() {
        Words silent = new Words();
        assertThat(union(at(FOUR + 1), at(FOUR + 2), silent).mapping())
                .isEqualTo(PipeMapping.unmapped("never-answered"));
        silent.answers = false;
        assertThat(union(at(FOUR + 1), at(FOUR + 2), silent).mapping()).isEqualTo(PipeMapping.unmapped("no-service"));
        assertThat(union(at(FOUR + 1), at(FOUR + 2)).mapping()).isEqualTo(PipeMapping.unmapped("no-service"));
    }
}
