// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.transfer.RecordingListener.Finished;
import io.tcn.agent.transfer.RecordingListener.Prepared;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.model.UserId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.ShapedBound;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Copies that pass through the agent over real HTTP, held to a bound. A slow machine makes them slower, which no test
/// minds; none may be faster.
class ShapedCopyTest extends PlaneFixture {
    private static final int SIZE = 3_000_000;
    private static final double BOUND = 16e6;
    private static final PipeId OTHER = PipeId.of("other");

    /// What may pass beyond the bound: what the bucket makes up for (20 ms), and what was handed on before it counts.
    private static final double BURST_BITS = 0.02 * BOUND + 8 * 4 * 65_536;

    @BeforeEach
    void aFileAtTheSourceAndNoThirdPartyCopy() {
        from.put("/f", Orders.bytes(SIZE));
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF));
    }

    private static List<ShapedBound> bound(double bps) {
        return List.of(new ShapedBound(UserId.of("cms"), ResourceId.of("link:a>b"), bps));
    }

    private static double seconds(long sinceNanos) {
        return (System.nanoTime() - sinceNanos) / 1e9;
    }

    /// A copy that is over, or never begins, is not waited for without end.
    private static void assertMovesOn(long sinceNanos) {
        assertThat(seconds(sinceNanos)).as("seconds, and not all has moved").isLessThan(60);
    }

    @Test
    void noWindowHasMoreThanTheBoundWhileACopyRuns() throws InterruptedException {
        plane().shape(Orders.PIPE, bound(BOUND));
        Attempt attempt = usual().build();
        plane().start(attempt, heard);
        assertThat(heard.next()).isInstanceOf(Prepared.class);
        long began = System.nanoTime();
        plane().proceed(attempt.id());
        // From the beginning to any moment, so the burst counts once.
        for (long moved = 0; moved < SIZE; moved = plane().movedBytes(Orders.PIPE)) {
            assertThat(8.0 * moved).isLessThanOrEqualTo(1.01 * BOUND * seconds(began) + BURST_BITS);
            assertMovesOn(began);
            Thread.onSpinWait();
        }
        assertThat(heard.next()).isInstanceOf(Finished.class);
        assertThat(seconds(began)).isGreaterThanOrEqualTo((8.0 * SIZE - BURST_BITS) / (1.01 * BOUND));
    }

    @Test
    void twoPipesOfAUserShareTheBound() throws InterruptedException {
        plane().shape(Orders.PIPE, bound(BOUND));
        plane().shape(OTHER, bound(BOUND));
        Attempt one = usual().build();
        Attempt other = Orders.copy(from.url("/f"), to.url("/d/g")).build();
        Transfer same = other.transfer();
        Transfer moved = new Transfer(
                same.id(),
                OTHER,
                same.source(),
                same.destination(),
                same.sizeBytes(),
                same.priority(),
                same.after(),
                same.options());
        Attempt onOther = new Attempt(other.id(), moved, other.connections(), other.tuning(), other.earlier());
        plane().start(one, heard);
        plane().start(onOther, heard);
        assertThat(heard.next()).isInstanceOf(Prepared.class);
        assertThat(heard.next()).isInstanceOf(Prepared.class);
        long began = System.nanoTime();
        plane().proceed(one.id());
        plane().proceed(onOther.id());
        assertThat(heard.next()).isInstanceOf(Finished.class);
        assertThat(heard.next()).isInstanceOf(Finished.class);
        double both = seconds(began);

        assertThat(both).isGreaterThanOrEqualTo((2 * 8.0 * SIZE - 2 * BURST_BITS) / (1.01 * BOUND));
    }

    /// The two may have 16 Mbit/s together: 48 Mbit take 3 s. Within 5 % of the limit, and the burst.
    @Test
    void copiesUnderTheLimitOfATokenShareItOnWhateverPipes() throws InterruptedException {
        TransferLimit limit = new TransferLimit(new LimitId(1), "the token of alice", BOUND, 2);
        Attempt one = usual().under(limit).build();
        Attempt other = Orders.copy(from.url("/f"), to.url("/d/g")).under(limit).build();
        plane().start(one, heard);
        plane().start(other, heard);
        assertThat(heard.next()).isInstanceOf(Prepared.class);
        assertThat(heard.next()).isInstanceOf(Prepared.class);
        long began = System.nanoTime();
        plane().proceed(one.id());
        plane().proceed(other.id());
        for (long moved = 0; moved < 2 * SIZE; moved = plane().movedBytes(limit.id())) {
            assertThat(8.0 * moved).isLessThanOrEqualTo(1.05 * BOUND * seconds(began) + 2 * BURST_BITS);
            assertMovesOn(began);
            Thread.onSpinWait();
        }
        assertThat(heard.next()).isInstanceOf(Finished.class);
        assertThat(heard.next()).isInstanceOf(Finished.class);
        assertThat(seconds(began)).isGreaterThanOrEqualTo((2 * 8.0 * SIZE - 2 * BURST_BITS) / (1.05 * BOUND));
    }

    /// 24 Mbit at 1 Mbit/s would take 24 s.
    @Test
    void aBoundThatIsChangedHoldsForACopyThatRuns() throws InterruptedException {
        plane().shape(Orders.PIPE, bound(1e6));
        Attempt attempt = usual().build();
        plane().start(attempt, heard);
        assertThat(heard.next()).isInstanceOf(Prepared.class);
        long began = System.nanoTime();
        plane().proceed(attempt.id());
        while (plane().movedBytes(Orders.PIPE) == 0) {
            assertMovesOn(began);
            Thread.onSpinWait();
        }
        assertThat(plane().movedBytes(Orders.PIPE)).isLessThan(SIZE / 2);
        plane().shape(Orders.PIPE, bound(1e9));
        assertThat(heard.next()).isInstanceOf(Finished.class);
        assertThat(seconds(began)).isLessThan(18);
    }
}
