// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static io.tcn.api.agents.FormerOrders.LIMIT;
import static io.tcn.api.agents.FormerOrders.goneOn;
import static io.tcn.api.agents.FormerOrders.number;
import static io.tcn.api.agents.FormerOrders.origin;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.remote.Message;
import io.tcn.agent.remote.Message.Command;
import io.tcn.agent.remote.Message.Origin;
import io.tcn.agent.remote.OrderNumber;
import io.tcn.agent.transfer.AgentDataPlane;
import io.tcn.agent.transfer.AgentSettings;
import io.tcn.api.store.GoneOn;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.EarlierWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A server of epoch 5 that begins to lead while agents run what the server of epoch 4 has ordered.
class TakingOverTest {
    private static final Duration LOST_AFTER = Duration.ofSeconds(30);

    private final BeatsClock clock = new BeatsClock();
    private final RecordedCommands post = new RecordedCommands();
    private final List<Command> sent = post.sent;
    private final Answers answers = new Answers();
    private final AgentDataPlane local =
            new AgentDataPlane(AgentSettings.builder().build());
    private final RemoteDataPlane plane = TestPlanes.of(
            local, clock, new AgentRules(LOST_AFTER, Duration.ofSeconds(10), false, true), new CutOffNews.InLog());

    @AfterEach
    void end() {
        local.close();
    }

    private void takeOver(GoneOn... attempts) {
        plane.adopt(List.of(attempts), answers);
        plane.open(5, new AgentRegistry(5, LOST_AFTER), post);
    }

    private void begin() {
        plane.inbox().announced(clock.nanoTime());
    }

    private void beat(long sequence, Long... orders) {
        plane.inbox()
                .heard(Beats.of("a").epoch(5).sequence(sequence).orders(orders).at(clock.now()));
    }

    @Test
    void agentsAreToldWhatIsAdoptedAndItsEndIsTakenOnce() {
        takeOver(goneOn(1, true, false), goneOn(2, false, false), goneOn(3, true, true));
        assertThat(sent).isEmpty();
        begin();
        begin();

        assertThat(sent).hasSize(3);
        List<Message.Adopt> adopted = sent.stream()
                .map(Message.Adopt.class::cast)
                .sorted((one, another) ->
                        Long.compare(one.to().order(), another.to().order()))
                .toList();
        assertThat(adopted).extracting(adopt -> adopt.to().order()).containsExactly(number(1), number(2), number(3));
        assertThat(adopted).extracting(adopt -> adopt.to().epoch()).containsOnly(5L);
        assertThat(adopted).extracting(Message.Adopt::write).containsExactly(true, false, true);
        assertThat(adopted).extracting(Message.Adopt::cancel).containsExactly(false, false, true);
        assertThat(plane.open()).isEqualTo(3);

        plane.inbox().heard(new Message.Prepared(origin(1), 10, 1, null));
        plane.inbox().heard(new Message.Prepared(origin(2), 10, 1, null));
        plane.inbox().heard(new Message.Prepared(origin(2), 10, 1, null));
        plane.proceed(new AttemptId(TransferId.of(2), 2));
        plane.inbox().heard(new Message.Finished(origin(1), 10, null));
        plane.inbox().heard(new Message.Finished(origin(1), 10, null));
        plane.inbox().heard(new Message.Finished(origin(2), 10, null));
        plane.inbox().heard(new Message.Canceled(origin(3), true));

        assertThat(answers.given)
                .containsExactly("prepared 2/2", "finished 1/2 10 null", "finished 2/2 10 null", "canceled 3/2 clean");
        assertThat(sent.getLast()).isInstanceOf(Message.Proceed.class);
    }

    /// A number is one order's, whichever server gave it and whoever tells.
    @Test
    void reportsOfOtherOrdersWithTheSameCountAreNotTaken() {
        takeOver(goneOn(1, true, false));
        begin();
        plane.inbox().heard(new Message.Finished(new Origin(3, "i-a", OrderNumber.of(3, 1)), 10, null));
        plane.inbox().heard(new Message.Finished(new Origin(5, "i-a", OrderNumber.of(5, 1)), 10, null));
        plane.inbox().heard(new Message.Finished(new Origin(5, "i-a", 1), 10, null));
        plane.inbox().heard(new Message.Finished(new Origin(4, "i-b", number(1)), 10, null));
        plane.inbox().heard(new Message.Finished(new Origin(5, "i-a", number(1)), 10, null));

        assertThat(answers.given).isEmpty();
    }

    @Test
    void whatWasCancelledBeforeItsAgentWasToldIsCancelledWithTheAdoption() {
        takeOver(goneOn(1, true, false));
        plane.cancel(new AttemptId(TransferId.of(1), 2));
        begin();
        assertThat(sent)
                .singleElement()
                .satisfies(command ->
                        assertThat(((Message.Adopt) command).cancel()).isTrue());
        plane.cancel(new AttemptId(TransferId.of(1), 2));
        assertThat(sent.getLast()).isInstanceOf(Message.Cancel.class);
    }

    @Test
    void anAgentThatIsNeverHeardOfIsLost() {
        takeOver(goneOn(1, true, false), goneOn(2, false, false));
        clock.pass(Duration.ofMinutes(2));
        begin();
        clock.pass(LOST_AFTER.minusMillis(1));
        plane.inbox().readUpTo(clock.nanoTime());
        assertThat(answers.given).isEmpty();
        clock.pass(Duration.ofMillis(1));
        plane.inbox().readUpTo(clock.nanoTime());

        assertThat(answers.given).containsExactlyInAnyOrder("failed 1/2 dirty", "failed 2/2 clean");
        assertThat(plane.open()).isZero();
    }

    /// What another transfer has left at the destination stays known, whoever ends without having written there.
    @Test
    void whereOthersHaveLeftSomethingItIsNotClean() {
        GoneOn waits = goneOn(1, false, false);
        DestinationKey there = DestinationKey.of(waits.transfer().transfer().destination());
        takeOver(waits.withLeft(Map.of(there, new EarlierWrite(Instant.EPOCH, null, 10))), goneOn(2, false, false));
        clock.pass(Duration.ofMinutes(2));
        begin();
        clock.pass(LOST_AFTER);
        plane.inbox().readUpTo(clock.nanoTime());

        assertThat(answers.given).containsExactlyInAnyOrder("failed 1/2 dirty", "failed 2/2 clean");
    }

    @Test
    void anAgentThatIsHeardIsLostOnlyWhenItFallsSilent() {
        takeOver(goneOn(1, true, false));
        begin();
        clock.pass(Duration.ofSeconds(20));
        beat(1, number(1));
        clock.pass(Duration.ofSeconds(20));
        plane.inbox().readUpTo(clock.nanoTime());
        assertThat(answers.given).isEmpty();
        clock.pass(Duration.ofSeconds(10));
        plane.inbox().readUpTo(clock.nanoTime());
        assertThat(answers.given).containsExactly("failed 1/2 dirty");
    }

    @Test
    void whatAnAgentDoesNotNameIsNotThere() {
        takeOver(goneOn(1, true, false), goneOn(2, true, false));
        begin();
        plane.inbox().readUpTo(clock.nanoTime());
        beat(1, number(2));
        clock.pass(AgentInbox.MISSING);
        beat(2, number(2));
        assertThat(answers.given).containsExactly("failed 1/2 dirty");
    }

    /// The end of what an agent does not name stands among what was told while nobody led, and that may take longer
    /// to read than heartbeats take to come.
    @Test
    void nothingIsMissedWhileWhatWasToldBeforeIsStillRead() {
        takeOver(goneOn(1, true, false));
        begin();
        beat(1);
        clock.pass(AgentInbox.MISSING.multipliedBy(3));
        beat(2);
        assertThat(answers.given).isEmpty();
        plane.inbox().readUpTo(clock.nanoTime());
        beat(3);
        clock.pass(AgentInbox.MISSING);
        beat(4);
        assertThat(answers.given).containsExactly("failed 1/2 dirty");
    }

    /// What others have counted before does not count again.
    @Test
    void bytesUnderALimitCountFromTheFirstThatIsHeard() {
        takeOver(goneOn(1, true, false));
        begin();
        beat(1, number(1));
        plane.inbox()
                .heard(new Message.Moved(
                        "i-a", "p", 7, 5_000, List.of(new Message.Copying(number(1), 5_000, 9_000, 1, false, null))));
        plane.inbox()
                .heard(new Message.Moved(
                        "i-a", "p", 8, 6_000, List.of(new Message.Copying(number(1), 6_000, 9_000, 1, false, null))));

        assertThat(plane.movedBytes(LIMIT)).isEqualTo(1_000);
        assertThat(plane.progressOf(new AttemptId(TransferId.of(1), 2)))
                .hasValueSatisfying(
                        progress -> assertThat(progress.movedBytes()).isEqualTo(6_000));
    }

    @Test
    void whoStopsLeavesWhatAgentsRun() {
        takeOver(goneOn(1, true, false));
        begin();
        int before = sent.size();
        plane.close();
        plane.inbox().heard(new Message.Finished(origin(1), 10, null));

        assertThat(sent).hasSize(before);
        assertThat(answers.given).isEmpty();
    }

    /// Told by an agent that is gone: nobody tells it again.
    @Test
    void endsThatWereToldBeforeAreTakenOnceAndNobodyIsAskedForThem() {
        takeOver(goneOn(1, true, false), goneOn(2, true, false), goneOn(3, true, true), goneOn(4, false, false));
        plane.inbox().heardBefore(new Message.Finished(origin(1), 10, null));
        plane.inbox().heardBefore(new Message.Finished(origin(1), 10, null));
        plane.inbox()
                .heardBefore(new Message.Failed(
                        origin(2), ErrorCode.SOURCE_NOT_FOUND, "no such file", null, null, null, true, null, null));
        plane.inbox().heardBefore(new Message.Canceled(origin(3), true));
        plane.inbox().heardBefore(new Message.Prepared(origin(4), 10, 1, null));
        assertThat(answers.given).containsExactly("finished 1/2 10 null", "failed 2/2 clean", "canceled 3/2 clean");
        begin();
        clock.pass(LOST_AFTER);
        plane.inbox().readUpTo(clock.nanoTime());

        assertThat(sent)
                .singleElement()
                .satisfies(command -> assertThat(command.to().order()).isEqualTo(number(4)));
        assertThat(answers.given).hasSize(4).last().isEqualTo("failed 4/2 clean");
        assertThat(plane.movedBytes(LIMIT)).isZero();
    }

    /// A database that has failed over without its last seconds: taken for clean, the file would be somebody else's.
    @Test
    void whatIsFinishedWithoutTheStoreKnowingOfItsBeginIsLookedAt() {
        takeOver(goneOn(1, false, false));
        begin();
        plane.inbox().heard(new Message.Finished(origin(1), 10, null));
        assertThat(answers.given).containsExactly("failed 1/2 dirty");
    }

    /// Its name is the same: what the process before had is not there any more, and is not looked for there.
    @Test
    void anAgentThatWasStartedAnewDoesNotStandForTheOneBefore() {
        takeOver(goneOn(1, true, false), goneOn(2, false, false));
        begin();
        Message.Heartbeat anew = another("i-a2", 1);
        plane.inbox().heard(anew);
        clock.pass(LOST_AFTER);
        plane.inbox().heard(another("i-a2", 2));
        plane.inbox().readUpTo(clock.nanoTime());

        assertThat(answers.given).containsExactlyInAnyOrder("failed 1/2 dirty", "failed 2/2 clean");
        plane.inbox().heard(new Message.Finished(origin(1), 10, null));
        assertThat(answers.given).hasSize(2);
    }

    /// A sign of life of another process of the same agent.
    private Message.Heartbeat another(String instance, long sequence) {
        Message.Heartbeat beat = Beats.of("a").epoch(5).sequence(sequence).at(clock.now());
        return new Message.Heartbeat(
                beat.agent(),
                instance,
                beat.term(),
                beat.held(),
                beat.sequence(),
                beat.epoch(),
                beat.version(),
                beat.reach(),
                beat.near(),
                beat.holds(),
                beat.slots(),
                beat.leaseMillis(),
                beat.clockMillis(),
                beat.leaving(),
                beat.unreadable(),
                beat.orders());
    }
}
