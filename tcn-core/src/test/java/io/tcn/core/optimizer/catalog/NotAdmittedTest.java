// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.ConnectionLimit;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.Watched;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.utility.Utilities;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A bound is kept where transfers start, so that fewer connections may be open than were decided. What is decided
/// beyond that has no effect; it took the room of others on each link of the way, and grew.
class NotAdmittedTest {
    private static final double CONNECTION_BPS = 1e6;
    private static final int OPEN = 3;
    private static final int INTERVALS = 12;
    private static final int NEVER = INTERVALS + 1;
    private static final double ROUNDING = 1e-9;

    private final Pipe bounded = Watched.pipe("bounded", 1, 64);

    private final List<Constraint> bound =
            List.of(Constraint.bound(bounded.user(), ResourceId.of("link"), 100 * CONNECTION_BPS, 0));

    private static Optimizer optimizer(String name) {
        return optimizer(name, 1);
    }

    private static Optimizer optimizer(String name, long seed) {
        return new OptimizerCatalog(Utilities.byName("proportional"), StartValue.MIN, FtsOptimizerSettings.DEFAULT)
                .find(name)
                .orElseThrow()
                .factory()
                .create(new SplittableRandom(seed));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-learned"})
    void whatDoesNotStartIsNotGivenMore(String name) {
        List<PipeDecision> decisions = decided(name, OPEN, NEVER);
        List<PipeDecision> later = decisions.subList(4, INTERVALS);
        assertThat(later).allMatch(decision -> decision.rationale().reason() == Reason.NOT_ADMITTED);
        // Rounding may go either way.
        assertThat(later)
                .allMatch(decision ->
                        decision.realConnections() <= decisions.get(3).realConnections() + ROUNDING);
        assertThat(decisions.getLast().realConnections())
                .isLessThan(bounded.limits().maxConnections() / 2.0);
    }

    /// Few are open, and nothing was blocked: a storage that fails, or transfers that wait for others.
    @Test
    void whatOtherwiseDoesNotStartIsNotSaidToBeBlocked() {
        assertThat(decided("tcn", OPEN, 1))
                .noneMatch(decision -> decision.rationale().reason() == Reason.NOT_ADMITTED);
    }

    @Test
    void whereAllStartsThereIsNothingToSay() {
        assertThat(decided("tcn", Integer.MAX_VALUE, NEVER))
                .noneMatch(decision -> decision.rationale().reason() == Reason.NOT_ADMITTED);
    }

    /// Few were open within the interval, and at its end nothing is blocked any more: the bound was raised, although
    /// what it lets has not begun.
    @Test
    void whatIsLetAgainGrowsAtOnce() {
        List<PipeDecision> decisions = decided("tcn", OPEN, INTERVALS);
        assertThat(decisions.get(INTERVALS - 2).rationale().reason()).isEqualTo(Reason.NOT_ADMITTED);
        assertThat(decisions.getLast().rationale().reason()).isNotEqualTo(Reason.NOT_ADMITTED);
    }

    /// Ten connections for two pipes. Of one of which nothing starts for a while the other has the room, and keeps it.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whatNeverStartsTakesNoRoomOfOthers(long seed) {
        Pipe shut = Watched.pipe("a-shut", 5, 64);
        Pipe free = Watched.pipe("b-free", 1, 64);
        Optimizer optimizer = optimizer("tcn", seed);
        List<ConnectionLimit> limits = List.of(new ConnectionLimit("ten", 10, new int[] {0, 1}));
        int ofShut = 5;
        int ofFree = 1;
        int mostAtFirst = 0;
        int ofFreeLater = 0;
        for (int k = 1; k <= 40; k++) {
            PipeObservation waits = Watched.blocked(Watched.running(shut, ofShut, 0, 50, 0));
            PipeObservation runs = Watched.running(free, ofFree, ofFree, 50, ofFree * CONNECTION_BPS);
            Observation seen = Watched.interval(k, waits, runs);
            List<PipeDecision> decided = optimizer
                    .decide(new Observation(
                            k,
                            seen.at(),
                            seen.length(),
                            seen.pipes(),
                            seen.map(),
                            List.of(),
                            limits,
                            Map.of(),
                            List.of()))
                    .pipes();
            ofShut = decided.get(0).tuning().connections();
            ofFree = decided.get(1).tuning().connections();
            assertThat(decided.get(0).rationale().reason()).isEqualTo(Reason.NOTHING_MEASURED);
            mostAtFirst = k <= 5 ? Math.max(mostAtFirst, ofFree) : mostAtFirst;
            ofFreeLater += k > 15 ? ofFree : 0;
        }
        assertThat(mostAtFirst).isLessThanOrEqualTo(5);
        assertThat(ofFreeLater / 25.0).isGreaterThan(8.5);
    }

    /// @param open the most connections that are let open
    /// @param letAgain the interval from which on nothing is blocked
    private List<PipeDecision> decided(String name, int open, int letAgain) {
        Optimizer optimizer = optimizer(name);
        List<PipeDecision> decisions = new ArrayList<>();
        int connections = 1;
        for (int k = 1; k <= INTERVALS; k++) {
            int started = Math.min(open, connections);
            PipeObservation seen = Watched.running(bounded, connections, started, 50, started * CONNECTION_BPS);
            PipeObservation told = k < letAgain ? Watched.blocked(seen) : seen;
            PipeDecision decision =
                    optimizer.decide(Watched.interval(k, bound, told)).pipes().getFirst();
            connections = decision.tuning().connections();
            decisions.add(decision);
        }
        return decisions;
    }
}
