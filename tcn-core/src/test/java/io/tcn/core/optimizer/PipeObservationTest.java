// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Values of an observation are told by name and read by the same name.
class PipeObservationTest {
    private static final List<RecordComponent> VALUES = Arrays.stream(PipeObservation.class.getRecordComponents())
            .filter(component -> !component.getName().equals("pipe"))
            .toList();

    @Test
    void eachValueIsReadAsItWasToldAndOthersAreZero() throws ReflectiveOperationException {
        for (RecordComponent told : VALUES) {
            PipeObservationBuilder builder = PipeObservation.of(Watched.pipe("p", 1, 10));
            set(builder, told, 7);
            PipeObservation seen = builder.build();
            for (RecordComponent value : VALUES) {
                assertThat(number(seen, value)).as(value.getName()).isEqualTo(value.equals(told) ? 7 : 0);
            }
        }
    }

    @Test
    void theSameToldInPartsOtherwiseKeepsTheRest() throws ReflectiveOperationException {
        PipeObservationBuilder builder = PipeObservation.of(Watched.pipe("p", 1, 10));
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
        PipeObservationBuilder builder = PipeObservation.of(Watched.pipe("p", 1, 10));
        assertThatThrownBy(builder.throughputBps(Double.NaN)::build).hasMessageContaining("throughput of pipe p");
        builder.throughputBps(0);
        assertThatThrownBy(builder.finishedSeconds(-1)::build).hasMessageContaining("finished transfers of pipe p");
    }

    private static void set(PipeObservationBuilder builder, RecordComponent value, int number)
            throws ReflectiveOperationException {
        Method setter = PipeObservationBuilder.class.getMethod(value.getName(), value.getType());
        Class<?> type = value.getType();
        if (type == int.class) {
            setter.invoke(builder, number);
        } else if (type == long.class) {
            setter.invoke(builder, (long) number);
        } else if (type == StageActivity.class) {
            setter.invoke(builder, new StageActivity(number, 0, 0, 0, 0, 0));
        } else {
            setter.invoke(builder, (double) number);
        }
    }

    private static double number(PipeObservation seen, RecordComponent value) throws ReflectiveOperationException {
        Object told = value.getAccessor().invoke(seen);
        return told instanceof StageActivity stages ? stages.readBps() : ((Number) told).doubleValue();
    }
}
