// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import java.time.Duration;

/// One random history of the dispatch loop, the same for the same kind and seed: callers and operators do what they
/// like, the store and the data plane answer when they like, and everything is checked after each step.
final class History {
    private final HistoryWorld world;
    private final CallerOperations callers;
    private final OperatorOperations operators;
    private final HistoryChecks checks;

    History(HistoryKind kind, long seed) {
        this.world = new HistoryWorld(kind, seed);
        this.callers = new CallerOperations(world);
        this.operators = new OperatorOperations(world);
        this.checks = new HistoryChecks(world);
    }

    /// Runs it to its end.
    ///
    /// @return what happened
    Happenings run() {
        world.loop.writer().userDeclared(User.of(UserId.of("cms")));
        world.loop.writer().userDeclared(User.of(UserId.of("atlas")));
        world.pipes.forEach(world::declare);
        world.loop.start();
        settle();
        int left = 10 + world.random.nextInt(50);
        while (left > 0 || world.random.nextInt(60) > 0) {
            left -= step(left > 0);
            settle();
            if (world.kind == HistoryKind.RESTS_OFTEN && world.random.nextInt(15) == 0) {
                rest();
            }
        }
        finish();
        checks.atEnd();
        assertThat(callers.cleanUpsUnanswered())
                .as("clean-ups without an answer")
                .isZero();
        world.allTransfers().forEach(transfer -> {
            if (world.memory.attemptsOf(transfer.id()) > 1) {
                world.happenings.add(Happening.RETRIED);
            }
            switch (world.stateOf(transfer)) {
                case FINISHED -> world.happenings.add(Happening.FINISHED);
                case FAILED -> world.happenings.add(Happening.FAILED);
                case CANCELED -> world.happenings.add(Happening.CANCELED);
                case WAITING, QUEUED, CLAIMED, ACTIVE -> throw new AssertionError("not over: " + transfer);
            }
        });
        return world.happenings;
    }

    /// Something happens.
    ///
    /// @return how many transfers were submitted
    private int step(boolean maySubmit) {
        int choice = world.random.nextInt(22);
        boolean isByOperators = choice == 9 || (choice >= 13 && choice <= 17);
        if (world.kind.changesLimitsOften() && isByOperators && world.random.nextInt(3) > 0) {
            operators.changeLimit();
            return 0;
        }
        switch (choice) {
            case 0, 1, 2 -> {
                int count = 1 + world.random.nextInt(4);
                if (maySubmit) {
                    callers.submit(count);
                    return count;
                }
            }
            case 3 -> callers.cancelOne();
            case 4 -> operators.decide();
            case 5 -> world.time.advance(Duration.ofMillis(world.random.nextInt(3000)));
            case 6 -> world.news.tellOne();
            case 7, 8 -> world.store.answerSome();
            case 9 -> operators.changePriorities();
            case 10, 11 -> operators.changeLimit();
            case 12 -> operators.holdOrGoOn();
            case 13 -> callers.forceOne();
            case 14 -> callers.cleanUpOne();
            case 15 -> operators.changeResourceControl();
            case 16 -> operators.changeShares();
            case 17 -> operators.declareOrRemove();
            default -> world.dataPlane.doSomething();
        }
        return 0;
    }

    private void settle() {
        world.time.settle();
        checks.now();
    }

    /// All that is under way goes on to its end, and nothing else happens.
    private void rest() {
        for (int round = 0; round < 400 && !(world.dataPlane.isIdle() && world.store.isQuiet()); round++) {
            goOn();
        }
        checkRest();
        waitIfStuck();
        checkRest();
    }

    private void checkRest() {
        if (world.isAtRest()) {
            world.happenings.add(Happening.RESTED);
            checks.atRest();
        }
    }

    private void goOn() {
        world.news.tellOne();
        if (world.random.nextInt(3) > 0) {
            world.store.answerAll();
        }
        world.dataPlane.doSomething();
        settle();
    }

    /// Where nothing is under way, time alone must bring what waits to a start.
    private void waitIfStuck() {
        if (!world.isAtRest() || world.isOver()) {
            return;
        }
        waitFor(Duration.ofSeconds(10));
        waitFor(Duration.ofMinutes(10));
        if (world.isAtRest() && !world.paused) {
            checks.nothingIsStuck();
        }
    }

    private void waitFor(Duration time) {
        world.time.advance(time);
        world.store.answerAll();
        settle();
    }

    private void finish() {
        operators.letAllGoOn();
        for (int round = 1; round <= 6000 && !world.isOver(); round++) {
            goOn();
            if (round % 20 == 0) {
                world.time.advance(Duration.ofSeconds(1));
                settle();
            }
            waitIfStuck();
        }
        assertThat(world.isOver()).as("all is over: %s", world.dataPlane).isTrue();
        // Retry delays and the sweep have nothing left to do.
        world.store.answerAll();
        settle();
        waitFor(Duration.ofMinutes(2));
    }
}
