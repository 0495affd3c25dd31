// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferLimit;
import io.tcn.sim.engine.Engine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Falcon's figure 18 with the server's loops: three jobs over a link of 27 Gbit/s, and the token of the first says
/// 5 Gbit/s, less than its fair share. What is copied cannot be shaped: it is held by what starts.
class TokenLimitReplayTest {
    private static final double GIGA = 1e9;
    private static final List<String> PIPES = List.of("one", "two", "three");

    /// What moved from the second to the seventh minute, in bit/s.
    private record Moved(double limitedBps, double othersBps) {}

    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-learned", "fts", "falcon-central"})
    void fiveGigabitsOfATokenAreHeldWithinFivePercent(String optimizer) {
        Moved moved = run(optimizer, 5 * GIGA, 1_000_000_000);

        assertThat(moved.limitedBps()).as("the token's").isBetween(0.95 * 5 * GIGA, 1.05 * 5 * GIGA);
        assertThat(moved.othersBps()).as("the others together").isGreaterThan(2.5 * 5 * GIGA);
    }

    /// Files that come and go between two looks at what was moved, far below what one connection carries.
    @ParameterizedTest
    @ValueSource(longs = {5_000_000, 20_000_000, 100_000_000})
    void smallFilesAreHeldToo(long bytes) {
        assertThat(run("tcn", 0.1 * GIGA, bytes).limitedBps()).isBetween(0.8 * 0.1 * GIGA, 1.05 * 0.1 * GIGA);
    }

    private static Moved run(String optimizer, double limitBps, long limitedBytes) {
        // One connection carries 1.3 Gbit/s: five gigabits are no multiple of that.
        SharedLink link = new SharedLink(new Engine(), optimizer, PIPES, List.of(), (observation, decision) -> {});
        TransferLimit limit = new TransferLimit(new LimitId(1), "the token of one", limitBps, TransferLimit.UNLIMITED);
        List<Transfer> transfers = new ArrayList<>();
        for (int i = 0; i < 6000; i++) {
            boolean limited = i % 3 == 0;
            transfers.add(SharedLink.transfer(
                    i + 1,
                    PipeId.of(PIPES.get(i % 3)),
                    limited ? limitedBytes : 1_000_000_000,
                    Transfer.DEFAULT_PRIORITY,
                    limited ? limit : null));
        }
        link.run(transfers, Duration.ofMinutes(2));
        double before = link.movedBits(limit.id());
        double othersBefore = link.movedBits("two") + link.movedBits("three");
        link.runUntil(Duration.ofMinutes(7));
        double bps = (link.movedBits(limit.id()) - before) / 300;
        double othersBps = (link.movedBits("two") + link.movedBits("three") - othersBefore) / 300;
        return new Moved(bps, othersBps);
    }
}
