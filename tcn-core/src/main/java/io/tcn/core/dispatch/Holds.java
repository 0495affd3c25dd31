// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Where nothing starts, whatever is queued there and whatever n is: the server ends, an operator has paused it or
/// holds a pipe, the network carries nothing for a pipe, or it is left alone for a while because a storage is in
/// trouble or nobody can move its files. What runs goes on.
///
/// Mutable; owned by the dispatch loop, except for [#of], which any thread may ask.
final class Holds {
    /// So long after a pause an attempt is on its way to whoever may move its files, at most.
    private static final Duration ON_ITS_WAY = Duration.ofSeconds(2);

    private final PipeQueues pipes;
    private final LoopScheduler loop;
    private final TimeSource time;
    private final Consumer<Runnable> events;
    private final Set<PipeId> heldPipes = new HashSet<>();
    private final ClosedPipes closedPipes = new ClosedPipes();
    private final Map<PipeId, Told> told = new ConcurrentHashMap<>();
    private boolean draining;
    private boolean paused;

    /// @param why in words, where somebody has told it
    /// @param since when it was first seen to hold the pipe
    private record Told(Hold hold, @Nullable String why, Instant since) {}

    /// @param events runs something as an event of the dispatch loop
    Holds(PipeQueues pipes, LoopScheduler loop, TimeSource time, Consumer<Runnable> events) {
        this.pipes = pipes;
        this.loop = loop;
        this.time = time;
        this.events = events;
    }

    /// Nothing starts any more.
    void drain() {
        draining = true;
    }

    /// Nothing starts any more: the server ends.
    boolean isDraining() {
        return draining;
    }

    /// Lets nothing start on any pipe, or lets all go on.
    void setPaused(boolean nothingStarts) {
        if (paused != nothingStarts) {
            paused = nothingStarts;
            pipes.all().forEach(pipes::touch);
        }
    }

    /// Lets nothing start on a pipe, or lets it go on. The pipe need not be known yet.
    void setHeld(PipeId id, boolean held) {
        boolean isNew = held ? heldPipes.add(id) : heldPipes.remove(id);
        PipeQueue pipe = pipes.find(id);
        if (isNew && pipe != null) {
            pipe.setHeld(held);
            pipes.touch(pipe);
        }
    }

    /// Lets nothing start on a pipe for a while. One look per pipe when it is over, not per transfer.
    ///
    /// @param why with a code of waiting
    void leaveAlone(PipeQueue pipe, Duration pause, TransferFailure why) {
        pipe.pauseUntil(time.nanoTime() + pause.toNanos(), why);
        lookAfter(pause, pipe);
        if (asksForSomebody(why)) {
            lookAfter(pause.plus(ON_ITS_WAY), pipe);
        }
    }

    private void lookAfter(Duration delay, PipeQueue pipe) {
        loop.schedule(delay, () -> events.accept(() -> pipes.touch(pipe)));
    }

    /// The data plane has taken an attempt on a pipe: what the pipe was left alone for is over.
    void taken(PipeQueue pipe) {
        long now = time.nanoTime();
        if (pipe.pausedFor() != null && !pipe.isPaused(now)) {
            pipe.forgetPause();
            tell(pipe, now);
        }
    }

    /// Takes over a map: nothing starts on pipes through resources whose capacity is 0.
    void mapChanged(NetworkMapSnapshot map) {
        for (PipeId id : closedPipes.mapChanged(map)) {
            PipeQueue pipe = pipes.find(id);
            if (pipe != null) {
                pipe.setClosed(closedPipes.contains(id));
                pipes.touch(pipe);
            }
        }
    }

    /// A pipe is new: what was said of it before counts.
    void declared(PipeQueue pipe) {
        pipe.setHeld(heldPipes.contains(pipe.pipe().id()));
        pipe.setClosed(closedPipes.contains(pipe.pipe().id()));
    }

    /// A pipe is gone.
    void forget(PipeId id) {
        heldPipes.remove(id);
        told.remove(id);
    }

    /// Whether an operator lets nothing start on a pipe, or its network or storages do not let it.
    boolean startsNothing(PipeQueue pipe, long nowNanos) {
        return paused || pipe.startsNothing(nowNanos);
    }

    /// A pipe was looked at: whoever asks is told what holds it.
    void tell(PipeQueue pipe, long nowNanos) {
        Hold hold = find(pipe, nowNanos);
        if (hold != null) {
            Told before = told.get(pipe.pipe().id());
            Instant since = before != null && before.hold() == hold ? before.since() : time.now();
            TransferFailure pausedFor = pipe.pausedFor();
            String why = pausedFor != null && isForAWhile(hold) ? pausedFor.message() : null;
            told.put(pipe.pipe().id(), new Told(hold, why, since));
        } else if (!told.isEmpty()) {
            told.remove(pipe.pipe().id());
        }
    }

    /// What holds a pipe, as of the last look at it; any thread may ask.
    Optional<Hold> of(PipeId pipe) {
        return Optional.ofNullable(told.get(pipe)).map(Told::hold);
    }

    /// What was said of why, as of the last look; any thread may ask.
    Optional<String> wordsOf(PipeId pipe) {
        return Optional.ofNullable(told.get(pipe)).map(Told::why);
    }

    /// Since when it holds the pipe, as of the last look; any thread may ask.
    Optional<Instant> sinceOf(PipeId pipe) {
        return Optional.ofNullable(told.get(pipe)).map(Told::since);
    }

    private @Nullable Hold find(PipeQueue pipe, long nowNanos) {
        if (draining) {
            return Hold.ENDING;
        }
        if (paused) {
            return Hold.PAUSED;
        }
        if (pipe.isHeld()) {
            return Hold.HELD;
        }
        if (pipe.isClosed()) {
            return Hold.CLOSED;
        }
        TransferFailure pausedFor = pipe.pausedFor();
        if (pausedFor == null) {
            return null;
        }
        boolean isPaused = pipe.isPaused(nowNanos);
        // Nothing has changed until somebody has taken an attempt.
        boolean isOnItsWay = asksForSomebody(pausedFor) && pipe.isPaused(nowNanos - ON_ITS_WAY.toNanos());
        return isPaused || isOnItsWay ? hold(pausedFor) : null;
    }

    /// Whether a pipe waits for somebody who moves its files: an attempt asks for one, and nothing else.
    private static boolean asksForSomebody(TransferFailure wait) {
        return wait.code() == ErrorCode.NO_AGENT || wait.code() == ErrorCode.NO_CREDENTIAL;
    }

    private static boolean isForAWhile(Hold hold) {
        return switch (hold) {
            case STORAGE_PAUSED, NO_AGENT, NO_CREDENTIAL -> true;
            case ENDING, PAUSED, HELD, CLOSED -> false;
        };
    }

    private static Hold hold(TransferFailure wait) {
        return switch (wait.code()) {
            case NO_AGENT -> Hold.NO_AGENT;
            case NO_CREDENTIAL -> Hold.NO_CREDENTIAL;
            default -> Hold.STORAGE_PAUSED;
        };
    }
}
