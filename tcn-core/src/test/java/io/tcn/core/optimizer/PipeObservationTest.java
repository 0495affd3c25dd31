// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.core.model.SizeHistogram;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Values of an observation are told by name and read by the same name.
class PipeObservationTest {
    private static final List<RecordComponent> VALUES = Arrays.stream(PipeObservation.class.getRecordComponents())
            .filter(component -> !component.getName().equals("pipe"))
            .toList();

    private final PipeObservationBuilder builder = PipeObservation.of(Watched.pipe("p", 1, 10));

    @Test
    void eachValueIsReadAsItWasToldAndOthersStay() throws ReflectiveOperationException {
        PipeObservation untold = builder.build();
        for (RecordComponent told : VALUES) {
            PipeObservationBuilder one = untold.toBuilder();
            Object given = set(one, told, 1);
            PipeObservation seen = one.build();
            for (RecordComponent value : VALUES) {
                assertThat(value.getAccessor().invoke(seen))
                        .as(value.getName())
                        .isEqualTo(
                                value.equals(told) ? given : value.getAccessor().invoke(untold));
            }
        }
    }

    @Test
    void whatIsNotToldIsZeroOrNotKnown() {
        PipeObservation untold = builder.build();
        assertThat(untold.movedBytes()).isZero();
        assertThat(untold.finishedSizes()).isEqualTo(SizeHistogram.NONE);
        assertThat(untold.movingConnections()).isEqualTo(PipeObservation.UNKNOWN);
        assertThat(untold.blockedConnections()).isZero();
        assertThat(untold.rttSeconds()).isNaN();
        assertThat(untold.lossRatio()).isNaN();
        assertThat(untold.lossRatioOrZero()).isZero();
        assertThat(builder.lossRatio(0.25).build().lossRatioOrZero()).isEqualTo(0.25);
    }

    @Test
    void theSameToldInPartsOtherwiseKeepsTheRest() throws ReflectiveOperationException {
        for (int i = 0; i < VALUES.size(); i++) {
            set(builder, VALUES.get(i), i + 1);
        }
        PipeObservation seen = builder.build();
        assertThat(seen.toBuilder().build()).isEqualTo(seen);
        PipeObservation declared = seen.withPipe(Watched.pipe("p", 2, 3));
        assertThat(declared.pipe().limits().maxConnections()).isEqualTo(3);
        assertThat(declared.withPipe(seen.pipe())).isEqualTo(seen);
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertRefused(builder.throughputBps(Double.NaN), "throughput of pipe p");
        builder.throughputBps(0);
        assertRefused(builder.finishedSeconds(-1), "finished transfers of pipe p");
        builder.finishedSeconds(0);
        assertRefused(builder.queuedBytes(-1), "queued bytes of pipe p");
        builder.queuedBytes(0);
        assertRefused(builder.blockedConnections(-1), "blocked connections of pipe p");
        builder.blockedConnections(0);
        assertRefused(builder.lossRatio(1.5), "of pipe p the round-trip time");
        builder.lossRatio(1);
        assertRefused(builder.rttSeconds(-0.1), "of pipe p the round-trip time");
    }

    private static void assertRefused(PipeObservationBuilder wrong, String why) {
        assertThatThrownBy(wrong::build).hasMessageContaining(why);
    }

    /// Tells a value that no other number gives.
    private static Object set(PipeObservationBuilder builder, RecordComponent value, int number)
            throws ReflectiveOperationException {
        Class<?> type = value.getType();
        Object given;
        if (type == int.class) {
            given = number;
        } else if (type == long.class) {
            given = (long) number;
        } else if (type == double.class) {
            given = value.getName().equals("lossRatio") ? 1.0 / number : (double) number;
        } else if (type == StageActivity.class) {
            given = new StageActivity(number, 0, 0, 0, 0, 0);
        } else {
            given = SizeHistogram.of(number, 0, 0, 0, 0, 0, 0, 0, 0);
        }
        PipeObservationBuilder.class.getMethod(value.getName(), type).invoke(builder, given);
        return given;
    }
}
