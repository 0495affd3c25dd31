// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.utility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class JustEnoughUtilityTest {
    @Test
    void anyUtilityMayHaveACost() {
        for (String inner : new String[] {"sum", "proportional", "alpha-fair:2.0", "max-min"}) {
            Utility utility = Utilities.byName(inner + "+cost:1.02");
            assertThat(utility.name()).isEqualTo(inner + "+cost:1.02");
            assertThat(utility.logCost()).isEqualTo(Math.log(1.02));
            // Where it is not known how many connections there are it is the utility inside.
            assertThat(utility.value(new double[] {1e9, 3e9}, new double[] {1, 2}))
                    .isEqualTo(Utilities.byName(inner).value(new double[] {1e9, 3e9}, new double[] {1, 2}));
            // A bit of one with many connections is worth less: nothing is linear any more.
            assertThat(utility.isLinear()).isFalse();
        }
        assertThat(Utilities.byName("proportional").logCost()).isZero();
    }

    @Test
    void aCostThatMakesNoSenseIsRefused() {
        assertThatThrownBy(() -> Utilities.byName("proportional+cost:1")).hasMessageContaining("above 1 and at most 2");
        assertThatThrownBy(() -> Utilities.byName("proportional+cost:NaN")).hasMessageContaining("above 1");
        assertThatThrownBy(() -> Utilities.byName("proportional+cost:a")).hasMessageContaining("needs a number");
        assertThatThrownBy(() -> Utilities.byName("sum+cost:1.1+cost:1.2")).hasMessageContaining("needs a number");
        assertThatThrownBy(() -> Utilities.byName("most+cost:1.1")).hasMessageContaining("+cost:K");
    }
}
