// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.CannotCreateTransactionException;

/// Work of which many pieces done together cost little more than one: the transactions of callers that come at the same
/// time. A caller who finds nobody at work does his own at once, on his own thread. Those who come meanwhile wait, and
/// the first of them does theirs together. So a caller who is alone waits for nobody, and the more there are the less
/// each costs.
///
/// A piece that fails costs nobody else anything: if several fail together for a reason that may be one of them, each
/// is done by itself.
///
/// @param <W> a piece of work
/// @param <R> its result, not null
final class SharedWork<W, R> {
    /// How much is done at one time.
    ///
    /// @param threads how many callers work at one time, positive
    /// @param size of the pieces that are done together, at most, unless there is only one; as they are weighed
    /// @param patience how long a piece waits to be begun
    record Bounds(int threads, int size, Duration patience) {}

    private enum State {
        WAITING,
        /// Its caller is to do it, together with others that wait.
        FIRST,
        /// Its caller is to do it by itself.
        ALONE,
        /// Somebody else does it now.
        TAKEN,
        OVER
    }

    private final class Piece {
        private final W work;
        private final Condition changed = lock.newCondition();
        private State state = State.WAITING;
        private @Nullable R result;
        private @Nullable Throwable failure;

        Piece(W work) {
            this.work = work;
        }

        void becomes(State next) {
            state = next;
            changed.signal();
        }
    }

    private final Function<List<W>, List<R>> together;
    private final ToIntFunction<W> size;
    private final Predicate<RuntimeException> mayBeOfOne;
    private final Bounds bounds;
    private final TimeSource time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Piece> waiting = new ArrayDeque<>();
    private int working;

    /// @param together does some pieces, one at least: all of them, or none and fails
    /// @param size what a piece weighs
    /// @param mayBeOfOne whether a failure may be the fault of one piece, and then none of them was done
    SharedWork(
            Function<List<W>, List<R>> together,
            ToIntFunction<W> size,
            Predicate<RuntimeException> mayBeOfOne,
            Bounds bounds,
            TimeSource time) {
        this.together = together;
        this.size = size;
        this.mayBeOfOne = mayBeOfOne;
        this.bounds = bounds;
        this.time = time;
    }

    /// Does a piece of work, or waits until it is done.
    ///
    /// @throws CannotCreateTransactionException if it was not begun in time: nothing was done then
    /// @throws RuntimeException as the work does
    R result(W work) {
        Piece mine = new Piece(work);
        State state = begin(mine);
        if (state == State.FIRST) {
            state = workFor(mine);
        }
        if (state == State.ALONE) {
            return together.apply(List.of(work)).getFirst();
        }
        Throwable failure = mine.failure;
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException refused) {
            throw refused;
        }
        return Objects.requireNonNull(mine.result);
    }

    /// Pieces that nobody has begun.
    int waiting() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until a piece is over, or its caller has something to do.
    private State begin(Piece mine) {
        lock.lock();
        try {
            if (working < bounds.threads()) {
                working++;
                mine.state = State.FIRST;
                return State.FIRST;
            }
            waiting.add(mine);
            awaitTurn(mine);
            if (mine.state == State.WAITING) {
                waiting.remove(mine);
                throw new CannotCreateTransactionException("the transactions before it did not end within "
                        + bounds.patience().toSeconds() + " s");
            }
            while (mine.state == State.TAKEN) {
                mine.changed.awaitUninterruptibly();
            }
            return mine.state;
        } finally {
            lock.unlock();
        }
    }

    /// Waits, however often interrupted, until somebody begins with a piece or the time is over.
    private void awaitTurn(Piece mine) {
        boolean interrupted = false;
        long end = time.nanoTime() + bounds.patience().toNanos();
        long left = end - time.nanoTime();
        while (mine.state == State.WAITING && left > 0) {
            try {
                left = mine.changed.awaitNanos(left);
            } catch (InterruptedException _) {
                interrupted = true;
                left = end - time.nanoTime();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Does a piece and what waits behind it, then lets the next caller work.
    ///
    /// @return what became of the piece
    private State workFor(Piece mine) {
        List<Piece> pieces = take(mine);
        State outcome = State.OVER;
        try {
            List<R> results =
                    together.apply(pieces.stream().map(piece -> piece.work).toList());
            for (int i = 0; i < pieces.size(); i++) {
                pieces.get(i).result = results.get(i);
            }
        } catch (RuntimeException refused) {
            if (pieces.size() > 1 && mayBeOfOne.test(refused)) {
                outcome = State.ALONE;
            }
            pieces.forEach(piece -> piece.failure = refused);
        } catch (Error broken) {
            pieces.forEach(piece -> piece.failure = broken);
        } finally {
            goOn(pieces, outcome);
        }
        return outcome;
    }

    private List<Piece> take(Piece mine) {
        List<Piece> pieces = new ArrayList<>();
        pieces.add(mine);
        lock.lock();
        try {
            long sum = size.applyAsInt(mine.work);
            for (Piece next = waiting.peek(); next != null; next = waiting.peek()) {
                sum += size.applyAsInt(next.work);
                if (sum > bounds.size()) {
                    break;
                }
                next.state = State.TAKEN;
                pieces.add(waiting.remove());
            }
        } finally {
            lock.unlock();
        }
        return pieces;
    }

    private void goOn(List<Piece> pieces, State outcome) {
        lock.lock();
        try {
            pieces.forEach(piece -> piece.becomes(outcome));
            Piece next = waiting.poll();
            if (next == null) {
                working--;
            } else {
                next.becomes(State.FIRST);
            }
        } finally {
            lock.unlock();
        }
    }
}
