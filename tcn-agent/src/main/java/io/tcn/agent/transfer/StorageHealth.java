// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How attempts went at each endpoint since the start: a failure counts where its scope says that it happened, one of
/// the transfer itself at both ends. Cancellations and the server's own stop count nowhere. Of more than [#MOST]
/// endpoints those that were not used for longest are forgotten. After [#NEWS] failures in a row, or as many as make a
/// storage be left alone, it is told that the storage fails, and that it works again after the next success. Safe for
/// all threads.
final class StorageHealth {
    /// More endpoints than any grid has; callers may name any number of hosts over the years.
    static final int MOST = 10_000;

    /// A file that is not there makes no storage fail; a few failures and no success do.
    static final int NEWS = 3;

    /// In the order of the last use; guarded by itself.
    private final Map<Endpoint, Tally> records = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Endpoint, Tally> eldest) {
            return size() > MOST;
        }
    };

    private final TimeSource time;
    private final StorageNews news;
    private final int newsAfter;

    /// @param paused after so many failures in a row a storage is left alone; 0: never
    StorageHealth(TimeSource time, int paused, StorageNews news) {
        this.time = time;
        this.newsAfter = paused == 0 ? NEWS : Math.min(paused, NEWS);
        this.news = news;
    }

    /// What is noted of one endpoint; guarded by itself.
    private static final class Tally {
        private long attempts;
        private long failures;
        private long inARow;
        private @Nullable Instant failingSince;
        private @Nullable Instant lastSuccess;
        private final Map<ErrorCode, EndpointHealth.FailureCount> byReason = new EnumMap<>(ErrorCode.class);
    }

    /// A listener that notes how an attempt ends, and passes on all that it hears.
    AttemptListener noting(Transfer transfer, AttemptListener listener) {
        return new AttemptListener() {
            @Override
            public void prepared(AttemptId attempt, long sizeBytes, int connections) {
                listener.prepared(attempt, sizeBytes, connections);
            }

            @Override
            public void uses(AttemptId attempt, int connections) {
                listener.uses(attempt, connections);
            }

            @Override
            public void finished(AttemptId attempt, long sizeBytes, @Nullable Checksum checksum) {
                ends(transfer).forEach(StorageHealth.this::succeeded);
                listener.finished(attempt, sizeBytes, checksum);
            }

            @Override
            public void failed(AttemptId attempt, TransferFailure failure, boolean destinationClean) {
                StorageHealth.this.failed(transfer, failure);
                listener.failed(attempt, failure, destinationClean);
            }

            @Override
            public void canceled(AttemptId attempt, boolean destinationClean) {
                listener.canceled(attempt, destinationClean);
            }
        };
    }

    private static List<Endpoint> ends(Transfer transfer) {
        return List.of(Endpoint.of(transfer.source()), Endpoint.of(transfer.destination()));
    }

    private Tally of(Endpoint endpoint) {
        synchronized (records) {
            return records.computeIfAbsent(endpoint, first -> new Tally());
        }
    }

    private void succeeded(Endpoint endpoint) {
        Tally tally = of(endpoint);
        Instant now = time.now();
        synchronized (tally) {
            Instant since = tally.failingSince;
            if (since != null && tally.inARow >= newsAfter) {
                news.works(endpoint, since, Duration.between(since, now), tally.inARow);
            }
            tally.attempts++;
            tally.inARow = 0;
            tally.failingSince = null;
            tally.lastSuccess = now;
        }
    }

    /// An attempt has failed.
    void failed(Transfer transfer, TransferFailure failure) {
        switch (failure.code()) {
            case SERVER_RESTARTED, CANCELED, PREDECESSOR_FAILED, ENDPOINT_PAUSED, NO_AGENT, NO_CREDENTIAL -> {
                // says nothing about a storage
            }
            default -> {
                List<Endpoint> ends = ends(transfer);
                switch (failure.code().scope()) {
                    case SOURCE -> {
                        failed(ends.getFirst(), failure);
                        attempted(ends.getLast());
                    }
                    case DESTINATION -> {
                        attempted(ends.getFirst());
                        failed(ends.getLast(), failure);
                    }
                    case TRANSFER -> ends.forEach(end -> failed(end, failure));
                    case GENERAL_FAILURE -> ends.forEach(this::attempted);
                }
            }
        }
    }

    private void attempted(Endpoint endpoint) {
        Tally tally = of(endpoint);
        synchronized (tally) {
            tally.attempts++;
        }
    }

    private void failed(Endpoint endpoint, TransferFailure failure) {
        Tally tally = of(endpoint);
        Instant now = time.now();
        synchronized (tally) {
            tally.attempts++;
            tally.failures++;
            tally.inARow++;
            Instant since = tally.failingSince == null ? now : tally.failingSince;
            tally.failingSince = since;
            if (tally.inARow == newsAfter) {
                news.fails(endpoint, since, tally.inARow, failure.message());
            }
            tally.byReason.merge(
                    failure.code(),
                    new EndpointHealth.FailureCount(failure.code(), 1, now, now, failure.message()),
                    (before, one) -> new EndpointHealth.FailureCount(
                            before.code(), before.count() + 1, before.firstAt(), now, one.sample()));
        }
    }

    /// What is known now, by endpoint.
    List<EndpointHealth> list() {
        List<EndpointHealth> all = new ArrayList<>();
        SortedMap<Endpoint, Tally> present;
        synchronized (records) {
            present = new TreeMap<>(records);
        }
        present.forEach((endpoint, tally) -> {
            synchronized (tally) {
                all.add(new EndpointHealth(
                        endpoint,
                        tally.attempts,
                        tally.failures,
                        tally.failingSince,
                        tally.lastSuccess,
                        tally.byReason.values().stream()
                                .sorted(Comparator.comparingLong(EndpointHealth.FailureCount::count)
                                        .reversed())
                                .toList()));
            }
        });
        return all;
    }
}
