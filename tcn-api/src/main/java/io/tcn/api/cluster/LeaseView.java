// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import io.tcn.api.store.ServerLease.Seen;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The lease as it was seen last, with the time that has passed since by this server's own clock. One thread sees, any
/// may ask.
final class LeaseView {
    private final TimeSource time;
    private volatile @Nullable View last;

    private record View(Seen seen, long nanos) {}

    LeaseView(TimeSource time) {
        this.time = time;
    }

    /// @param nanos when the question was sent
    void saw(Seen seen, long nanos) {
        last = new View(seen, nanos);
    }

    private Duration age(View view) {
        return Duration.ofNanos(time.nanoTime() - view.nanos());
    }

    boolean isYoungerThan(Duration age) {
        View view = last;
        return view != null && age(view).compareTo(age) < 0;
    }

    /// Whether anybody could take the lease when it was looked at.
    boolean wasFree() {
        View view = last;
        return view != null && view.seen().isFree();
    }

    /// The lease as it is now, as far as is known. Empty if the database was never heard of.
    Optional<Seen> now() {
        View view = last;
        return view == null ? Optional.empty() : Optional.of(withNow(view));
    }

    private Seen withNow(View view) {
        Seen seen = view.seen();
        return new Seen(
                seen.term(),
                seen.holder(),
                seen.leader(),
                seen.since(),
                seen.ends(),
                seen.secret(),
                seen.now().plus(age(view)));
    }

    /// The server that leads by a lease that has not ended and that can be reached; empty if there is none.
    Optional<Seen> leader() {
        return now().filter(seen -> !seen.isFree()
                && seen.secret() != null
                && seen.leader() != null
                && seen.leader().address() != null);
    }

    /// The time of the database, as far as is known.
    Instant databaseNow() {
        return now().map(Seen::now).orElseGet(time::now);
    }
}
