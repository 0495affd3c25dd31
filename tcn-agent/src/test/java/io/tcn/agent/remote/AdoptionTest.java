// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.remote.Message.Address;
import io.tcn.agent.remote.Message.Origin;
import io.tcn.agent.remote.Message.Report;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What becomes of an agent's orders when another server leads.
class AdoptionTest {
    private static final String ME = "me";
    private static final long TERM = 3;
    private static final Duration NEARLY = Message.Adopt.WITHIN.minusMillis(1);

    private final HandClock clock = new HandClock();
    private final RecordingRunner runner = new RecordingRunner();
    private final OrderBook book = new OrderBook(ME, 100, clock, runner);

    /// What a server says of the first, second, ... order of the server of an epoch.
    private static Address to(long server, long giver, long count) {
        return new Address(server, ME, TERM, OrderNumber.of(giver, count), 1);
    }

    private static Origin from(long giver, long count) {
        return new Origin(giver, ME, OrderNumber.of(giver, count));
    }

    private void start(long epoch, long count, boolean removal) {
        book.take(
                new Message.Start(
                        to(epoch, epoch, count),
                        Work.of(OrderBookTest.attempt(count, 1, null)),
                        removal,
                        List.of(),
                        null,
                        null,
                        null),
                TERM);
    }

    private void adopt(long server, long giver, long count, boolean write, boolean cancel) {
        book.take(new Message.Adopt(to(server, giver, count), write, cancel), TERM);
    }

    @Test
    void whatIsAdoptedGoesOnUnderTheNewServerOnly() {
        start(4, 1, false);
        book.take(new Message.Proceed(to(4, 4, 1), null), TERM);
        book.heard(5, true);
        assertThat(book.ordersOfLeader()).isEmpty();
        adopt(5, 4, 1, true, false);
        clock.pass(Message.Adopt.WITHIN.multipliedBy(3));
        book.look(clock.nanoTime());
        assertThat(runner.done).containsExactly("start 1/1", "proceed 1/1");
        assertThat(runner.rights.getFirst().isHeld()).isTrue();
        assertThat(book.ordersOfLeader()).containsExactly(OrderNumber.of(4, 1));

        assertThat(book.take(new Message.Cancel(to(4, 4, 1)), TERM)).isEqualTo(OrderBook.Outcome.IGNORED);
        book.take(new Message.Cancel(to(5, 4, 1)), TERM);
        assertThat(runner.done).containsExactly("start 1/1", "proceed 1/1", "cancel 1/1");
    }

    @Test
    void whatNobodyAdoptsLosesItsDestinationByTheClockAndIsGivenBack() {
        start(4, 1, false);
        start(4, 2, false);
        book.heard(5, true);
        adopt(5, 4, 1, false, false);
        clock.pass(NEARLY);
        book.look(clock.nanoTime());
        assertThat(runner.done).containsExactly("start 1/1", "start 2/1");
        clock.pass(Duration.ofMillis(1));
        assertThat(runner.rights).extracting(OrderRight::isHeld).containsExactly(true, false);
        // Too late: another may have the transfer.
        adopt(5, 4, 2, true, false);
        book.look(clock.nanoTime());

        assertThat(runner.rights).extracting(OrderRight::isHeld).containsExactly(true, false);
        assertThat(runner.done).contains("give back 2/1");
    }

    @Test
    void aClockThatStandsStillDoesNotKeepTheRight() {
        start(4, 1, false);
        start(4, 2, false);
        book.heard(5, true);
        clock.passWall(Message.Adopt.WITHIN);
        assertThat(runner.rights).extracting(OrderRight::isHeld).containsExactly(false, false);
    }

    /// It begins anew with each server that leads; a server of before takes nothing over.
    @Test
    void theLastServerDecides() {
        start(4, 1, false);
        book.heard(5, true);
        clock.pass(NEARLY);
        book.heard(6, true);
        clock.pass(NEARLY);
        adopt(6, 4, 1, false, false);
        book.heard(5, false);
        assertThat(runner.rights.getFirst().isHeld()).isTrue();
        book.heard(7, false);
        assertThat(runner.rights.getFirst().isHeld()).isFalse();
        assertThat(runner.done).containsExactly("start 1/1", "give back 1/1");
    }

    @Test
    void removalsAreGivenBackAtOnce() {
        start(4, 1, true);
        book.heard(5, true);
        assertThat(runner.rights.getFirst().isHeld()).isFalse();
        assertThat(runner.done).containsExactly("start 1/1", "give back 1/1");
    }

    /// Of a server that is heard by its command first it is not known whether it adopts.
    @Test
    void aCommandThatOvertakesTheBeaconEndsNothing() {
        start(4, 1, false);
        start(5, 2, false);
        assertThat(book.take(new Message.Proceed(to(4, 4, 1), null), TERM)).isEqualTo(OrderBook.Outcome.IGNORED);
        assertThat(runner.done).containsExactly("start 1/1", "start 2/1");
        book.heard(5, true);
        clock.pass(Message.Adopt.WITHIN);
        assertThat(runner.rights).extracting(OrderRight::isHeld).containsExactly(false, true);
    }

    @Test
    void aCommandThatOvertakesTheAdoptionAdopts() {
        start(4, 1, false);
        book.heard(5, true);
        book.take(new Message.Cancel(to(5, 4, 1)), TERM);
        adopt(5, 4, 1, true, true);
        assertThat(runner.done).containsExactly("start 1/1", "cancel 1/1");
    }

    @Test
    void whatWasToldWhileNobodyListenedIsToldAgain() {
        start(4, 1, false);
        start(4, 2, false);
        Report prepared = new Message.Prepared(from(4, 1), 10, 1, null);
        Report finished = new Message.Finished(from(4, 2), 10, null);
        book.told(prepared);
        book.told(new Message.Prepared(from(4, 2), 10, 1, null));
        book.told(finished);
        // One that could not be sent at first, and comes after the end.
        book.told(new Message.Prepared(from(4, 2), 10, 1, null));
        book.ended(new OrderKey(4, OrderNumber.of(4, 2)));
        adopt(5, 4, 1, false, false);
        adopt(5, 4, 2, true, false);

        assertThat(runner.reports).containsExactly(prepared, finished);
        adopt(5, 4, 1, true, false);
        adopt(5, 4, 1, true, false);
        assertThat(runner.done).containsExactly("start 1/1", "start 2/1", "proceed 1/1");
    }

    @Test
    void anAgentSaysWhatItDoesNotKnowAndDoesNotBeginItLater() {
        adopt(5, 4, 1, false, false);
        start(4, 1, false);
        book.take(
                new Message.Start(
                        to(5, 4, 1), Work.of(OrderBookTest.attempt(1, 1, null)), false, List.of(), null, null, null),
                TERM);

        assertThat(runner.done).isEmpty();
        assertThat(runner.reports).singleElement().satisfies(report -> {
            assertThat(report.from()).isEqualTo(from(4, 1));
            assertThat(((Message.Failed) report).clean()).isFalse();
        });
    }

    @Test
    void aNumberIsOfTheServerThatGaveIt() {
        assertThat(OrderNumber.epochOf(OrderNumber.of(7, 5), 9)).isEqualTo(7);
        assertThat(OrderNumber.epochOf(5, 9)).isEqualTo(9);
        assertThat(OrderNumber.of(7, 5)).isGreaterThan(OrderNumber.of(6, 4_000_000_000L));
    }

    /// One that dies between its beacon and its adoptions costs the attempts, and the next one hears their ends.
    @Test
    void theEndOfWhatAServerHasNotAdoptedIsToldToTheNextOne() {
        start(4, 1, false);
        book.take(new Message.Proceed(to(4, 4, 1), null), TERM);
        book.heard(5, true);
        clock.pass(Message.Adopt.WITHIN);
        book.look(clock.nanoTime());
        assertThat(runner.done).containsExactly("start 1/1", "proceed 1/1", "give back 1/1");
        Report ended = new Message.Canceled(from(4, 1), false);
        book.told(ended);
        book.ended(new OrderKey(4, OrderNumber.of(4, 1)));
        book.heard(6, true);
        adopt(6, 4, 1, true, false);
        assertThat(runner.reports).containsExactly(ended);
    }

    /// The one that has died had adopted it, and let it write; a late copy of its adoption does nothing.
    @Test
    void whatWasAdoptedIsAdoptedAgainByTheNextOne() {
        start(4, 1, false);
        book.heard(5, true);
        adopt(5, 4, 1, false, false);
        book.take(new Message.Proceed(to(5, 4, 1), null), TERM);
        book.heard(6, true);
        clock.pass(NEARLY);
        adopt(5, 4, 1, true, true);
        adopt(6, 4, 1, true, false);
        clock.pass(Message.Adopt.WITHIN);
        book.look(clock.nanoTime());

        assertThat(runner.rights.getFirst().isHeld()).isTrue();
        assertThat(runner.done).containsExactly("start 1/1", "proceed 1/1");
        assertThat(book.ordersOfLeader()).containsExactly(OrderNumber.of(4, 1));
    }
}
