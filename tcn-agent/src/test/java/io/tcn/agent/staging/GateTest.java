// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GateTest {
    private final Gate gate = new Gate();

    @Test
    void placesAreGivenInTheOrderOfAsking() {
        gate.setPlaces(1);
        Gate.Entry first = gate.enter();
        Gate.Entry second = gate.enter();
        Gate.Entry third = gate.enter();
        assertThat(first.admitted()).isDone();
        assertThat(second.admitted()).isNotDone();

        gate.leave();
        assertThat(second.admitted()).isDone();
        assertThat(third.admitted()).isNotDone();
    }

    @Test
    void morePlacesAdmitWhoWaitsAndFewerPutNobodyOut() {
        gate.setPlaces(1);
        Gate.Entry first = gate.enter();
        Gate.Entry second = gate.enter();
        gate.setPlaces(2);
        assertThat(second.admitted()).isDone();

        gate.setPlaces(1);
        gate.leave();
        Gate.Entry third = gate.enter();
        assertThat(third.admitted()).as("one is inside, one may be").isNotDone();
        gate.leave();
        assertThat(third.admitted()).isDone();
        assertThat(first.admitted()).isDone();
    }

    @Test
    void withoutANumberEverybodyEnters() {
        for (int i = 0; i < 100; i++) {
            assertThat(gate.enter().admitted()).isDone();
        }
    }

    @Test
    void whoWaitsNoLongerKeepsNobodyOut() {
        gate.setPlaces(1);
        Gate.Entry first = gate.enter();
        Gate.Entry second = gate.enter();
        Gate.Entry third = gate.enter();
        gate.withdraw(second);
        gate.withdraw(first);

        assertThat(third.admitted()).isDone();
        assertThat(second.admitted()).isNotDone();
    }
}
