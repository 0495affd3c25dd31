// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.transfer.AttemptTrace;
import io.tcn.agent.transfer.AttemptTraces;
import io.tcn.core.model.AttemptId;
import io.tcn.core.port.Attempt;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The traces that came with orders: their storages are sent the header, lines of the log name the trace. The
/// server keeps the spans, so an agent needs no way to the collector.
final class OrderTraces implements AttemptTraces {
    /// A `traceparent` of W3C Trace Context; names of zeroes only are none.
    private static final Pattern PARENT =
            Pattern.compile("00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

    private final Map<AttemptId, AttemptTrace> given = new ConcurrentHashMap<>();

    private record Given(String header, String trace) implements AttemptTrace {
        /// With a blank at the end: it stands before the message.
        @Override
        public String words() {
            return "trace=" + trace + " ";
        }

        @Override
        public Optional<String> parent() {
            return Optional.of(header);
        }
    }

    /// @param parent value of the header, null for none; one that is malformed is none
    void give(AttemptId attempt, @Nullable String parent) {
        if (parent != null) {
            Matcher matcher = PARENT.matcher(parent);
            if (matcher.matches()) {
                given.put(attempt, new Given(parent, matcher.group(1)));
            }
        }
    }

    void forget(AttemptId attempt) {
        given.remove(attempt);
    }

    @Override
    public AttemptTrace begin(Attempt attempt) {
        return given.getOrDefault(attempt.id(), AttemptTrace.NONE);
    }
}
