// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.tcn.agent.http.ClientProperties;
import io.tcn.agent.transfer.AttemptTrace;
import io.tcn.api.runtime.Traces;
import io.tcn.api.runtime.Version;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.NewJob;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Attempt;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.annotation.Conditional;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/// Sends spans to a collector: one for the submission of a job, one for each attempt at its transfers, and in
/// that one for each of its parts. They are sent by a thread of their own, and dropped if the collector does
/// not take them.
///
/// Spans name the job, the transfer, the pipe and the failure; no token, no query of a URL, no name of a
/// person.
@Component
@Conditional(CollectorNamed.class)
final class OtlpTraces implements Traces, DisposableBean {
    private static final Logger LOG = LoggerFactory.getLogger(OtlpTraces.class);
    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration SEND = Duration.ofSeconds(5);
    private static final Duration DELAY = Duration.ofSeconds(1);
    private static final int MOST_WAITING = 8192;
    private static final int REMEMBERED = 10_000;

    private final JobReader jobs;
    private final double share;
    private final TraceIds ids = new TraceIds();
    private final SdkTracerProvider provider;
    private final Tracer tracer;

    /// Traces of transfers by number, the newest last; also the lock.
    private final Map<Long, String> newest = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, String> eldest) {
            return size() > REMEMBERED;
        }
    };

    OtlpTraces(OtlpProperties properties, Instance instance, JobReader jobs) {
        // Before the JDK's client is loaded, which the exporter uses.
        ClientProperties.set();
        this.jobs = jobs;
        this.share = properties.share();
        String endpoint = properties.endpoint("traces");
        var exporter = OtlpHttpSpanExporter.builder()
                .setEndpoint(endpoint)
                .setConnectTimeout(CONNECT)
                .setTimeout(SEND)
                .setRetryPolicy(null)
                .build();
        this.provider = SdkTracerProvider.builder()
                .setIdGenerator(ids)
                .setResource(Resource.create(Attributes.builder()
                        .put("service.name", "tcn")
                        .put("service.version", Version.TEXT)
                        .put("service.instance.id", instance.id())
                        .build()))
                .addSpanProcessor(
                        BatchSpanProcessor.builder(new ToldExporter(exporter, new ToldOnce("traces", endpoint)))
                                .setMaxQueueSize(MOST_WAITING)
                                .setScheduleDelay(DELAY)
                                .setExporterTimeout(SEND)
                                .build())
                .build();
        this.tracer = provider.get("io.tcn");
    }

    @Override
    public void submitted(NewJob job, Instant began) {
        try {
            sampled(job.id()).ifPresent(trace -> submitted(job, began, trace));
        } catch (RuntimeException defect) {
            LOG.debug("the submission of job {} has no trace", job.id(), defect);
        }
    }

    private void submitted(NewJob job, Instant began, String trace) {
        SpanBuilder span = tracer.spanBuilder("submission")
                .setSpanKind(SpanKind.SERVER)
                .setStartTimestamp(began)
                .setAttribute("tcn.job", job.id())
                .setAttribute("tcn.user", job.user().value())
                .setAttribute("tcn.transfers", job.transfers().size());
        SpanContext caller = caller();
        if (caller.isValid()) {
            span.addLink(caller);
        }
        ids.begin(span, trace).end();
    }

    /// What the caller's own trace is, by the header `traceparent` of its request.
    private static SpanContext caller() {
        if (!(RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes)) {
            return SpanContext.getInvalid();
        }
        Context context =
                W3CTraceContextPropagator.getInstance().extract(Context.root(), attributes.getRequest(), new Headers());
        return Span.fromContext(context).getSpanContext();
    }

    private static final class Headers implements TextMapGetter<HttpServletRequest> {
        @Override
        public Iterable<String> keys(HttpServletRequest request) {
            return List.of("traceparent", "tracestate");
        }

        @Override
        public @Nullable String get(@Nullable HttpServletRequest request, String key) {
            return request == null ? null : request.getHeader(key);
        }
    }

    private Optional<String> sampled(String job) {
        return TraceIds.ofJob(job).filter(trace -> TraceIds.isSampled(trace, share));
    }

    @Override
    public AttemptTrace begin(Attempt attempt) {
        Transfer transfer = attempt.transfer();
        String job = jobs.jobOf(transfer.id()).orElse("");
        Optional<String> sampled = sampled(job);
        if (sampled.isEmpty()) {
            return AttemptTrace.NONE;
        }
        String trace = sampled.get();
        SpanContext submission = SpanContext.createFromRemoteParent(
                trace, TraceIds.submission(trace), TraceFlags.getSampled(), TraceState.getDefault());
        Span span = tracer.spanBuilder("attempt")
                .setParent(Context.root().with(Span.wrap(submission)))
                .setAttribute("tcn.job", job)
                .setAttribute("tcn.transfer", transfer.id().value())
                .setAttribute("tcn.attempt", attempt.id().number())
                .setAttribute("tcn.pipe", transfer.pipe().toString())
                .setAttribute("tcn.connections", attempt.connections())
                .startSpan();
        synchronized (newest) {
            newest.put(transfer.id().value(), trace);
        }
        return new SpanTrace(tracer, span);
    }

    @Override
    public Optional<String> find(TransferId transfer) {
        synchronized (newest) {
            return Optional.ofNullable(newest.get(transfer.value()));
        }
    }

    @Override
    public void destroy() {
        provider.shutdown().join(SEND.toMillis(), TimeUnit.MILLISECONDS);
    }
}
