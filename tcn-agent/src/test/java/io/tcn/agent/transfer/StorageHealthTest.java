// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.TimeSource;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StorageHealthTest {
    private Instant now = Instant.EPOCH;
    private final List<String> news = new ArrayList<>();
    private final StorageHealth health = new StorageHealth(
            new TimeSource() {
                @Override
                public long nanoTime() {
                    return 0;
                }

                @Override
                public Instant now() {
                    return now;
                }
            },
            0,
            new StorageNews() {
                @Override
                public void fails(Endpoint endpoint, Instant since, long inARow, String reason) {
                    news.add(endpoint + " fails since " + since + ", " + inARow + ": " + reason);
                }

                @Override
                public void works(Endpoint endpoint, Instant since, Duration failed, long inARow) {
                    news.add(endpoint + " works, failed since " + since + " for " + failed + ", " + inARow);
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

    private static final AttemptId ATTEMPT = new AttemptId(TransferId.of(1), 1);

    private AttemptListener noting(String source, String destination) {
        Transfer transfer = new Transfer(
                TransferId.of(1),
                PipeId.of("p"),
                URI.create(source),
                URI.create(destination),
                1,
                3,
                Set.of(),
                TransferOptions.DEFAULT);
        return health.noting(transfer, NOBODY);
    }

    private void moved(String source, String destination) {
        noting(source, destination).finished(ATTEMPT, 1, null);
    }

    private void failed(String source, String destination, ErrorCode code, String why) {
        noting(source, destination).failed(ATTEMPT, new TransferFailure(code, why), true);
    }

    @Test
    void thatAStorageFailsIsToldOnceAndThatItWorksAgainToo() {
        failed("https://a/1", "https://b/1", ErrorCode.SOURCE_UNAVAILABLE, "refused 1");
        now = now.plusSeconds(2);
        failed("https://a/2", "https://c/2", ErrorCode.SOURCE_UNAVAILABLE, "refused 2");
        assertThat(news).isEmpty();
        failed("https://a/3", "https://b/3", ErrorCode.SOURCE_UNAVAILABLE, "refused 3");
        failed("https://a/4", "https://b/4", ErrorCode.SOURCE_UNAVAILABLE, "refused 4");
        assertThat(news).containsExactly("https://a fails since 1970-01-01T00:00:00Z, 3: refused 3");

        now = now.plusSeconds(60);
        moved("https://a/1", "https://b/1");
        moved("https://a/2", "https://b/2");
        assertThat(news).hasSize(2).endsWith("https://a works, failed since 1970-01-01T00:00:00Z for PT1M2S, 4");
    }

    @Test
    void filesThatFailAmongOthersMakeNoStorageFail() {
        for (int i = 0; i < 10; i++) {
            failed("https://a/1", "https://b/1", ErrorCode.SOURCE_UNAVAILABLE, "refused");
            failed("https://a/1", "https://b/1", ErrorCode.SOURCE_UNAVAILABLE, "refused");
            moved("https://a/1", "https://b/1");
        }
        assertThat(news).isEmpty();
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
