// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops.otlp;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.tcn.agent.transfer.AttemptTrace;
import io.tcn.core.model.TransferFailure;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The span of an attempt, and in it the one of its present part.
final class SpanTrace implements AttemptTrace {
    private final Tracer tracer;
    private final Span attempt;
    private @Nullable Span part;
    private boolean isOver;

    SpanTrace(Tracer tracer, Span attempt) {
        this.tracer = tracer;
        this.attempt = attempt;
    }

    /// With a blank at the end: it stands before the message.
    @Override
    public String words() {
        return "trace=" + attempt.getSpanContext().getTraceId() + " ";
    }

    /// Of the present part, so that what a storage says of its work stands below it.
    @Override
    public synchronized Optional<String> parent() {
        var context = (part == null ? attempt : part).getSpanContext();
        return Optional.of("00-" + context.getTraceId() + "-" + context.getSpanId() + "-"
                + context.getTraceFlags().asHex());
    }

    @Override
    public synchronized void part(String name) {
        if (!isOver) {
            endPart();
            part = tracer.spanBuilder(name)
                    .setParent(Context.root().with(attempt))
                    .setSpanKind(SpanKind.CLIENT)
                    .startSpan();
        }
    }

    private void endPart() {
        if (part != null) {
            part.end();
        }
    }

    @Override
    public synchronized void ended(@Nullable TransferFailure failure) {
        if (isOver) {
            return;
        }
        isOver = true;
        endPart();
        if (failure != null) {
            attempt.setAttribute("error.type", failure.code().name());
            attempt.setStatus(StatusCode.ERROR, failure.toReason());
        }
        attempt.end();
    }
}
