// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.Progress;
import io.tcn.agent.staging.FileStreams;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How many connections one attempt has: what it is given, as far as its file can use it, and what its copy does
/// instead. Given under the lock of its attempt, asked for by anybody.
final class AttemptConnections {
    private static final Logger log = LoggerFactory.getLogger(AttemptConnections.class);

    private final Attempt attempt;
    private final AttemptListener listener;
    private final Progress progress;
    private final FileStreams streams;
    private final CountedConnections counted;
    private volatile int given = 1;

    /// @param mostStreams at most so many requests read a file
    AttemptConnections(Attempt attempt, AttemptListener listener, Progress progress, int mostStreams) {
        this.attempt = attempt;
        this.listener = listener;
        this.progress = progress;
        this.streams = new FileStreams(
                Math.min(mostStreams, attempt.transfer().options().maxStreams()));
        this.counted = new CountedConnections(streams::underWay, this::tell);
        progress.onUse(this::usesOther);
        streams.onGiveBack(counted::over);
    }

    /// How many it is given, or uses instead.
    int count() {
        return streams.isPossible() ? given : progress.connections();
    }

    /// How many count now: those too that it gives back and that are not over.
    int counted() {
        return streams.isPossible() ? counted.count() : progress.connections();
    }

    /// How many a copy that begins now is given.
    int given() {
        return given;
    }

    /// Those that read one file that passes through here.
    FileStreams streams() {
        return streams;
    }

    /// Both ends were looked at.
    void found(Prepared ends) {
        if (ends.streamed() && ends.connections() > 1) {
            streams.allow(ends.source(), ends.sourceFacts().sizeBytes());
        }
        given = Math.min(attempt.connections(), ends.connections());
        var _ = counted.give(given);
        progress.uses(given);
    }

    /// Gives it so many, where it can use them.
    ///
    /// @param ends what was found
    /// @param begun whether it copies, so that what two storages have begun with stays
    /// @return how many it uses from now on; requests that it should not have any more count until they are over
    int give(int wanted, Prepared ends, boolean begun) {
        if (streams.decides()) {
            given = streams.want(wanted);
            if (!streams.isPossible()) {
                // It was given up meanwhile.
                given = 1;
            }
            return counted.give(given);
        } else if (begun) {
            given = progress.connections();
        } else {
            given = Math.clamp(wanted, 1, ends.connections());
            progress.uses(given);
        }
        return given;
    }

    /// The copy cannot do with the connections that it has. Comes from its own threads, which may hold locks of the
    /// copy: so without the lock.
    private void usesOther(int count) {
        if (!streams.isPossible() && count != given) {
            tell(count);
        }
    }

    private void tell(int count) {
        try {
            listener.uses(attempt.id(), count);
        } catch (RuntimeException e) {
            log.error("attempt {}: the listener failed", attempt.id(), e);
        }
    }
}
