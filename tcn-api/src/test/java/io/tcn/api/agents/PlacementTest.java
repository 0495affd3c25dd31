// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlacementTest {
    private static final Transfer TRANSFER = new Transfer(
            TransferId.of(1),
            PipeId.of("p"),
            URI.create("https://se.cern.ch/f"),
            URI.create("https://se.bnl.gov/f"),
            -1,
            3,
            Set.of(),
            TransferOptions.DEFAULT);
    private static final Placement.Wanted WANTED = new Placement.Wanted(TRANSFER, false, true, true);

    private final AgentRegistry registry = new AgentRegistry(1, Duration.ofSeconds(30));

    private void heard(Beats beats) {
        registry.heard(beats.at(Beats.NOW), 0, Beats.NOW);
    }

    private Placement placement(Map<String, Integer> inUse) {
        Placement placement = new Placement();
        registry.all()
                .forEach(agent ->
                        placement.put(agent, inUse.getOrDefault(agent.last().agent(), 0), Set.of()));
        return placement;
    }

    private String chosen(Placement.Wanted wanted, Map<String, Integer> inUse) {
        return placement(inUse)
                .choose(wanted, Set.of())
                .map(agent -> agent.last().agent())
                .orElse("nobody");
    }

    @Test
    void nearTheDestinationComesFirstThenNearTheSourceThenTheLeastLoaded() {
        heard(Beats.of("far"));
        heard(Beats.of("farther"));
        assertThat(chosen(WANTED, Map.of("far", 3, "farther", 2))).isEqualTo("farther");
        heard(Beats.of("source").near("*.cern.ch"));
        assertThat(chosen(WANTED, Map.of("source", 9))).isEqualTo("source");
        heard(Beats.of("destination").near("*.bnl.gov"));
        assertThat(chosen(WANTED, Map.of("destination", 9))).isEqualTo("destination");
    }

    @Test
    void theLoadIsTheShareOfTheSlotsAndEqualOnesGoByName() {
        heard(Beats.of("large").slots(100));
        heard(Beats.of("small").slots(10));
        assertThat(chosen(WANTED, Map.of("large", 20, "small", 3))).isEqualTo("large");
        assertThat(chosen(WANTED, Map.of("large", 20, "small", 1))).isEqualTo("small");
        assertThat(chosen(WANTED, Map.of())).isEqualTo("large");
    }

    @Test
    void whoIsFullOrNotReadyOrDoesNotReachBothEndsGetsNothing() {
        heard(Beats.of("full").slots(2));
        heard(Beats.of("leaving").leaving(true));
        heard(Beats.of("other").reach("*.bnl.gov"));
        assertThat(chosen(WANTED, Map.of("full", 2))).isEqualTo("nobody");
    }

    @Test
    void aRemovalAsksForTheDestinationOnly() {
        heard(Beats.of("other").reach("*.bnl.gov"));
        assertThat(chosen(new Placement.Wanted(TRANSFER, true, true, true), Map.of()))
                .isEqualTo("other");
    }

    @Test
    void anEndWhoseTokenCannotBeSentNeedsAnAgentThatHoldsOne() {
        heard(Beats.of("without"));
        Placement.Wanted secret = new Placement.Wanted(TRANSFER, false, true, false);
        assertThat(chosen(secret, Map.of())).isEqualTo("nobody");
        heard(Beats.of("with").holds("https://se.bnl.gov"));
        assertThat(chosen(secret, Map.of())).isEqualTo("with");
        assertThat(chosen(new Placement.Wanted(TRANSFER, false, false, false), Map.of()))
                .isEqualTo("nobody");
    }

    private TransferFailure lack(Placement.Wanted wanted) {
        return placement(Map.of()).lack(wanted);
    }

    @Test
    void whyNobodyGetsATransferIsTold() {
        assertThat(lack(WANTED).code()).isEqualTo(ErrorCode.NO_AGENT);
        assertThat(lack(WANTED).message()).contains("no agent is ready");
        heard(Beats.of("other").reach("*.bnl.gov"));
        assertThat(lack(WANTED).code()).isEqualTo(ErrorCode.NO_AGENT);
        assertThat(lack(WANTED).message()).contains("both https://se.cern.ch and https://se.bnl.gov");
        assertThat(lack(new Placement.Wanted(TRANSFER, true, true, true)).message())
                .as("a removal asks for one end, which is reached")
                .contains("all slots are in use", "of https://se.bnl.gov");
        heard(Beats.of("without"));
        Placement.Wanted secret = new Placement.Wanted(TRANSFER, false, true, false);
        assertThat(lack(secret).code()).isEqualTo(ErrorCode.NO_CREDENTIAL);
        assertThat(lack(secret).message()).contains("https://se.bnl.gov", "tcn.agents.key-file");
        heard(Beats.of("with").holds("https://se.bnl.gov").slots(1));
        assertThat(lack(secret).code()).as("one would do, and is full").isEqualTo(ErrorCode.NO_AGENT);
        assertThat(lack(secret).message()).contains("all slots are in use");
    }
}
