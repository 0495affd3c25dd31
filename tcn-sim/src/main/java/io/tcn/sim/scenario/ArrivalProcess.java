// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.model.PipeId;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// Transfers that arrive by a rule. They are made one at a time, so that a million of them need no list; the same
/// seed makes the same ones.
///
/// @param name name of the process
/// @param rule when they come
/// @param maxCount at most so many, [Long#MAX_VALUE] for no limit
/// @param span none comes before it, at its end or later
/// @param seed feeds times, sizes and pipes
/// @param priority 1 (last) to 5 (first)
public record ArrivalProcess(String name, Rule rule, long maxCount, Span span, long seed, int priority) {
    /// When transfers come, where they go and how large they are.
    public sealed interface Rule {}

    /// One every `periodNanos`.
    public record Periodic(long periodNanos, List<PipeId> pipes, Sizes sizes) implements Rule {
        public Periodic {
            pipes = List.copyOf(pipes);
        }
    }

    /// Poisson process: times between two are exponential.
    public record Poisson(double meanSeconds, List<PipeId> pipes, Sizes sizes) implements Rule {
        public Poisson {
            pipes = List.copyOf(pipes);
        }
    }

    /// As recorded: times count from the beginning of the span and rise.
    public record Recorded(List<Item> items) implements Rule {
        /// @param atNanos time since the beginning of the span
        public record Item(long atNanos, PipeId pipe, long bytes) {}

        public Recorded {
            items = List.copyOf(items);
        }
    }

    /// One transfer that arrives.
    ///
    /// @param atNanos when, in virtual nanoseconds
    /// @param number its number within the process, from 1
    public record Arrival(long atNanos, PipeId pipe, long bytes, long number) {}

    /// The same process with other chance.
    public ArrivalProcess withSeed(long newSeed) {
        return new ArrivalProcess(name, rule, maxCount, span, newSeed, priority);
    }

    /// The transfers in the order of their arrival.
    public Iterator<Arrival> arrivals() {
        return new Made(this);
    }

    /// How many transfers come: exact but for a Poisson process that only its end limits, where it is the mean.
    public double expectedCount() {
        long nanos = span.untilNanos() - span.fromNanos();
        double byTime = switch (rule) {
            // The end does not belong to the span.
            case Periodic every -> Math.floorDiv(nanos - 1, every.periodNanos());
            case Poisson chance -> nanos / 1e9 / chance.meanSeconds();
            case Recorded trace -> (double) within(trace).count();
        };
        return Math.min((double) maxCount, byTime);
    }

    /// About when the last one comes, in virtual nanoseconds.
    public long expectedLastNanos() {
        double seconds = switch (rule) {
            case Periodic every -> expectedCount() * every.periodNanos() / 1e9;
            case Poisson chance -> expectedCount() * chance.meanSeconds();
            case Recorded trace ->
                within(trace).mapToLong(Recorded.Item::atNanos).max().orElse(0) / 1e9;
        };
        return Math.min(span.untilNanos(), span.fromNanos() + Math.round(seconds * 1e9));
    }

    /// Bytes of all of them together, on average.
    public double expectedBytes() {
        return switch (rule) {
            case Periodic every -> expectedCount() * every.sizes().meanBytes();
            case Poisson chance -> expectedCount() * chance.sizes().meanBytes();
            case Recorded trace ->
                within(trace).mapToDouble(Recorded.Item::bytes).sum();
        };
    }

    /// The recorded transfers that come in time and are not too many.
    private Stream<Recorded.Item> within(Recorded trace) {
        long nanos = span.untilNanos() - span.fromNanos();
        return trace.items().stream().filter(item -> item.atNanos() < nanos).limit(maxCount);
    }

    private static final class Made implements Iterator<Arrival> {
        private final ArrivalProcess process;
        private final SplittableRandom random;
        private long made;
        private long atNanos;

        Made(ArrivalProcess process) {
            this.process = process;
            this.random = new SplittableRandom(process.seed());
            this.atNanos = process.span().fromNanos();
            advance();
        }

        /// Moves on to the time of the next one.
        private void advance() {
            atNanos = switch (process.rule()) {
                case Periodic every -> later(every.periodNanos());
                case Poisson chance ->
                    later(Math.max(1, Math.round(chance.meanSeconds() * 1e9 * random.nextExponential())));
                case Recorded trace ->
                    made < trace.items().size()
                            ? process.span().fromNanos()
                                    + trace.items().get((int) made).atNanos()
                            : Long.MAX_VALUE;
            };
        }

        private long later(long nanos) {
            return nanos > Long.MAX_VALUE - atNanos ? Long.MAX_VALUE : atNanos + nanos;
        }

        @Override
        public boolean hasNext() {
            return made < process.maxCount()
                    && atNanos != Long.MAX_VALUE
                    && atNanos < process.span().untilNanos();
        }

        @Override
        public Arrival next() {
            if (!hasNext()) {
                throw new NoSuchElementException("no more arrivals of " + process.name());
            }
            Arrival arrival = switch (process.rule()) {
                case Periodic every -> drawn(every.pipes(), every.sizes());
                case Poisson chance -> drawn(chance.pipes(), chance.sizes());
                case Recorded trace -> {
                    Recorded.Item item = trace.items().get((int) made);
                    yield new Arrival(atNanos, item.pipe(), item.bytes(), made + 1);
                }
            };
            made++;
            advance();
            return arrival;
        }

        private Arrival drawn(List<PipeId> pipes, Sizes sizes) {
            PipeId pipe = pipes.get(pipes.size() == 1 ? 0 : random.nextInt(pipes.size()));
            return new Arrival(atNanos, pipe, sizes.drawBytes(random), made + 1);
        }
    }
}
