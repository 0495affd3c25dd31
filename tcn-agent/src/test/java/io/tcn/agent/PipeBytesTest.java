// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.port.TimeSource;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What a pipe is taken to have moved between two reports of its storages.
class PipeBytesTest {
    private static final long SECOND = 1_000_000_000L;

    private long nanos = 7 * SECOND;
    private final PipeBytes pipe = new PipeBytes();

    private final TimeSource time = new TimeSource() {
        @Override
        public Instant now() {
            return Instant.EPOCH.plusNanos(nanos);
        }

        @Override
        public long nanoTime() {
            return nanos;
        }
    };

    private Progress copy(long size) {
        Progress copy = new Progress(pipe, time);
        copy.expect(size);
        copy.beginReported();
        return copy;
    }

    @Test
    void aCopyGoesOnAsBetweenItsLastReports() {
        Progress copy = copy(10_000);
        nanos += 5 * SECOND;
        copy.reported(1000);
        nanos += 5 * SECOND;
        copy.reported(2000);
        nanos += 2 * SECOND;
        assertThat(pipe.moved()).isEqualTo(3000);
        assertThat(pipe.outstanding()).isEqualTo(800);
    }

    @Test
    void connectionsMoveThatHaveShownItLately() {
        Progress streamed = new Progress(pipe, time);
        streamed.uses(1);
        streamed.begin();
        Progress pulled = copy(1_000_000);
        pulled.uses(4);
        assertThat(pipe.movingSince(0)).isZero();
        pulled.reported(1000);
        assertThat(pipe.movingSince(nanos)).isEqualTo(4);
        nanos += 10 * SECOND;
        streamed.moved(10);
        assertThat(pipe.movingSince(nanos - SECOND)).isEqualTo(1);
        assertThat(pipe.movingSince(nanos - 10 * SECOND)).isEqualTo(5);
        streamed.rest();
        assertThat(pipe.movingSince(0)).isEqualTo(4);
        pulled.begin();
        assertThat(pipe.movingSince(0)).isZero();
    }

    @Test
    void aReportThatStaysAwayEndsIt() {
        Progress copy = copy(1_000_000);
        nanos += 5 * SECOND;
        copy.reported(1000);
        nanos += 60 * SECOND;
        assertThat(pipe.outstanding()).isEqualTo(1500);
        copy.reported(0);
        nanos += 3 * SECOND;
        assertThat(pipe.outstanding()).isZero();
    }

    @Test
    void noMoreThanTheFileHas() {
        Progress copy = copy(1200);
        nanos += 5 * SECOND;
        copy.reported(1000);
        nanos += 5 * SECOND;
        assertThat(pipe.outstanding()).isEqualTo(200);
        copy.moved(200);
        assertThat(pipe.outstanding()).isZero();
    }

    @Test
    void untilItsFirstReportACopyIsLikeThoseBefore() {
        Progress first = copy(10_000);
        nanos += 4 * SECOND;
        assertThat(pipe.outstanding()).as("nothing is known of the pipe").isZero();
        first.reported(0);
        nanos += SECOND;
        first.reported(1000);
        first.rest();
        assertThat(pipe.outstanding()).isZero();
        Progress second = copy(10_000);
        nanos += 2 * SECOND;
        assertThat(pipe.outstanding()).isEqualTo(400);
        second.rest();
        assertThat(pipe.outstanding()).isZero();
    }

    @Test
    void reportsOfStripesAddUp() {
        Progress copy = copy(100_000);
        nanos += 5 * SECOND;
        copy.reported(1000);
        nanos += 1000;
        copy.reported(1000);
        nanos += 5 * SECOND - 1000;
        assertThat(pipe.outstanding()).isEqualTo(2000);
    }

    @Test
    void bytesThatPassThroughUsAreKnownAtOnce() {
        Progress copy = new Progress(pipe, time);
        copy.begin();
        nanos += SECOND;
        copy.moved(1000);
        nanos += SECOND;
        assertThat(pipe.moved()).isEqualTo(1000);
        assertThat(pipe.outstanding()).isZero();
    }

    /// Files of 17 s, one after the other, reports every 5 s: by reports alone ten seconds are off by a third.
    @Test
    void aSteadyPipeLooksSteady() {
        Random random = new Random(5);
        double worst = 0;
        for (int connection = 0; connection < 20; connection++) {
            nanos += random.nextLong(SECOND);
            worst = Math.max(worst, worstErrorOfTenSeconds());
        }
        assertThat(worst).isCloseTo(0, within(0.02));
    }

    private double worstErrorOfTenSeconds() {
        double bytesPerSecond = 1e6;
        PipeBytes one = new PipeBytes();
        Progress copy = new Progress(one, time);
        long began = 0;
        double before = 0;
        double worst = 0;
        for (int second = 0; second <= 200; second++, nanos += SECOND) {
            if (second % 17 == 0) {
                copy.moved((long) (17 * bytesPerSecond) - copy.copiedBytes());
                copy.rest();
                copy = new Progress(one, time);
                copy.expect((long) (17 * bytesPerSecond));
                copy.beginReported();
                began = second;
            } else if ((second - began) % 5 == 0) {
                copy.reported((long) (5 * bytesPerSecond));
            }
            if (second % 10 == 0) {
                double total = one.moved() + one.outstanding();
                if (second > 30) {
                    worst = Math.max(worst, Math.abs((total - before) / (10 * bytesPerSecond) - 1));
                }
                before = total;
            }
        }
        return worst;
    }
}
