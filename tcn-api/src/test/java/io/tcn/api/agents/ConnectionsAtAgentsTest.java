// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static io.tcn.api.harness.TestAttempts.PIPE;
import static io.tcn.api.harness.TestAttempts.first;
import static io.tcn.api.harness.TestAttempts.firstOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.remote.Message;
import io.tcn.agent.remote.Message.Command;
import io.tcn.agent.remote.Message.Copying;
import io.tcn.agent.remote.Message.Origin;
import io.tcn.agent.remote.Message.Uses;
import io.tcn.agent.remote.OrderNumber;
import io.tcn.agent.transfer.AgentDataPlane;
import io.tcn.agent.transfer.AgentSettings;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.ShapedBound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// How many connections the orders of agents have: what agents are told, what they tell, and what counts.
class ConnectionsAtAgentsTest {
    private static final Duration LOST_AFTER = Duration.ofSeconds(30);
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final AttemptId FIRST = firstOf(1);

    private final BeatsClock clock = new BeatsClock();
    private final RecordedCommands post = new RecordedCommands();
    private final Answers answers = new Answers();
    private final AgentDataPlane local =
            new AgentDataPlane(AgentSettings.builder().build());
    private RemoteDataPlane plane = opened(1);
    private long told;

    @AfterEach
    void end() {
        local.close();
    }

    private RemoteDataPlane opened(long epoch) {
        RemoteDataPlane made = TestPlanes.of(
                local, clock, new AgentRules(LOST_AFTER, Duration.ofSeconds(10), false, true), new CutOffNews.InLog());
        made.open(epoch, new AgentRegistry(epoch, LOST_AFTER), post);
        made.inbox().announced(clock.nanoTime());
        return made;
    }

    private static Origin of(long order) {
        return new Origin(1, "i-a", OrderNumber.of(1, order));
    }

    /// The order of a transfer is that of its number.
    private void prepared(long transfer, int useful, @Nullable Boolean follows) {
        plane.inbox().heard(Beats.of("a").at(clock.now()));
        plane.start(first(transfer), answers);
        plane.inbox().heard(new Message.Prepared(of(transfer), 100_000_000, useful, follows));
    }

    /// The first transfer runs at an agent that follows.
    private void running(int useful) {
        prepared(1, useful, true);
        plane.proceed(FIRST);
        clock.pass(ConnectionChanges.BETWEEN);
    }

    /// What an agent tells each second.
    private void tells(@Nullable Uses... uses) {
        List<Copying> copies = new ArrayList<>();
        for (int i = 0; i < uses.length; i++) {
            copies.add(new Copying(OrderNumber.of(1, i + 1), 5, 9, 1, false, uses[i]));
        }
        plane.inbox().heard(new Message.Moved("i-a", PIPE.value(), ++told, told, copies));
    }

    private long lastChange() {
        return post.sent.getLast().to().change();
    }

    private List<Integer> adjusted() {
        return post.sent.stream()
                .filter(Message.Adjust.class::isInstance)
                .map(command -> ((Message.Adjust) command).connections())
                .toList();
    }

    @Test
    void theWordToWriteBringsWhatTheTransferBeginsWith() {
        prepared(1, 8, true);
        assertThat(answers.given).containsExactly("prepared 1/1 for 8");
        assertThat(plane.adjust(FIRST, 4)).isEqualTo(4);
        assertThat(plane.adjust(FIRST, 20)).isEqualTo(8);
        assertThat(plane.adjust(FIRST, 3)).isEqualTo(3);
        plane.proceed(FIRST);

        assertThat(post.sent)
                .hasSize(2)
                .last()
                .isInstanceOfSatisfying(
                        Message.Proceed.class,
                        proceed -> assertThat(proceed.connections()).isEqualTo(3));
    }

    @Test
    void anOlderAgentHasOneConnectionAndIsToldNothing() {
        prepared(1, 8, null);
        assertThat(answers.given).containsExactly("prepared 1/1");
        assertThat(plane.adjust(FIRST, 4)).isEqualTo(1);
        plane.proceed(FIRST);
        clock.pass(ConnectionChanges.BETWEEN);
        assertThat(plane.adjust(FIRST, 4)).isEqualTo(1);
        tells((Uses) null);
        plane.tellChanges();

        assertThat(post.sent)
                .hasSize(2)
                .last()
                .isInstanceOfSatisfying(
                        Message.Proceed.class,
                        proceed -> assertThat(proceed.connections()).isNull());
        assertThat(plane.movingConnections(PIPE, INTERVAL)).isEqualTo(-1);
    }

    @Test
    void moreConnectionsCountAtOnceAndFewerOnceTheAgentUsesNoMore() {
        running(8);
        assertThat(plane.adjust(FIRST, 4)).isEqualTo(4);
        tells(new Uses(4, lastChange(), 3L));
        clock.pass(ConnectionChanges.BETWEEN);
        assertThat(plane.adjust(FIRST, 2)).isEqualTo(4);
        long shrunk = lastChange();
        tells(new Uses(4, shrunk - 1, 3L));
        assertThat(plane.adjust(FIRST, 2)).isEqualTo(4);
        tells(new Uses(2, shrunk, 3L));

        assertThat(answers.given).containsExactly("prepared 1/1 for 8", "1/1 uses 2");
        assertThat(plane.adjust(FIRST, 2)).isEqualTo(2);
        assertThat(adjusted()).containsExactly(4, 2);
    }

    /// Requests of a copy that passes through an agent go on to the end of their parts.
    @Test
    void whatAnAgentGivesBackCountsUntilItIsOver() {
        running(8);
        assertThat(plane.adjust(FIRST, 4)).isEqualTo(4);
        tells(new Uses(4, lastChange(), 3L));
        clock.pass(ConnectionChanges.BETWEEN);
        assertThat(plane.adjust(FIRST, 1)).isEqualTo(4);
        long shrunk = lastChange();
        tells(new Uses(1, shrunk, 3L, 4));
        assertThat(plane.adjust(FIRST, 1)).isEqualTo(4);
        tells(new Uses(1, shrunk, 3L, 2));
        tells(new Uses(1, shrunk, 3L));

        assertThat(answers.given).containsExactly("prepared 1/1 for 8", "1/1 uses 2", "1/1 uses 1");
        // It can give back what it has, and so is asked again.
        clock.pass(ConnectionChanges.BETWEEN);
        assertThat(plane.adjust(FIRST, 3)).isEqualTo(3);
        assertThat(adjusted()).containsExactly(4, 1, 3);
    }

    @Test
    void whatIsAskedAgainOrChangesBackWithinASecondIsNotTold() {
        running(8);
        for (int i = 0; i < 1000; i++) {
            assertThat(plane.adjust(FIRST, 4)).isEqualTo(4);
        }
        for (int i = 0; i < 1000; i++) {
            var _ = plane.adjust(FIRST, 1 + i % 8);
            plane.tellChanges();
        }
        var _ = plane.adjust(FIRST, 4);
        clock.pass(ConnectionChanges.BETWEEN);
        plane.tellChanges();
        assertThat(adjusted()).containsExactly(4);

        // What was counted meanwhile is put right.
        assertThat(plane.adjust(FIRST, 4)).isEqualTo(8);
        tells(new Uses(4, lastChange(), 3L));
        assertThat(answers.given).endsWith("1/1 uses 4");

        var _ = plane.adjust(FIRST, 5);
        var _ = plane.adjust(FIRST, 6);
        clock.pass(ConnectionChanges.BETWEEN);
        plane.tellChanges();
        plane.tellChanges();
        assertThat(adjusted()).containsExactly(4, 5, 6);
    }

    @Test
    void howeverLongTheBrokerIsAwayOneChangeIsOnItsWay() {
        running(8);
        post.keeps = true;
        for (int i = 0; i < 1000; i++) {
            var _ = plane.adjust(FIRST, 2 + i % 7);
            clock.pass(ConnectionChanges.BETWEEN);
            plane.tellChanges();
            post.kept.forEach(each -> each.accept(false));
        }
        assertThat(adjusted()).containsExactly(2);
        post.keeps = false;
        post.kept.forEach(each -> each.accept(true));
        plane.tellChanges();
        assertThat(adjusted()).containsExactly(2, 2 + 999 % 7);
    }

    @Test
    void anAgentThatCannotUseThemIsNotAskedAgain() {
        running(8);
        assertThat(plane.adjust(FIRST, 4)).isEqualTo(4);
        tells(new Uses(1, lastChange(), 3L));
        assertThat(answers.given).endsWith("1/1 uses 1");
        clock.pass(ConnectionChanges.BETWEEN);

        assertThat(plane.adjust(FIRST, 4)).isEqualTo(1);
        plane.tellChanges();
        assertThat(adjusted()).containsExactly(4);
    }

    /// Two storages keep what they have begun with.
    @Test
    void anAgentThatCannotGiveThemBackIsNotAskedAgain() {
        prepared(1, 4, true);
        assertThat(plane.adjust(FIRST, 3)).isEqualTo(3);
        plane.proceed(FIRST);
        tells(new Uses(3, lastChange(), 3L));
        clock.pass(ConnectionChanges.BETWEEN);
        assertThat(plane.adjust(FIRST, 1)).isEqualTo(3);
        tells(new Uses(3, lastChange(), 3L));
        clock.pass(ConnectionChanges.BETWEEN);

        assertThat(plane.adjust(FIRST, 1)).isEqualTo(3);
        assertThat(plane.adjust(FIRST, 2)).isEqualTo(3);
        plane.tellChanges();
        assertThat(adjusted()).containsExactly(1);
        assertThat(answers.given).containsExactly("prepared 1/1 for 4");
        // The storages could not after all, and it passes through the agent.
        tells(new Uses(1, lastChange(), 3L));
        assertThat(answers.given).endsWith("1/1 uses 1");
    }

    @Test
    void anAgentThatIsLostHasNone() {
        running(8);
        var _ = plane.adjust(FIRST, 4);
        clock.pass(LOST_AFTER.plusSeconds(1));
        plane.inbox().readUpTo(clock.nanoTime());
        assertThat(answers.given).endsWith("failed 1/1 dirty");
        tells(new Uses(4, lastChange(), 3L));

        assertThat(answers.given).endsWith("failed 1/1 dirty");
        assertThat(plane.adjust(FIRST, 3)).isZero();
        assertThat(plane.movingConnections(PIPE, INTERVAL)).isZero();
        plane.tellChanges();
        assertThat(adjusted()).containsExactly(4);
    }

    @Test
    void theConnectionsThatMoveAreThoseThatAgentsTell() {
        running(8);
        prepared(2, 1, true);
        // One has just begun, the other may not write yet.
        assertThat(plane.movingConnections(PIPE, INTERVAL)).isEqualTo(1);
        var _ = plane.adjust(FIRST, 4);
        tells(new Uses(4, lastChange(), 100L), new Uses(1, 0, null));
        assertThat(plane.movingConnections(PIPE, INTERVAL)).isEqualTo(4);
        plane.proceed(firstOf(2));
        tells(new Uses(4, lastChange(), 100L), new Uses(1, 0, 9_900L));
        assertThat(plane.movingConnections(PIPE, INTERVAL)).isEqualTo(5);
        clock.pass(Duration.ofMillis(3200));
        assertThat(plane.movingConnections(PIPE, INTERVAL)).isEqualTo(4);
        clock.pass(INTERVAL);
        assertThat(plane.movingConnections(PIPE, INTERVAL)).isZero();
        assertThat(plane.movingConnections(PipeId.of("other"), INTERVAL)).isZero();
    }

    /// 100 among a transfer of three connections and one of one: 75 and 25.
    @Test
    void boundsAreDividedAsConnectionsAre() {
        running(8);
        plane.inbox().heard(Beats.of("b").near("*").at(clock.now()));
        plane.shape(PIPE, List.of(new ShapedBound(UserId.of("u"), ResourceId.of("r"), 100)));
        prepared(2, 1, true);
        var _ = plane.adjust(FIRST, 3);
        plane.share();

        assertThat(shares()).containsEntry("i-a", 75.0).containsEntry("i-b", 25.0);
    }

    private Map<String, Double> shares() {
        Map<String, Double> last = new TreeMap<>();
        for (Command command : post.sent) {
            if (command instanceof Message.Shape shape) {
                last.put(shape.to().instance(), shape.bounds().getFirst().maxBps());
            }
        }
        return last;
    }

    @Test
    void theNextServerCountsWhatItsAgentTells() {
        plane = TestPlanes.of(
                local, clock, new AgentRules(LOST_AFTER, Duration.ofSeconds(10), false, true), new CutOffNews.InLog());
        AttemptId adopted = new AttemptId(TransferId.of(1), 2);
        plane.adopt(List.of(FormerOrders.goneOn(1, true, false)), answers);
        plane.open(5, new AgentRegistry(5, LOST_AFTER), post);
        plane.inbox().announced(clock.nanoTime());
        plane.inbox().heard(Beats.of("a").epoch(5).at(clock.now()));
        // Until the agent says so it is not known to follow.
        assertThat(plane.adjust(adopted, 6)).isEqualTo(1);
        moved(new Uses(4, OrderNumber.of(4, 77), 3L));
        assertThat(answers.given).isEmpty();
        plane.inbox().heard(new Message.Prepared(FormerOrders.origin(1), 100_000_000, 8, true));
        moved(new Uses(4, OrderNumber.of(4, 77), 3L));
        assertThat(answers.given).containsExactly("1/2 uses 4");
        assertThat(plane.adjust(adopted, 4)).isEqualTo(4);
        assertThat(adjusted()).isEmpty();
        assertThat(plane.movingConnections(PIPE, INTERVAL)).isEqualTo(4);

        assertThat(plane.adjust(adopted, 2)).isEqualTo(4);
        assertThat(adjusted()).containsExactly(2);
        // The answer to the server before is none to this one.
        moved(new Uses(4, OrderNumber.of(4, 99), 3L));
        moved(new Uses(2, lastChange(), 3L));
        assertThat(answers.given).containsExactly("1/2 uses 4", "1/2 uses 2");
        assertThat(OrderNumber.epochOf(lastChange(), 0)).isEqualTo(5);
    }

    private void moved(Uses uses) {
        plane.inbox()
                .heard(new Message.Moved(
                        "i-a",
                        PIPE.value(),
                        ++told,
                        told,
                        List.of(new Copying(FormerOrders.number(1), 5, 9, 1, false, uses))));
    }

    /// An agent that gets its commands late, twice, and in another order, and whose words come as late: what counts is
    /// never less than what it uses, and in the end it is the same.
    @Test
    void whatCountsIsNeverLessThanWhatIsUsed() {
        for (int seed = 1; seed <= 100; seed++) {
            Random random = new Random(seed);
            answers.given.clear();
            post.sent.clear();
            told = 0;
            plane = opened(1);
            running(8);
            int used = 1;
            long followed = 0;
            int counted = 1;
            List<Uses> onTheWay = new ArrayList<>();
            for (int step = 0; step < 300; step++) {
                boolean isLast = step >= 290;
                if (!isLast && random.nextInt(3) == 0) {
                    counted = plane.adjust(FIRST, 1 + random.nextInt(9));
                }
                clock.pass(Duration.ofMillis(isLast ? 1000 : random.nextInt(500)));
                plane.tellChanges();
                List<Command> commands = new ArrayList<>(post.sent);
                Command some = isLast ? commands.getLast() : commands.get(random.nextInt(commands.size()));
                if (some.to().change() > followed && some instanceof Message.Adjust adjust) {
                    followed = adjust.to().change();
                    used = adjust.connections();
                }
                onTheWay.add(new Uses(used, followed == 0 ? proceedChange() : followed, 1L));
                while (!onTheWay.isEmpty() && (isLast || random.nextInt(3) > 0)) {
                    tells(onTheWay.removeFirst());
                }
                for (String answer : answers.given) {
                    if (answer.startsWith("1/1 uses ")) {
                        counted = Integer.parseInt(answer.substring("1/1 uses ".length()));
                    }
                }
                answers.given.clear();
                assertThat(counted).as("seed " + seed + ", step " + step).isGreaterThanOrEqualTo(used);
            }
            assertThat(counted).as("seed " + seed).isEqualTo(used);
        }
    }

    private long proceedChange() {
        return post.sent.stream()
                .filter(Message.Proceed.class::isInstance)
                .map(command -> command.to().change())
                .findFirst()
                .orElseThrow();
    }
}
