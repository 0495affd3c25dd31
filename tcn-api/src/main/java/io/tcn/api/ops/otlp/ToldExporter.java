// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops.otlp;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;

/// Sends spans, and tells the log once when that fails.
final class ToldExporter implements SpanExporter {
    private final SpanExporter exporter;
    private final ToldOnce told;

    ToldExporter(SpanExporter exporter, ToldOnce told) {
        this.exporter = exporter;
        this.told = told;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        CompletableResultCode result = exporter.export(spans);
        return result.whenComplete(() -> {
            if (result.isSuccess()) {
                told.sent();
            } else {
                Throwable why = result.getFailureThrowable();
                told.failed(why == null ? "it refuses them" : String.valueOf(why));
            }
        });
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
