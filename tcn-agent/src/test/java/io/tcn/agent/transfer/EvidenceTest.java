// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static io.tcn.agent.transfer.Evidence.Verdict.DOUBTFUL;
import static io.tcn.agent.transfer.Evidence.Verdict.FOREIGN;
import static io.tcn.agent.transfer.Evidence.Verdict.OURS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.FileFacts;
import io.tcn.agent.transfer.Evidence.Verdict;
import io.tcn.core.port.EarlierWrite;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A file of at most 1000 bytes, written from 12:00 on. Times in the tables are seconds after that.
class EvidenceTest {
    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");
    private static final long MOST = 1000;

    @ParameterizedTest
    @CsvSource({
        // bytes, changed, clock ahead, verdict
        "1000, 10, 0, OURS",
        "0, 10, 0, OURS",
        "1001, 10, 0, FOREIGN",
        "500, -5, 0, OURS",
        "500, -6, 0, FOREIGN",
        "500, -3600, -3600, OURS",
        "500, 10, 3600, FOREIGN",
        "500, -120, , OURS",
        "500, -121, , DOUBTFUL",
        "500, -900, , DOUBTFUL",
        "500, -901, , FOREIGN",
        "500, , 0, OURS",
        "500, , , OURS"
    })
    void whereNothingWasBefore(long bytes, @Nullable Long changed, @Nullable Long ahead, Verdict verdict) {
        assertThat(Evidence.ofRunning(null, NOON, facts(bytes, changed, null, ahead), MOST)
                        .verdict())
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({
        // changed and ETag before; bytes, changed and ETag now; 400 bytes before
        "-3600, , 400, -3600, , FOREIGN",
        "-3600, , 400, 10, , OURS",
        "-3600, , 300, 10, , OURS",
        "-3600, a, 400, -3600, a, FOREIGN",
        "-3600, a, 400, 10, b, OURS",
        // Another one than before, and written before us all the same.
        "-3600, , 300, -3600, , FOREIGN",
        "-3600, , 300, -1800, , FOREIGN",
        "-3600, , 400, -1800, , FOREIGN",
        "-3600, a, 400, -1800, b, FOREIGN",
        ", a, 400, , a, FOREIGN",
        ", a, 400, , b, OURS",
        ", , 400, , , DOUBTFUL",
        "-3600, , 400, , , DOUBTFUL",
        // In the same second nothing can be told without an ETag.
        "-1, , 400, -1, , DOUBTFUL",
        "-1, a, 400, -1, a, FOREIGN"
    })
    void whereAFileWasBefore(
            @Nullable Long changedBefore,
            @Nullable String tagBefore,
            long bytes,
            @Nullable Long changed,
            @Nullable String tag,
            Verdict verdict) {
        FileFacts before = facts(400, changedBefore, tagBefore, 0L);

        assertThat(Evidence.ofRunning(before, NOON, facts(bytes, changed, tag, 0L), MOST)
                        .verdict())
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({
        // bytes, changed, clock ahead; writing ended at 12:01 at the latest
        "500, 30, 0, OURS",
        "500, 65, 0, OURS",
        "500, 66, 0, FOREIGN",
        "500, -6, 0, FOREIGN",
        "1001, 30, 0, FOREIGN",
        "500, 180, , OURS",
        "500, 181, , DOUBTFUL",
        "500, 961, , FOREIGN",
        "500, , 0, DOUBTFUL"
    })
    void whatAnEarlierAttemptMayHaveLeft(long bytes, @Nullable Long changed, @Nullable Long ahead, Verdict verdict) {
        EarlierWrite earlier = new EarlierWrite(NOON, NOON.plusSeconds(60), MOST);

        assertThat(Evidence.ofEarlier(earlier, facts(bytes, changed, null, ahead))
                        .verdict())
                .isEqualTo(verdict);
    }

    @Test
    void whereNothingIsKnownOfTheEarlierAttemptAnythingCanBeIts() {
        assertThat(Evidence.ofEarlier(EarlierWrite.UNKNOWN, facts(5, null, null, null))
                        .verdict())
                .isEqualTo(OURS);
        assertThat(Evidence.ofEarlier(new EarlierWrite(Instant.EPOCH, null, 4), facts(5, null, null, null))
                        .verdict())
                .isEqualTo(FOREIGN);
        assertThat(Evidence.ofEarlier(new EarlierWrite(NOON, null, -1), facts(5, null, null, null))
                        .verdict())
                .isEqualTo(DOUBTFUL);
        assertThat(Evidence.ofEarlier(new EarlierWrite(NOON, null, -1), facts(5, 86_400L, null, 0L))
                        .verdict())
                .isEqualTo(OURS);
    }

    @ParameterizedTest
    @CsvSource({
        // bytes and change of two looks: a copy that goes on only grows, and rests when it is whole
        "400, 1, 500, 2, false",
        "400, 1, 400, 1, false",
        "400, 1, 1000, 2, false",
        "400, 1, 399, 2, true",
        "1000, 1, 1000, 3, false",
        "1000, 1, 1000, 4, true"
    })
    void aFileThatWasReplacedIsSeen(long first, long firstChange, long second, long secondChange, boolean replaced) {
        assertThat(Evidence.wasReplaced(
                        facts(first, firstChange, null, null), facts(second, secondChange, null, null), MOST))
                .isEqualTo(replaced);
    }

    private static FileFacts facts(
            long bytes, @Nullable Long changed, @Nullable String tag, @Nullable Long aheadSeconds) {
        return new FileFacts(
                bytes,
                null,
                changed == null ? null : NOON.plusSeconds(changed),
                tag,
                aheadSeconds == null ? null : Duration.ofSeconds(aheadSeconds));
    }
}
