// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.sim.oracle.FinishBound.Job;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FinishBoundTest {
    private static final double[] ONE_GATE = {1};

    /// Sizes 2 and 1 at a gate of 1 bit/s: the short one first, done after 1 and 3 s: mean 2. In any order the last is
    /// done after 3 s.
    @Test
    void theShorterGoesFirst() {
        List<Job> jobs = List.of(job(0, 2, 10, 0), job(0, 1, 10, 0));
        assertThat(FinishBound.mean(jobs, ONE_GATE)).isEqualTo(2, within(1e-12));
        assertThat(FinishBound.max(jobs, ONE_GATE)).isEqualTo(3, within(1e-12));
        assertThat(FinishBound.makespan(jobs, ONE_GATE)).isEqualTo(3, within(1e-12));
    }

    /// 4 from 0 s on, 1 from 1 s on: the second interrupts the first. It is done at 2 s after 1 s, the first at 5 s.
    @Test
    void aShorterOneThatArrivesLaterInterrupts() {
        List<Job> jobs = List.of(job(0, 4, 10, 0), job(1, 1, 10, 0));
        assertThat(FinishBound.mean(jobs, ONE_GATE)).isEqualTo((5 + 1) / 2.0, within(1e-12));
        // First come first served: 4 and 5 - 1.
        assertThat(FinishBound.max(jobs, ONE_GATE)).isEqualTo(4, within(1e-12));
    }

    /// Alone at 0.5 bit/s, a size of 2 takes 4 s, though the gate would let it pass in 2 s.
    @Test
    void nothingIsFasterThanAlone() {
        List<Job> jobs = List.of(job(0, 2, 0.5, 0));
        assertThat(FinishBound.mean(jobs, ONE_GATE)).isEqualTo(4, within(1e-12));
        assertThat(FinishBound.max(jobs, ONE_GATE)).isEqualTo(4, within(1e-12));
        assertThat(FinishBound.makespan(jobs, ONE_GATE)).isEqualTo(4, within(1e-12));
    }

    /// Gates of 1 and 2 bit/s. Both jobs cross both, and count at the slower one: 1 and 2 s. The third crosses
    /// the second gate only: 0.5 s. Sum 3.5 s.
    @Test
    void everyJobCountsAtItsMostLoadedGate() {
        List<Job> jobs = List.of(job(0, 1, 10, 0, 1), job(0, 1, 10, 0, 1), job(0, 1, 10, 1));
        assertThat(FinishBound.mean(jobs, new double[] {1, 2})).isEqualTo(3.5 / 3, within(1e-12));
    }

    @Test
    void withoutJobsThereIsNothingToWaitFor() {
        assertThat(FinishBound.mean(List.of(), ONE_GATE)).isZero();
        assertThat(FinishBound.max(List.of(), ONE_GATE)).isZero();
    }

    private static Job job(double arrival, double bits, double aloneBps, int... gates) {
        return new Job(arrival, bits, aloneBps, IntStream.of(gates).boxed().toList());
    }
}
