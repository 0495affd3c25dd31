// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/// Metrics with the same labels, of which each has a value for every row.
///
/// @param rows what they are about
/// @param labels of a row, the same names for all
record Family<R>(List<R> rows, Function<R, Labels> labels) {
    /// A value that goes up and down.
    ///
    /// @param value of a row; NaN where there is none, which leaves it out
    MetricSnapshot gauge(String name, String help, ToDoubleFunction<R> value) {
        GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
        for (R row : rows) {
            double now = value.applyAsDouble(row);
            if (!Double.isNaN(now)) {
                gauge.dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                        .labels(labels.apply(row))
                        .value(now)
                        .build());
            }
        }
        return gauge.build();
    }

    /// A value that only grows.
    ///
    /// @param name without `_total`
    MetricSnapshot counter(String name, String help, ToDoubleFunction<R> value) {
        CounterSnapshot.Builder counter = CounterSnapshot.builder().name(name).help(help);
        for (R row : rows) {
            counter.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                    .labels(labels.apply(row))
                    .value(value.applyAsDouble(row))
                    .build());
        }
        return counter.build();
    }
}
