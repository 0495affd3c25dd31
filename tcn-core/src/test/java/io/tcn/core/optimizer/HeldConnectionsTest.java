// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Pipes a and b of cms over a link of 10 Gbit/s with 4 connections each.
class HeldConnectionsTest {
    private static final ResourceId LINK = ResourceId.of("link:l");
    private static final Pipe A = Watched.pipe("a", 1, 100);
    private static final Pipe B = Watched.pipe("b", 1, 100);

    private static HeldConnections held(
            double eachBps, List<ConnectionLimit> limits, List<ConstraintReport> constraints) {
        List<PipeObservation> pipes = List.of(Watched.busy(A, 4, eachBps), Watched.busy(B, 4, eachBps));
        NetworkMapSnapshot map = new NetworkMapSnapshot(
                new MapVersion(1),
                Instant.EPOCH,
                new TreeMap<>(Map.of(LINK, new Resource(LINK, Resource.Kind.LINK, 10e9))),
                new TreeMap<>(Map.of(PipeId.of("a"), List.of(LINK), PipeId.of("b"), List.of(LINK))));
        Observation observation = new Observation(
                1, Instant.EPOCH, Duration.ofSeconds(10), pipes, map, List.of(), limits, Map.of(), List.of());
        List<PipeDecision> decided = pipes.stream()
                .map(pipe -> PipeDecision.of(pipe, 4, Rationale.of(Reason.GRADIENT_STEP)))
                .toList();
        return new HeldConnections(observation, new Decision(1, Instant.EPOCH, decided, 0, 0, constraints));
    }

    private static ConstraintReport report(ConstraintKind kind, double limitBps, double usedBps, double price) {
        return new ConstraintReport(kind, UserId.of("cms"), LINK, limitBps, usedBps, price);
    }

    private static String words(HeldConnections held) {
        return held.of(A).map(Held::inWords).orElse("");
    }

    @Test
    void aBoundThatIsUsedUpOrCostsSomethingComesFirst() {
        // 2 x 4.75 Gbit/s: the link is full too, and the bound of 9.5 Gbit/s is used up.
        assertThat(words(held(4.75e9, List.of(), List.of(report(ConstraintKind.BOUND, 9.5e9, 9.5e9, 0)))))
                .isEqualTo("bound of user cms on link:l: 100 % of 9.5 Gbit/s used");
        assertThat(words(held(1e9, List.of(), List.of(report(ConstraintKind.SHARE, 4e9, 2e9, 1e-9)))))
                .isEqualTo("share of user cms on link:l: 50 % of 4 Gbit/s used");
        // Half used and free of charge, and a guarantee, hold nobody.
        assertThat(words(held(
                        1e9,
                        List.of(),
                        List.of(
                                report(ConstraintKind.BOUND, 4e9, 2e9, 0),
                                report(ConstraintKind.GUARANTEE, 4e9, 4e9, 1)))))
                .isEmpty();
    }

    @Test
    void thenALimitOfWhichAllIsGivenThenAFullResource() {
        ConnectionLimit all = new ConnectionLimit("outbound of https://a", 8, new int[] {0, 1});
        ConnectionLimit more = new ConnectionLimit("inbound of https://b", 9, new int[] {0, 1});
        assertThat(words(held(4.75e9, List.of(more, all), List.of())))
                .isEqualTo("limit outbound of https://a: all 8 connections given");
        assertThat(words(held(4.75e9, List.of(more), List.of()))).isEqualTo("link:l: 95 % of 10 Gbit/s used");
        assertThat(words(held(4.4e9, List.of(more), List.of()))).isEmpty();
    }
}
