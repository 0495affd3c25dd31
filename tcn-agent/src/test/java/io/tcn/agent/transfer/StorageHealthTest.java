// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.TimeSource;
import java.net.URI;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StorageHealthTest {
    private final StorageHealth health = new StorageHealth(new TimeSource() {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Instant now() {
            return Instant.EPOCH;
        }
    });

    private static final AttemptListener NOBODY = new AttemptListener() {
        @Override
        public void prepared(AttemptId attempt, long sizeBytes, int connections) {}

        @Override
        public void finished(AttemptId attempt, long sizeBytes, @Nullable Checksum checksum) {}

        @Override
        public void failed(AttemptId attempt, TransferFailure failure, boolean destinationClean) {}

        @Override
        public void canceled(AttemptId attempt, boolean destinationClean) {}
    };

    private void moved(String source, String destination) {
        Transfer transfer = new Transfer(
                TransferId.of(1),
                PipeId.of("p"),
                URI.create(source),
                URI.create(destination),
                1,
                3,
                Set.of(),
                TransferOptions.DEFAULT);
        health.noting(transfer, NOBODY).finished(new AttemptId(TransferId.of(1), 1), 1, null);
    }

    @Test
    void endpointsThatWereNotUsedForLongestAreForgotten() {
        moved("https://always/f", "https://once/f");
        for (int i = 0; i < StorageHealth.MOST; i++) {
            moved("https://always/f", "https://host-" + i + "/f");
        }
        assertThat(health.list()).hasSize(StorageHealth.MOST);
        assertThat(health.list())
                .extracting(one -> one.endpoint().toString())
                .contains("https://always", "https://host-" + (StorageHealth.MOST - 1))
                .doesNotContain("https://once", "https://host-0")
                .isSorted();
        assertThat(health.list().getFirst().attempts()).isEqualTo(StorageHealth.MOST + 1);
    }
}
