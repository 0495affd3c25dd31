// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Random histories of the dispatch loop, checked against a model of what lies where, which limits stand and what runs.
/// A failure names its kind and seed: `new History(kind, seed).run()` is that one alone. More of them:
/// `-Dtcn.dispatch.histories=3000`.
class DispatchHistoriesTest {
    private static final int HISTORIES = Integer.getInteger("tcn.dispatch.histories", 80);

    /// What every kind reaches.
    private static final List<Happening> ALWAYS = List.of(
            Happening.STARTED,
            Happening.CANCELED_WHILE_RUNNING,
            Happening.UNCLEAN_RETRY,
            Happening.UNCLEAN_END,
            Happening.CLEANED_UP,
            Happening.FORCED,
            Happening.PIPE_REMOVED,
            Happening.RETRIED,
            Happening.FINISHED,
            Happening.FAILED,
            Happening.CANCELED);

    @Test
    void everythingNowAndThen() {
        run(HistoryKind.USUAL, Happening.CLAIM_REFUSED, Happening.CLEAN_UP_BEHIND_ANOTHER, Happening.FORCED_IN_VAIN);
    }

    @Test
    void newsComesLate() {
        run(HistoryKind.LATE_NEWS, Happening.NEWS_CAME_LATE, Happening.CLAIM_REFUSED);
    }

    @Test
    void startsAreForcedByOldNews() {
        run(HistoryKind.STALE_FORCED_STARTS, Happening.FORCED_LATE, Happening.CLAIM_REFUSED);
    }

    @Test
    void windowsAreSmall() {
        run(HistoryKind.SMALL_WINDOWS, Happening.WINDOW_FULL);
    }

    @Test
    void theTotalLimitIsSetAndLiftedOften() {
        run(HistoryKind.TOTAL_LIMIT_OFTEN, Happening.TOTAL_LIFTED);
    }

    @Test
    void limitsOfEndpointsAndPairsAreSetAndLiftedOften() {
        run(HistoryKind.OTHER_LIMITS_OFTEN, Happening.OTHER_LIMIT_LIFTED);
    }

    @Test
    void allComesToRestAgainAndAgain() {
        run(HistoryKind.RESTS_OFTEN, Happening.RESTED);
    }

    @Test
    void transfersWaitForOthers() {
        run(HistoryKind.DEPENDENCIES, Happening.NEWS_CAME_LATE, Happening.WINDOW_FULL, Happening.CLAIM_REFUSED);
    }

    /// @param reached what the histories of the kind are about
    private static void run(HistoryKind kind, Happening... reached) {
        Happenings seen = new Happenings();
        for (long seed = 1; seed <= HISTORIES; seed++) {
            try {
                seen.addAll(new History(kind, seed).run());
            } catch (RuntimeException | AssertionError wrong) {
                throw new AssertionError(kind + ", seed " + seed + ": " + wrong.getMessage(), wrong);
            }
        }
        List<Happening> wanted = new ArrayList<>(ALWAYS);
        wanted.addAll(Arrays.asList(reached));
        assertThat(wanted)
                .as("what the histories reached: %s", seen)
                .allMatch(happening -> seen.of(happening) >= HISTORIES / 20);
    }
}
