// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

/// A part of a run.
///
/// @param fromNanos its beginning in virtual nanoseconds, zero or more
/// @param untilNanos its end, later than the beginning; [Long#MAX_VALUE]: the end of the run
public record Span(long fromNanos, long untilNanos) implements ControlTimes {
    /// The whole run.
    public static final Span ALWAYS = new Span(0, Long.MAX_VALUE);

    public Span {
        if (fromNanos < 0 || untilNanos <= fromNanos) {
            throw new IllegalArgumentException(
                    "a span ends after it begins, given were " + fromNanos + " ns and " + untilNanos + " ns");
        }
    }

    /// Whether it holds at a moment; its end does not belong to it.
    @Override
    public boolean contains(long nanos) {
        return nanos >= fromNanos && nanos < untilNanos;
    }

    @Override
    public long nextChange(long nanos) {
        return nanos < fromNanos ? fromNanos : nanos < untilNanos ? untilNanos : Long.MAX_VALUE;
    }
}
