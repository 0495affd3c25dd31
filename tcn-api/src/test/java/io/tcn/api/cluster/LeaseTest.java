// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// 8 s of lease and 5 s of patience: begins nothing after 7 s, ends after 13 s.
class LeaseTest {
    private static final Duration LENGTH = Duration.ofSeconds(8);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Lease lease = new Lease(LENGTH, PATIENCE);

    private static long at(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    @Test
    void whoHasNeverHadItMayDoNothingAndNeedNotEnd() {
        assertThat(lease.mayAct(at(0))).isFalse();
        assertThat(lease.isOver(at(1_000_000))).isFalse();
    }

    @Test
    void nothingIsBegunInTheLastPartOfTheLease() {
        lease.renewed(at(100_000));
        assertThat(lease.mayAct(at(100_000))).isTrue();
        assertThat(lease.mayAct(at(106_999))).isTrue();
        assertThat(lease.mayAct(at(107_000))).isFalse();
        assertThat(lease.isOver(at(107_000))).as("what runs goes on").isFalse();
    }

    @Test
    void theProcessEndsAWhileAfterTheLease() {
        lease.renewed(at(100_000));
        assertThat(lease.isOver(at(112_999))).isFalse();
        assertThat(lease.isOver(at(113_000))).isTrue();
    }

    /// The database counts from when it was asked, or later: an answer that was long on its way prolongs no
    /// more.
    @Test
    void theTimeOfTheAnswerDoesNotCount() {
        lease.renewed(at(100_000));
        lease.renewed(at(104_000));
        assertThat(lease.mayAct(at(110_999))).isTrue();
        assertThat(lease.mayAct(at(111_000))).isFalse();
        assertThat(lease.age(at(105_000))).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aClockThatRunsOverIsNoReason() {
        lease.renewed(Long.MAX_VALUE - 10);
        assertThat(lease.mayAct(Long.MIN_VALUE + at(1000))).isTrue();
        assertThat(lease.isOver(Long.MIN_VALUE + at(14_000))).isTrue();
    }

    @Test
    void aLeaseThatWasRenewedLateHoldsAgain() {
        lease.renewed(at(100_000));
        assertThat(lease.mayAct(at(109_000))).isFalse();
        lease.renewed(at(109_000));
        assertThat(lease.mayAct(at(109_000))).isTrue();
    }
}
