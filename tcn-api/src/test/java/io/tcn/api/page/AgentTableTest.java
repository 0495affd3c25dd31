// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.agents.AgentState;
import io.tcn.api.agents.AgentView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Agents as the page shows them.
class AgentTableTest {
    private static final Instant HEARD = Instant.parse("2026-03-01T12:00:00Z");

    private static AgentView agent(String name, AgentState state, @Nullable String reason, int slots, int running) {
        return new AgentView(
                name,
                "1",
                state,
                reason,
                "0.1.0",
                List.of("*"),
                List.of("*.cern.ch"),
                List.of(),
                slots,
                running,
                -1500,
                0,
                HEARD,
                List.of());
    }

    private static final List<AgentView> AGENTS = List.of(
            agent("half", AgentState.READY, null, 50, 25),
            agent("full", AgentState.READY, null, 4, 4),
            agent("old", AgentState.OTHER_PROTOCOL, "speaks protocol 1", 0, 0),
            agent("gone", AgentState.LOST, null, 50, 0));

    private static Table.Shown shown(Map<String, String> query) {
        return ClusterPage.agents(AGENTS).show(new Asked("/ui/cluster", query));
    }

    private static List<String> row(Table.Shown shown, int number) {
        return shown.rows().get(number).stream().map(Table.Cell::text).toList();
    }

    @Test
    void slotsAndLoadAreShownAndWhatIsFullIsYellow() {
        Table.Shown shown = shown(Map.of("agents.sort", "-load"));
        assertThat(row(shown, 0)).startsWith("full", "READY", "\u2013", "4", "4", "100.0\u202f%");
        assertThat(row(shown, 1)).startsWith("half", "READY", "\u2013", "25", "50", "50.0\u202f%", "*.cern.ch", "*");
        assertThat(shown.rows().get(0).get(5).css()).contains("warn");
        assertThat(shown.rows().get(1).get(5).css()).doesNotContain("warn");
    }

    @Test
    void anAgentWithoutSlotsHasNoLoad() {
        Table.Shown shown = shown(Map.of("agents.q", "protocol"));
        assertThat(row(shown, 0)).startsWith("old", "OTHER_PROTOCOL", "speaks protocol 1", "0", "0", "\u2013");
        assertThat(shown.rows()).hasSize(1);
        assertThat(shown.rows().get(0).get(1).css()).contains("warn");
        assertThat(shown(Map.of()).rows().get(3).get(1).css()).contains("bad");
    }
}
