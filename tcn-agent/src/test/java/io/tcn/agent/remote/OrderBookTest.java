// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.remote.Message.Address;
import io.tcn.agent.remote.Message.Command;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.EarlierWrite;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OrderBookTest {
    private static final String ME = "me";
    private static final long TERM = 3;

    private final RecordingRunner runner = new RecordingRunner();
    private final HandClock clock = new HandClock();
    private final OrderBook book = new OrderBook(ME, 4, clock, runner);

    static Attempt attempt(long transfer, int number, @Nullable EarlierWrite earlier) {
        return new Attempt(
                new AttemptId(TransferId.of(transfer), number),
                new Transfer(
                        TransferId.of(transfer),
                        PipeId.of("p"),
                        URI.create("https://a.example.org/f" + transfer),
                        URI.create("https://b.example.org/f" + transfer),
                        -1,
                        3,
                        Set.of(),
                        TransferOptions.DEFAULT),
                1,
                PipeTuning.of(1),
                earlier);
    }

    private static Address to(long epoch, long order) {
        return new Address(epoch, ME, TERM, order, order);
    }

    private static Message.Start start(long epoch, long order) {
        return new Message.Start(
                to(epoch, order), Work.of(attempt(order, 1, null)), false, List.of(), null, null, null);
    }

    @Test
    void anOrderIsBegunOnceHoweverOftenItComes() {
        book.take(start(1, 7), TERM);
        book.take(start(1, 7), TERM);
        book.take(new Message.Proceed(to(1, 7), null), TERM);
        book.take(new Message.Proceed(to(1, 7), null), TERM);
        book.ended(new OrderKey(1, 7));
        book.take(start(1, 7), TERM);

        assertThat(runner.done).containsExactly("start 7/1", "proceed 7/1");
    }

    private static Message.Adjust adjust(long epoch, long order, long sequence, int connections) {
        return new Message.Adjust(new Address(epoch, ME, TERM, order, sequence), connections);
    }

    @Test
    void theWordToWriteBringsTheNumberOfConnections() {
        book.take(start(1, 7), TERM);
        book.take(new Message.Proceed(new Address(1, ME, TERM, 7, 20), 4), TERM);
        book.take(new Message.Proceed(new Address(1, ME, TERM, 7, 20), 4), TERM);

        assertThat(runner.done).containsExactly("start 7/1", "adjust 7/1 to 4", "proceed 7/1");
        assertThat(runner.changes).containsExactly(OrderNumber.of(1, 20));
    }

    @Test
    void ofChangesOfConnectionsTheLastMadeCountsInWhateverOrderTheyCome() {
        book.take(start(1, 7), TERM);
        book.take(adjust(1, 7, 30, 3), TERM);
        // The broker has got this one late, and the change of before twice.
        book.take(new Message.Proceed(new Address(1, ME, TERM, 7, 20), 4), TERM);
        book.take(adjust(1, 7, 25, 8), TERM);
        book.take(adjust(1, 7, 30, 3), TERM);
        book.take(adjust(1, 7, 31, 1), TERM);

        assertThat(runner.done).containsExactly("start 7/1", "adjust 7/1 to 3", "proceed 7/1", "adjust 7/1 to 1");
    }

    @Test
    void theNextServerCountsItsChangesAnewAndTheyCountAllTheSame() {
        long order = OrderNumber.of(1, 7);
        book.take(start(1, order), TERM);
        book.take(adjust(1, order, 1000, 4), TERM);
        book.heard(2, true);
        book.take(new Message.Adopt(new Address(2, ME, TERM, order, 1), true, false), TERM);
        book.take(adjust(1, order, 1001, 8), TERM);
        book.take(adjust(2, order, 2, 2), TERM);

        assertThat(runner.changes).containsExactly(OrderNumber.of(1, 1000), OrderNumber.of(2, 2));
        assertThat(runner.done.getLast()).startsWith("adjust ").endsWith(" to 2");
    }

    @Test
    void anOrderThatStopsFollowsNoChange() {
        book.take(start(1, 7), TERM);
        book.take(new Message.Cancel(to(1, 7)), TERM);
        book.take(adjust(1, 7, 30, 3), TERM);
        book.take(adjust(1, 8, 31, 3), TERM);

        assertThat(runner.done).containsExactly("start 7/1", "cancel 7/1");
    }

    @Test
    void anOrderThatWasCancelledBeforeItCameDoesNotBegin() {
        book.take(new Message.Cancel(to(1, 7)), TERM);
        assertThat(book.take(start(1, 7), TERM)).isEqualTo(OrderBook.Outcome.IGNORED);
        assertThat(runner.done).isEmpty();
    }

    @Test
    void whatAnOlderServerOrderedIsGivenBackAndItsCommandsDoNothing() {
        book.take(start(4, 1), TERM);
        book.heard(5, false);
        book.take(new Message.Proceed(to(4, 1), null), TERM);
        book.take(start(4, 2), TERM);

        assertThat(runner.done).containsExactly("start 1/1", "give back 1/1");
        assertThat(book.epoch()).isEqualTo(5);
    }

    @Test
    void anotherProcessesOrdersAreNotOurs() {
        Address other = new Address(1, "somebody", TERM, 1, 1);
        book.take(new Message.Start(other, Work.of(attempt(1, 1, null)), false, List.of(), null, null, null), TERM);
        assertThat(runner.done).isEmpty();
        assertThat(runner.reports).isEmpty();
    }

    @Test
    void anOrderOfATermThatIsOverIsRefusedAndSaysWhetherSomethingMayBeLeft() {
        book.take(start(1, 1), TERM + 1);
        book.take(
                new Message.Start(
                        to(1, 2), Work.of(attempt(2, 5, EarlierWrite.UNKNOWN)), false, List.of(), null, null, null),
                -1);

        assertThat(runner.done).isEmpty();
        assertThat(runner.reports)
                .extracting(report -> ((Message.Failed) report).clean())
                .containsExactly(true, false);
    }

    @Test
    void moreThanItsSlotsAreRefused() {
        for (int order = 1; order <= 5; order++) {
            book.take(start(1, order), TERM);
        }
        assertThat(runner.done).hasSize(4);
        assertThat(runner.reports).hasSize(1);
        book.ended(new OrderKey(1, 1));
        book.take(start(1, 6), TERM);
        assertThat(runner.done).hasSize(5);
    }

    @Test
    void whatWasPreparedAndNotWantedForTwoMinutesIsGivenBack() {
        book.take(start(1, 1), TERM);
        book.take(start(1, 2), TERM);
        book.prepared(new OrderKey(1, 1), 0);
        book.prepared(new OrderKey(1, 2), 0);
        book.take(new Message.Proceed(to(1, 2), null), TERM);
        book.look(Duration.ofSeconds(121).toNanos());

        assertThat(runner.done).containsExactly("start 1/1", "start 2/1", "proceed 2/1", "give back 1/1");
    }

    @Test
    void theEndOfATermGivesBackWhatItBegan() {
        book.take(start(1, 1), TERM);
        book.term(TERM);
        assertThat(runner.done).hasSize(1);
        book.term(TERM + 1);
        book.term(TERM + 1);
        assertThat(runner.done).containsExactly("start 1/1", "give back 1/1");
    }

    @Test
    void olderBoundsDoNotReplaceNewerOnes() {
        for (int sequence : new int[] {2, 1, 2, 3}) {
            book.take(new Message.Shape(new Address(1, ME, TERM, 0, sequence), "p", List.of()), TERM);
        }
        assertThat(runner.done).containsExactly("shape 2", "shape 3");
    }

    /// An order that had to be sent again comes after the bounds that were divided anew meanwhile.
    @Test
    void boundsOfAnOrderThatComesLateDoNotReplaceNewerOnes() {
        book.take(new Message.Shape(new Address(1, ME, TERM, 0, 5), "p", List.of()), TERM);
        book.take(start(1, 4), TERM);
        book.take(start(1, 6), TERM);
        book.take(new Message.Shape(new Address(1, ME, TERM, 0, 5), "p", List.of()), TERM);
        assertThat(runner.newest).containsExactly(false, true);
        assertThat(runner.done).containsExactly("shape 5", "start 4/1", "start 6/1");
    }

    /// Two servers' commands for twenty orders each, every one once to three times, in any order: what was
    /// begun was begun once, nothing writes that was stopped, and nothing of the older server is begun or
    /// goes on once the newer one was heard.
    @Test
    void commandsInAnyOrderAndManyTimesDoNothingTwice() {
        int begun = 0;
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            List<Command> commands = new ArrayList<>();
            for (long epoch = 1; epoch <= 2; epoch++) {
                for (long order = 1; order <= 20; order++) {
                    copies(commands, random, start(epoch, epoch * 100 + order));
                    copies(commands, random, new Message.Proceed(to(epoch, epoch * 100 + order), null));
                    if (random.nextInt(3) == 0) {
                        copies(commands, random, new Message.Cancel(to(epoch, epoch * 100 + order)));
                    }
                }
            }
            Collections.shuffle(commands, random);
            RecordingRunner told = new RecordingRunner();
            OrderBook shuffled = new OrderBook(ME, 100, clock, told);
            boolean newer = false;
            for (Command command : commands) {
                newer = newer || command.to().epoch() == 2;
                int before = told.done.size();
                OrderBook.Outcome outcome = shuffled.take(command, TERM);
                if (newer && command.to().epoch() == 1) {
                    assertThat(outcome).as("seed %d", seed).isEqualTo(OrderBook.Outcome.IGNORED);
                    assertThat(told.done).as("seed %d", seed).hasSize(before);
                }
                if (random.nextInt(10) == 0 && !shuffled.orders().isEmpty()) {
                    shuffled.ended(shuffled.orders().getFirst());
                }
            }
            assertThat(told.done).as("seed %d", seed).doesNotHaveDuplicates();
            Set<String> started = new HashSet<>();
            Set<String> stopped = new HashSet<>();
            for (String step : told.done) {
                String attempt = step.substring(step.lastIndexOf(' ') + 1);
                if (step.startsWith("start")) {
                    started.add(attempt);
                    begun++;
                } else {
                    assertThat(started).as("seed %d: %s", seed, step).contains(attempt);
                }
                if (step.startsWith("proceed")) {
                    assertThat(stopped).as("seed %d: %s", seed, step).doesNotContain(attempt);
                }
                if (step.startsWith("cancel") || step.startsWith("give back")) {
                    stopped.add(attempt);
                }
            }
        }
        assertThat(begun).isGreaterThan(1000);
    }

    private static void copies(List<Command> commands, Random random, Command command) {
        for (int i = 0; i <= random.nextInt(3); i++) {
            commands.add(command);
        }
    }
}
