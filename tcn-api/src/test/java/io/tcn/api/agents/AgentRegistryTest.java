// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.remote.Message.Heartbeat;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentRegistryTest {
    private static final Duration LOST_AFTER = Duration.ofSeconds(30);

    private final AgentRegistry registry = new AgentRegistry(1, LOST_AFTER);

    private static long seconds(long seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }

    private boolean heard(Heartbeat heartbeat, long second) {
        return registry.heard(heartbeat, seconds(second), Beats.NOW.plusSeconds(second));
    }

    private AgentState state(Beats beats) {
        AgentRegistry fresh = new AgentRegistry(1, LOST_AFTER);
        fresh.heard(beats.at(Beats.NOW), 0, Beats.NOW);
        return fresh.all().getFirst().state();
    }

    @Test
    void onlyAnAgentThatFollowsAndHasItsLeaseIsReady() {
        assertThat(state(Beats.of("a"))).isEqualTo(AgentState.READY);
        assertThat(state(Beats.of("a").held(false))).isEqualTo(AgentState.NO_LEASE);
        assertThat(state(Beats.of("a").epoch(0))).isEqualTo(AgentState.NOT_FOLLOWING);
        assertThat(state(Beats.of("a").leaving(true))).isEqualTo(AgentState.LEAVING);
    }

    @Test
    void aClockThatIsWrongAndALeaseThatIsTooLongAreTold() {
        heard(Beats.of("a").at(Beats.NOW.plusSeconds(6)), 0);
        assertThat(registry.all().getFirst().state()).isEqualTo(AgentState.WRONG_CLOCK);
        // 20 s of lease and 2 s of margin do not fit into 21 s.
        AgentRegistry hasty = new AgentRegistry(1, Duration.ofSeconds(21));
        hasty.heard(Beats.of("a").at(Beats.NOW), 0, Beats.NOW);
        assertThat(hasty.all().getFirst().state()).isEqualTo(AgentState.LONG_LEASE);
    }

    @Test
    void copiesAndOlderHeartbeatsDoNothing() {
        assertThat(heard(Beats.of("a").sequence(5).slots(7).at(Beats.NOW), 0)).isTrue();
        assertThat(heard(Beats.of("a").sequence(5).slots(8).at(Beats.NOW), 1)).isFalse();
        assertThat(heard(Beats.of("a").sequence(4).slots(9).at(Beats.NOW), 2)).isFalse();
        assertThat(registry.all().getFirst().last().slots()).isEqualTo(7);
    }

    @Test
    void whoIsSilentIsLostOnlyWhenThisServerHasReadAllThereIs() {
        heard(Beats.of("a").at(Beats.NOW), 0);
        heard(Beats.of("b").at(Beats.NOW.plusSeconds(20)), 20);

        // Cut off for an hour, and nothing read since: nobody knows.
        assertThat(registry.readUpTo(seconds(29), Beats.NOW.plusSeconds(3600))).isEmpty();
        List<AgentRegistry.Known> lost = registry.readUpTo(seconds(30), Beats.NOW.plusSeconds(30));
        assertThat(lost).extracting(known -> known.last().agent()).containsExactly("a");
        assertThat(registry.readUpTo(seconds(31), Beats.NOW.plusSeconds(31))).isEmpty();
    }

    @Test
    void whoWasLostComesBackInANewTermOnly() {
        heard(Beats.of("a").at(Beats.NOW), 0);
        registry.readUpTo(seconds(30), Beats.NOW.plusSeconds(30));

        assertThat(heard(Beats.of("a").sequence(2).at(Beats.NOW.plusSeconds(31)), 31))
                .isFalse();
        assertThat(registry.all().getFirst().state()).isEqualTo(AgentState.LOST);
        assertThat(heard(Beats.of("a").sequence(3).term(2).at(Beats.NOW.plusSeconds(32)), 32))
                .isTrue();
        assertThat(registry.all().getFirst().state()).isEqualTo(AgentState.READY);
    }

    @Test
    void lostAgentsAreShownForAWhile() {
        heard(Beats.of("a").at(Beats.NOW), 0);
        registry.refused("b", "protocol 2", Beats.NOW);
        registry.readUpTo(seconds(600), Beats.NOW.plusSeconds(600));
        assertThat(registry.all()).hasSize(1);
        assertThat(registry.foreign()).hasSize(1);
        registry.readUpTo(seconds(602), Beats.NOW.plusSeconds(602));
        assertThat(registry.all()).isEmpty();
        assertThat(registry.foreign()).isEmpty();
    }
}
