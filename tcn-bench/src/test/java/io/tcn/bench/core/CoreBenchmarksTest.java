// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.bench.BenchException;
import org.junit.jupiter.api.Test;

class CoreBenchmarksTest {
    @Test
    void theDispatchLoopFinishesEveryTransferOfTheBenchmark() throws BenchException {
        // More transfers per pipe than a window of 256 holds.
        DispatchBenchmark.Sample sample = DispatchBenchmark.measure(3, 1_000);

        assertThat(sample.transfersPerSecond()).isPositive();
        assertThat(sample.bytesPerTransfer()).isPositive();
    }
}
