// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper.tuners;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.optimizer.harp.PastTransfer;
import io.tcn.study.tuning.ChannelJob;
import io.tcn.study.tuning.Datasets;
import io.tcn.study.tuning.Replay;
import io.tcn.study.tuning.Testbed;
import io.tcn.study.tuning.Testbeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TunerStudyTest {
    @Test
    void theSameSeedsGiveTheSameRowsWithAnyNumberOfThreads() throws Exception {
        List<TunerRow> one = new TunerStudy(List.of(TunerPaper.MARLIN), 2, 1).run(_ -> {});
        List<TunerRow> two = new TunerStudy(List.of(TunerPaper.MARLIN), 2, 3).run(_ -> {});
        assertThat(new TunerReport(one).lines()).isEqualTo(new TunerReport(two).lines());
    }

    @Test
    void everyClaimThatIsNotRunSaysWhatIsMissing() {
        for (TunerPaper paper : TunerPaper.values()) {
            assertThat(paper.claims()).isNotEmpty();
            for (TunerClaim claim : paper.claims()) {
                assertThat(claim.ours() == null ? claim.remark() : "run")
                        .as(claim.says())
                        .isNotEmpty();
                assertThat(claim.ours() == null || claim.from() <= claim.to())
                        .as(claim.says())
                        .isTrue();
            }
        }
    }

    /// A row that is not reproduced says what is missing.
    @Test
    void everyRowThatIsNotReproducedSaysWhy() throws Exception {
        for (TunerRow row : new TunerStudy(List.of(TunerPaper.values()), 3, 2).run(_ -> {})) {
            assertThat(
                            row.verdict() == TunerRow.Verdict.REACHED
                                    ? "reproduced"
                                    : row.claim().remark())
                    .as(
                            "%s: %s, %s",
                            row.paper(), row.claim().says(), row.claim().setting())
                    .isNotEmpty();
        }
    }

    /// Three tasks of 5 GB at once of four that come together: the fourth waits for the first to end.
    @Test
    void aTaskWaitsWhereAsManyRunAsMay() {
        Testbed testbed = Testbeds.EMULAB.steady();
        List<ChannelJob> tasks = new ArrayList<>();
        for (int k = 0; k < 4; k++) {
            tasks.add(ChannelJob.of("task", testbed, Datasets.of(5, 1e9), new Queued(Trials.fixed(5), tasks, 3)));
        }
        Replay.of(testbed, tasks, 1).run(1200);
        assertThat(tasks.get(2).series().meanBps(30, 60)).isCloseTo(100e6, within(2e6));
        assertThat(tasks.get(3).series().meanBps(0, 60)).isZero();
        assertThat(tasks.get(3).series().finishedAtSeconds())
                .isGreaterThan(tasks.get(0).series().finishedAtSeconds());
    }

    @Test
    void verdictsGoByTheMedianAndNeverIsNotAnEarlyTime() {
        TunerClaim claim = TunerClaim.atMost("1", "says", "setting", 20, "s", seed -> seed);
        assertThat(row(claim, 10, 20, 30).verdict()).isEqualTo(TunerRow.Verdict.REACHED);
        assertThat(row(claim, 10, 30, 40).verdict()).isEqualTo(TunerRow.Verdict.ABOVE);
        assertThat(row(claim, Double.NaN, 10, Double.NaN).verdict()).isEqualTo(TunerRow.Verdict.NEVER);
        assertThat(row(claim).verdict()).isEqualTo(TunerRow.Verdict.NOT_RUN);
        assertThat(row(claim, 5, 1, 4, 2, 3).percentile(90)).isEqualTo(5);
    }

    /// 45 s made to 20 is not met by 9, and 17 to 23 are 15 % about 20.
    @Test
    void oneNumberIsMetAboutItAndNotByAnythingBetter() {
        TunerClaim claim = TunerClaim.near("1", "says", "setting", 20, "s", seed -> seed);
        assertThat(row(claim, 9).verdict()).isEqualTo(TunerRow.Verdict.BELOW);
        assertThat(row(claim, 17.1).verdict()).isEqualTo(TunerRow.Verdict.REACHED);
        assertThat(row(claim, 22.9).verdict()).isEqualTo(TunerRow.Verdict.REACHED);
        assertThat(row(claim, 23.1).verdict()).isEqualTo(TunerRow.Verdict.ABOVE);
    }

    @Test
    void lessThanIsMetByLessAndAtLeastByMore() {
        TunerClaim less = TunerClaim.atMost("1", "says", "setting", 10, "s", seed -> seed);
        assertThat(row(less, 0.8).verdict()).isEqualTo(TunerRow.Verdict.REACHED);
        assertThat(row(less, 10.1).verdict()).isEqualTo(TunerRow.Verdict.ABOVE);
        TunerClaim more = TunerClaim.atLeast("1", "says", "setting", 85, "%", seed -> seed);
        assertThat(row(more, 99).verdict()).isEqualTo(TunerRow.Verdict.REACHED);
        assertThat(row(more, 84.9).verdict()).isEqualTo(TunerRow.Verdict.BELOW);
        assertThat(new TunerReport(List.of(row(less, 1), row(more, 99))).lines())
                .anyMatch(line -> line.contains("at most 10.0"))
                .anyMatch(line -> line.contains("at least 85.0"));
    }

    /// 0.99 is within 15 % of 1.05, and no gain.
    @Test
    void aGainIsMetByAGainOnlyAndALossByALoss() {
        TunerClaim gain = TunerClaim.gain("1", "says", "setting", 1.05, seed -> seed);
        assertThat(row(gain, 0.99).verdict()).isEqualTo(TunerRow.Verdict.BELOW);
        assertThat(row(gain, 1).verdict()).isEqualTo(TunerRow.Verdict.BELOW);
        assertThat(row(gain, 1.2).verdict()).isEqualTo(TunerRow.Verdict.REACHED);
        TunerClaim loss = TunerClaim.gain("1", "says", "setting", 0.9, seed -> seed);
        assertThat(row(loss, 1).verdict()).isEqualTo(TunerRow.Verdict.ABOVE);
        assertThat(row(loss, 0.8).verdict()).isEqualTo(TunerRow.Verdict.REACHED);
    }

    private static TunerRow row(TunerClaim claim, double... values) {
        return new TunerRow(
                TunerPaper.FALCON, claim, Arrays.stream(values).boxed().toList(), Double.NaN);
    }

    /// (27.5 - 7.9) x 20 / (2 x 7) = 28 s.
    @Test
    void equationSevenIsThatOfFalcon() {
        assertThat(FalconCompared.equation7(27.5, 7.9, 20.5, 20)).isCloseTo(28, within(1e-9));
    }

    @Test
    void harpsDataAreAsManyAsThePapers() {
        List<PastTransfer> entries = HarpData.collect(1);
        assertThat(entries).hasSize(2 * 4 * 3 * 4 * 216);
        assertThat(entries)
                .allSatisfy(entry -> assertThat(entry.throughputBps()).isPositive());
    }

    @Test
    void anUnknownPaperIsToldWithTheKnownOnes() {
        assertThat(TunerPaper.parse("all")).hasSize(4);
        assertThatThrownBy(() -> TunerPaper.parse("gridftp"))
                .hasMessageContaining("gridftp")
                .hasMessageContaining("falcon, marlin, fstream, harp");
    }
}
