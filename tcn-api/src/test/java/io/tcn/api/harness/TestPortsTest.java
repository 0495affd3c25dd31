// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

class TestPortsTest {
    /// The build gave none, and nobody saw it: all forks had the same slice, and now and then the same ports.
    @Test
    @EnabledIfSystemProperty(named = "surefire.test.class.path", matches = ".+")
    void theBuildTellsEachForkItsNumber() throws Exception {
        int fork = Integer.parseInt(System.getProperty(TestPorts.FORK));
        assertThat(fork).isPositive();
        assertThat(TestPorts.one()).isBetween(20_000 + 500 * (fork - 1), 20_000 + 500 * fork - 1);
    }
}
