// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SurroundingsTest {
    @Test
    void theFolderOfTheUserIsThatOfTheShell() {
        assertThat(Surroundings.home(Map.of("HOME", "/srv/operator"))).isEqualTo(Path.of("/srv/operator"));
        assertThat(Surroundings.home(Map.of("HOME", " "))).isEqualTo(Path.of(System.getProperty("user.home")));
        assertThat(Surroundings.home(Map.of())).isEqualTo(Path.of(System.getProperty("user.home")));
    }
}
