// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// A data plane that does something with one of its attempts whenever it is asked to: goes on, with all connections or
/// fewer, ends well or badly, or says once more what it said already.
final class RestlessDataPlane implements DataPlane {
    private static final class Run {
        private final Attempt attempt;
        private final AttemptListener listener;
        private int connections;
        private boolean prepared;
        private boolean proceeding;
        private boolean canceled;

        Run(Attempt attempt, AttemptListener listener) {
            this.attempt = attempt;
            this.listener = listener;
            this.connections = attempt.connections();
        }
    }

    private final Random random;
    private final DestinationModel destinations;
    private final Happenings happenings;
    private final HistoryKind kind;
    private final Map<AttemptId, Run> attempts = new LinkedHashMap<>();
    private final Map<AttemptId, Run> cleanUps = new LinkedHashMap<>();
    private final Map<AttemptId, Run> ended = new LinkedHashMap<>();
    private final List<Attempt> started = new ArrayList<>();

    RestlessDataPlane(Random random, DestinationModel destinations, Happenings happenings, HistoryKind kind) {
        this.random = random;
        this.destinations = destinations;
        this.happenings = happenings;
        this.kind = kind;
    }

    @Override
    public void start(Attempt attempt, AttemptListener listener) {
        if (ended.containsKey(attempt.id()) || attempts.containsKey(attempt.id())) {
            destinations.wrong("started twice: " + attempt.id());
        }
        attempts.put(attempt.id(), new Run(attempt, listener));
        started.add(attempt);
        destinations.started(attempt);
        happenings.add(Happening.STARTED);
    }

    @Override
    public void cleanUp(Attempt attempt, AttemptListener listener) {
        if (cleanUps.put(attempt.id(), new Run(attempt, listener)) != null) {
            destinations.wrong("cleaned twice at once: " + attempt.id());
        }
        destinations.cleanUpStarted(attempt);
    }

    @Override
    public void proceed(AttemptId attempt) {
        Run run = attempts.get(attempt);
        if (run != null) {
            run.proceeding = true;
            destinations.wrote(attempt);
        }
    }

    @Override
    public void cancel(AttemptId attempt) {
        Run run = attempts.get(attempt);
        if (run != null) {
            run.canceled = true;
            happenings.add(Happening.CANCELED_WHILE_RUNNING);
        }
    }

    @Override
    public int adjust(AttemptId attempt, int connections) {
        Run run = attempts.get(attempt);
        if (run == null) {
            return 0;
        }
        if (random.nextBoolean()) {
            run.connections = connections;
        }
        return run.connections;
    }

    @Override
    public long movedBytes(PipeId pipe) {
        return 0;
    }

    /// What has started since it was asked last.
    List<Attempt> takeStarted() {
        List<Attempt> taken = List.copyOf(started);
        started.clear();
        return taken;
    }

    boolean isIdle() {
        return attempts.isEmpty() && cleanUps.isEmpty();
    }

    long runningOn(PipeId pipe) {
        return attempts.values().stream()
                .filter(run -> run.attempt.transfer().pipe().equals(pipe))
                .count();
    }

    void doSomething() {
        if (!ended.isEmpty() && random.nextInt(25) == 0) {
            repeat(anyOf(ended));
        } else if (!cleanUps.isEmpty() && random.nextInt(4) == 0) {
            endCleanUp(anyOf(cleanUps));
        } else if (!attempts.isEmpty()) {
            goOn(anyOf(attempts));
        }
    }

    private Run anyOf(Map<AttemptId, Run> runs) {
        return new ArrayList<>(runs.values()).get(random.nextInt(runs.size()));
    }

    private void repeat(Run run) {
        // What is forced by old news may begin an attempt of a number that was tried before.
        if (kind != HistoryKind.STALE_FORCED_STARTS) {
            run.listener.finished(run.attempt.id(), 10, null);
            run.listener.prepared(run.attempt.id(), 10, 3);
        }
    }

    private void endCleanUp(Run run) {
        cleanUps.remove(run.attempt.id());
        destinations.leaves(run.attempt);
        boolean isClean = random.nextInt(3) > 0;
        if (isClean) {
            destinations.cleanedUp(run.attempt);
        }
        run.listener.canceled(run.attempt.id(), isClean);
    }

    private void goOn(Run run) {
        switch (random.nextInt(8)) {
            case 0 -> fail(run, new TransferFailure(anyPassingError(), "too late"));
            case 1 -> {
                if (random.nextInt(3) == 0) {
                    fail(run, new TransferFailure(ErrorCode.SOURCE_NOT_FOUND, "not there"));
                }
            }
            case 2 -> {
                if (run.canceled || random.nextInt(8) == 0) {
                    end(run);
                    run.listener.canceled(run.attempt.id(), isClean(run));
                }
            }
            default -> {
                if (!run.prepared) {
                    run.prepared = true;
                    run.connections = 1 + random.nextInt(run.connections);
                    run.listener.prepared(run.attempt.id(), 10, run.connections);
                } else if (run.proceeding) {
                    end(run);
                    run.listener.finished(run.attempt.id(), 10, Checksum.adler32(1));
                }
            }
        }
    }

    private ErrorCode anyPassingError() {
        if (random.nextInt(5) == 0) {
            return ErrorCode.SERVER_RESTARTED;
        }
        return switch (random.nextInt(8)) {
            case 0 -> ErrorCode.ENDPOINT_PAUSED;
            case 1 -> ErrorCode.NO_AGENT;
            default -> ErrorCode.TIMEOUT;
        };
    }

    private void fail(Run run, TransferFailure failure) {
        end(run);
        run.listener.failed(run.attempt.id(), failure, isClean(run));
    }

    /// Where nothing was written and nothing lay before, all is clean, unless the kind has it otherwise.
    private boolean isClean(Run run) {
        boolean mayBeUnclean = kind.isUncleanWithoutNeed() || run.proceeding || run.attempt.destinationMayBeOurs();
        return random.nextBoolean() || !mayBeUnclean;
    }

    private void end(Run run) {
        attempts.remove(run.attempt.id());
        ended.put(run.attempt.id(), run);
        destinations.leaves(run.attempt);
    }

    /// What is under way, for failures.
    @Override
    public String toString() {
        return "attempts " + List.copyOf(attempts.keySet()) + ", clean-ups " + List.copyOf(cleanUps.keySet());
    }
}
