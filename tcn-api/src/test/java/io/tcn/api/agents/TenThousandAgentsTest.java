// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.transfer.AgentDataPlane;
import io.tcn.agent.transfer.AgentSettings;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.port.Attempt;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A fleet of 10,000 agents at 200 sites, through the way of every heartbeat and every order.
class TenThousandAgentsTest {
    private static final int AGENTS = 10_000;
    private static final int SITES = 200;
    private static final Duration LOST_AFTER = Duration.ofSeconds(30);

    private final BeatsClock clock = new BeatsClock();
    private final List<RemoteOrder> sent = new ArrayList<>();
    private final Answers answers = new Answers();
    private final AgentDataPlane storages =
            new AgentDataPlane(AgentSettings.builder().build());
    private final RemoteDataPlane plane = opened();

    private RemoteDataPlane opened() {
        AgentRules rules = new AgentRules(LOST_AFTER, Duration.ofMinutes(2), false, true);
        return TestPlanes.open(storages, clock, rules, new CutOffNews.InLog(), (order, command, then) -> {
            sent.add(order);
            then.accept(true);
        });
    }

    @AfterEach
    void end() {
        storages.close();
    }

    private static String host(int site) {
        return "se.site" + site + ".example";
    }

    /// @param every whose number is a multiple of this
    private void allBeat(long sequence, int every) {
        Map<String, List<Long>> had = new HashMap<>();
        sent.forEach(order ->
                had.computeIfAbsent(order.agent, first -> new ArrayList<>()).add(order.number));
        for (int agent = 0; agent < AGENTS; agent += every) {
            String name = "a" + agent;
            plane.inbox()
                    .heard(Beats.of(name)
                            .reach("https://*")
                            .near("*.site" + agent % SITES + ".example")
                            .sequence(sequence)
                            .orders(had.getOrDefault(name, List.of()).toArray(Long[]::new))
                            .at(clock.now()));
        }
    }

    private void start(int number) {
        int site = number % SITES;
        Transfer transfer = new Transfer(
                TransferId.of(number),
                PipeId.of("p" + site),
                URI.create("https://" + host((site + 1) % SITES) + "/f" + number),
                URI.create("https://" + host(site) + "/f" + number),
                -1,
                3,
                Set.of(),
                TransferOptions.DEFAULT);
        plane.start(new Attempt(new AttemptId(transfer.id(), 1), transfer, 1, PipeTuning.of(1), null), answers);
    }

    @Test
    void allAreKnownEachGetsItsShareAndThoseThatFallSilentAreLost() {
        allBeat(1, 1);
        assertThat(plane.view()).hasSize(AGENTS).allMatch(agent -> agent.state() == AgentState.READY);

        for (int number = 1; number <= 1000; number++) {
            start(number);
        }
        // Five transfers to each of 200 sites, and 50 agents near each: nobody has two.
        assertThat(sent).hasSize(1000);
        assertThat(sent).extracting(order -> order.agent).doesNotHaveDuplicates();
        assertThat(sent)
                .allSatisfy(order -> assertThat(Integer.parseInt(order.agent.substring(1)) % SITES)
                        .isEqualTo((int) (order.attempt.transfer().id().value() % SITES)));

        for (int beat = 2; beat < 8; beat++) {
            clock.pass(Duration.ofSeconds(3));
            allBeat(beat, 1);
        }
        assertThat(answers.given).as("each names what it has").isEmpty();

        // Those with odd numbers fall silent, and this server has read all there is.
        for (int beat = 8; beat < 20; beat++) {
            clock.pass(Duration.ofSeconds(3));
            allBeat(beat, 2);
            plane.inbox().readUpTo(clock.nanoTime());
        }
        assertThat(plane.view().stream().filter(agent -> agent.state() == AgentState.LOST))
                .hasSize(AGENTS / 2);
        // Each site's agents are all even or all odd: half of the transfers were at agents that are lost.
        assertThat(answers.given).hasSize(500).allMatch(given -> given.startsWith("failed "));
        assertThat(plane.open()).isEqualTo(500);

        sent.clear();
        start(1001);
        // Its site's agents are lost, those of the source's site are there.
        assertThat(sent)
                .singleElement()
                .satisfies(order -> assertThat(Integer.parseInt(order.agent.substring(1)) % SITES)
                        .isEqualTo(2));
    }
}
