// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.Side;
import io.tcn.agent.TransferException;
import io.tcn.agent.TransferException.Outlook;
import io.tcn.agent.http.HttpAddress;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.TimeSource;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Gives endpoints in trouble a pause, so that an outage does not use up the tries of every file that waits.
///
/// ```
/// OPEN -> PAUSED        after several failures in a row that show the endpoint itself in trouble, or when it asks to
///                       be left alone (`Retry-After`)
/// PAUSED -> PROBED      when the time is over: one attempt may try
/// PROBED -> OPEN        it got an answer from both ends
/// PROBED -> PAUSED      it met the same trouble; each pause is twice as long as the last, up to a limit, until a
///                       transfer has finished
/// ```
///
/// An attempt that would meet a pause is refused at once with [ErrorCode#ENDPOINT_PAUSED], which uses up no retry.
/// Safe to use from any thread.
final class EndpointPauses {
    /// No storage may ask for more.
    private static final Duration LONGEST_REQUEST = Duration.ofHours(1);

    private static final int MAX_ENDPOINTS = 10_000;

    private final TimeSource time;
    private final AgentSettings.Pauses settings;
    private final Object lock = new Object();
    // Guarded by lock.
    private final Map<Endpoint, Trouble> troubles = new HashMap<>();

    EndpointPauses(TimeSource time, AgentSettings.Pauses settings) {
        this.time = time;
        this.settings = settings;
    }

    /// Asks whether an attempt may begin; it may be the one that tries.
    ///
    /// @return why not, empty if it may
    Optional<TransferFailure> enter(Attempt attempt) {
        synchronized (lock) {
            List<Endpoint> ends = endpoints(attempt.transfer());
            for (Endpoint end : ends) {
                Trouble trouble = troubles.get(end);
                if (trouble != null && trouble.isClosed()) {
                    return Optional.of(trouble.refusal(end));
                }
            }
            for (Endpoint end : ends) {
                Trouble trouble = troubles.get(end);
                if (trouble != null && trouble.paused) {
                    trouble.probe = attempt.id();
                }
            }
            return Optional.empty();
        }
    }

    /// Which end an attempt must leave alone now, and why; empty if it may begin.
    Optional<EndTrouble> closedTo(Attempt attempt) {
        synchronized (lock) {
            return closedTo(attempt.transfer().source(), Side.SOURCE)
                    .or(() -> closedTo(attempt.transfer().destination(), Side.DESTINATION));
        }
    }

    private Optional<EndTrouble> closedTo(URI url, Side side) {
        return endpoint(url)
                .map(troubles::get)
                .filter(Trouble::isClosed)
                .map(trouble -> new EndTrouble(side, trouble.unreached));
    }

    /// Both ends have answered.
    void answered(Attempt attempt) {
        synchronized (lock) {
            for (Endpoint end : endpoints(attempt.transfer())) {
                Trouble trouble = troubles.get(end);
                if (trouble != null && attempt.id().equals(trouble.probe)) {
                    trouble.open();
                }
            }
        }
    }

    /// An attempt has finished.
    void finished(Attempt attempt) {
        synchronized (lock) {
            for (Endpoint end : endpoints(attempt.transfer())) {
                Trouble trouble = troubles.get(end);
                if (trouble != null && !trouble.isAsked()) {
                    troubles.remove(end);
                }
            }
        }
    }

    /// An attempt has failed.
    ///
    /// @return whose endpoint was seen in trouble, empty if it was not the fault of one
    Optional<EndTrouble> failed(Attempt attempt, TransferException failure) {
        Optional<Side> blamed = blamed(failure);
        boolean unreached = isUnanswered(failure);
        failed(attempt, blamed, new Seen(failure.retryAfter().orElse(null), failure.code(), unreached));
        return blamed.map(side -> new EndTrouble(side, unreached));
    }

    /// An attempt has failed in another process.
    ///
    /// @param blamed whose endpoint was seen in trouble there
    void failed(Attempt attempt, Optional<Side> blamed, TransferFailure failure) {
        switch (failure.code()) {
            case SERVER_RESTARTED, CANCELED, PREDECESSOR_FAILED, ENDPOINT_PAUSED, NO_AGENT, NO_CREDENTIAL -> {
                // says nothing about a storage
            }
            default -> failed(attempt, blamed, new Seen(failure.pause(), failure.code(), false));
        }
    }

    /// What an attempt has seen of an endpoint in trouble. Its message is not kept: it names a file, and whoever meets
    /// the pause may be somebody else.
    ///
    /// @param asked how long it asks to be left alone
    private record Seen(@Nullable Duration asked, ErrorCode code, boolean unreached) {}

    private void failed(Attempt attempt, Optional<Side> blamed, Seen seen) {
        synchronized (lock) {
            blamed.map(side -> side == Side.SOURCE
                            ? attempt.transfer().source()
                            : attempt.transfer().destination())
                    .flatMap(EndpointPauses::endpoint)
                    .ifPresent(end -> blame(end, attempt.id(), seen));
            if (blamed.isEmpty()) {
                URI proven = switch (seen.code().scope()) {
                    case SOURCE -> attempt.transfer().source();
                    case DESTINATION -> attempt.transfer().destination();
                    case TRANSFER, GENERAL_FAILURE -> null;
                };
                // It answered, if only to refuse this file.
                if (proven != null && !seen.code().isRetryable()) {
                    endpoint(proven).map(troubles::get).ifPresent(trouble -> trouble.answered(attempt.id()));
                }
            }
        }
    }

    /// An attempt is over; if it was to try an endpoint and has not, another may.
    void left(Attempt attempt) {
        synchronized (lock) {
            for (Endpoint end : endpoints(attempt.transfer())) {
                Trouble trouble = troubles.get(end);
                if (trouble != null && attempt.id().equals(trouble.probe)) {
                    trouble.probe = null;
                }
            }
        }
    }

    /// The pauses of this moment, in the order of their endpoints.
    List<EndpointPause> list() {
        synchronized (lock) {
            List<EndpointPause> pauses = new ArrayList<>();
            troubles.forEach((end, trouble) -> {
                if (trouble.paused) {
                    pauses.add(new EndpointPause(end, trouble.since, trouble.until(), trouble.reason));
                }
            });
            pauses.sort(Comparator.comparing(pause -> pause.endpoint().toString()));
            return pauses;
        }
    }

    private void blame(Endpoint end, AttemptId attempt, Seen seen) {
        if (settings.failures() == 0 && seen.asked() == null) {
            return;
        }
        if (troubles.size() >= MAX_ENDPOINTS) {
            troubles.values().removeIf(trouble -> !trouble.paused || trouble.isForgotten());
        }
        troubles.computeIfAbsent(end, key -> new Trouble()).failed(attempt, seen);
    }

    private static Optional<Side> blamed(TransferException failure) {
        if (failure.endpointInTrouble().isPresent()) {
            return failure.endpointInTrouble();
        }
        if (!isUnanswered(failure)) {
            return Optional.empty();
        }
        return switch (failure.code()) {
            case SOURCE_UNAVAILABLE -> Optional.of(Side.SOURCE);
            case DESTINATION_UNAVAILABLE -> Optional.of(Side.DESTINATION);
            default -> Optional.empty();
        };
    }

    private static boolean isUnanswered(TransferException failure) {
        return failure.outlook() == Outlook.NOT_SENT || failure.outlook() == Outlook.NO_ANSWER;
    }

    private static List<Endpoint> endpoints(Transfer transfer) {
        List<Endpoint> ends = new ArrayList<>(2);
        endpoint(transfer.source()).ifPresent(ends::add);
        endpoint(transfer.destination()).ifPresent(ends::add);
        return ends;
    }

    private static Optional<Endpoint> endpoint(URI url) {
        return HttpAddress.isHttp(url) ? Optional.of(Endpoint.of(url)) : Optional.empty();
    }

    /// The trouble of one endpoint. Guarded by the lock.
    private final class Trouble {
        private int inARow;
        private int level;
        private boolean paused;
        private Instant since = time.now();
        private long untilNanos;
        private boolean asked;
        /// Whether it gave no answer when it failed last.
        private boolean unreached;

        private @Nullable AttemptId probe;
        private String reason = "";

        boolean isClosed() {
            return paused && (probe != null || leftNanos() > 0);
        }

        /// Whether nobody has gone there for so long since it was over that it says nothing any more.
        boolean isForgotten() {
            return probe == null && leftNanos() < -settings.longest().toNanos();
        }

        /// Whether the endpoint itself asked for the pause, which a success elsewhere does not end.
        boolean isAsked() {
            return asked && leftNanos() > 0;
        }

        Instant until() {
            return time.now().plusNanos(Math.max(0, leftNanos()));
        }

        TransferFailure refusal(Endpoint end) {
            Duration wait = probe == null ? Duration.ofNanos(Math.max(0, leftNanos())) : settings.first();
            return new TransferFailure(
                            ErrorCode.ENDPOINT_PAUSED,
                            end + " is in trouble and left alone until "
                                    + time.now().plus(wait) + ": the last failure there was " + reason)
                    .withPause(wait);
        }

        void open() {
            paused = false;
            asked = false;
            probe = null;
            inARow = 0;
        }

        void answered(AttemptId attempt) {
            inARow = 0;
            if (attempt.equals(probe)) {
                open();
            }
        }

        void failed(AttemptId attempt, Seen seen) {
            Duration wait = seen.asked();
            reason = seen.code().name();
            unreached = seen.unreached();
            inARow++;
            if (wait != null) {
                pause(wait.compareTo(LONGEST_REQUEST) > 0 ? LONGEST_REQUEST : wait);
                asked = true;
            } else if (attempt.equals(probe) || (!paused && inARow >= settings.failures())) {
                Duration pause = settings.first().multipliedBy(1L << Math.min(level, 20));
                level++;
                pause(pause.compareTo(settings.longest()) > 0 ? settings.longest() : pause);
            }
        }

        private void pause(Duration length) {
            if (!paused) {
                since = time.now();
                untilNanos = time.nanoTime();
            }
            long end = time.nanoTime() + length.toNanos();
            untilNanos = end - untilNanos > 0 ? end : untilNanos;
            paused = true;
            probe = null;
        }

        private long leftNanos() {
            return untilNanos - time.nanoTime();
        }
    }
}
