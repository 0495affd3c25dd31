// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops.otlp;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.sdk.trace.IdGenerator;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Names of traces and spans. The trace of a job has the job's id without its dashes, and the span of its
/// submission follows from it as well: so attempts find both after a restart and on another server, and
/// nothing is stored. All other spans have random names.
final class TraceIds implements IdGenerator {
    private static final Pattern DASHES = Pattern.compile("-");
    private static final Pattern TRACE = Pattern.compile("(?!0{32})[0-9a-f]{32}");
    private static final IdGenerator RANDOM = IdGenerator.random();

    /// The trace whose submission this thread begins.
    private final ThreadLocal<@Nullable String> submitted = new ThreadLocal<>();

    /// The trace of a job, empty if its id is none that traces can have.
    static Optional<String> ofJob(String job) {
        String trace = DASHES.matcher(job).replaceAll("").toLowerCase(Locale.ROOT);
        return TRACE.matcher(trace).matches() ? Optional.of(trace) : Optional.empty();
    }

    /// The span of a job's submission.
    static String submission(String trace) {
        // All zeroes would be no name; one in 2^64 traces has a name of its own for that.
        String name = HexFormat.of().formatHex(digest(trace), 0, 8);
        return name.equals("0".repeat(16)) ? "1".repeat(16) : name;
    }

    /// Whether a trace is among those that are collected; the same answer on every server and for ever.
    ///
    /// @param share of all traces
    static boolean isSampled(String trace, double share) {
        long drawn = ByteBuffer.wrap(digest(trace)).getLong(8) >>> 11;
        return drawn * 0x1.0p-53 < share;
    }

    private static byte[] digest(String trace) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(trace.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    /// Begins the span of a submission.
    Span begin(SpanBuilder submission, String trace) {
        submitted.set(trace);
        try {
            return submission.setNoParent().startSpan();
        } finally {
            submitted.remove();
        }
    }

    @Override
    public String generateTraceId() {
        String trace = submitted.get();
        return trace == null ? RANDOM.generateTraceId() : trace;
    }

    @Override
    public String generateSpanId() {
        String trace = submitted.get();
        return trace == null ? RANDOM.generateSpanId() : submission(trace);
    }
}
