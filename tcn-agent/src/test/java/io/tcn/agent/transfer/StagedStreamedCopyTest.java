// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.transfer.RecordingListener.Failed;
import io.tcn.core.model.ErrorCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// All that a streamed copy keeps to, in two stages.
class StagedStreamedCopyTest extends StreamedCopyTest {
    @BeforeEach
    void theSourceGivesParts() {
        from.faults().giveParts();
    }

    @AfterEach
    void theBufferIsEmpty() {
        assertThat(plane().stagedBytes()).isZero();
    }

    @Override
    Orders usual() {
        return super.usual().threads(3, 2);
    }

    /// The source may have died before anything was written.
    @Test
    @Override
    void aSourceThatDiesLeavesNothing() throws InterruptedException {
        from.faults().getStopsAfter(1_000_000);

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.INTERRUPTED);
        assertThat(failed.failure().message()).contains("source");
        assertThat(failed.destinationClean()).isTrue();
        assertThat(to.paths()).isEmpty();
    }
}
