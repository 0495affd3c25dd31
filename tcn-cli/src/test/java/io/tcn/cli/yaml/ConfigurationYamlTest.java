// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tcn.cli.env.Trouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What is exported is read again as the same, whatever its names look like.
class ConfigurationYamlTest {
    private static final String SIGNS = "0123456789eE+-._xXoObBnNaAiIfFyYsStTrRuUlL~: #'\"&*!|>%@,[]{}=<?";

    private static void isReadAgain(String name) throws Trouble {
        ObjectNode tree = JsonMapper.shared().createObjectNode();
        tree.putArray("users").addObject().put("id", name).put(name, "x").put("weight", 1.5);
        assertThat(ConfigurationYaml.read(ConfigurationYaml.write(tree), "f").toString())
                .as(ConfigurationYaml.write(tree))
                .isEqualTo(tree.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e3",
                "1234567890123e45",
                "12345678901e2345",
                ".inf",
                "-.INF",
                ".NaN",
                "1E+3",
                "0x1F",
                "0o17",
                "1_000",
                "1.",
                ".5",
                "+1",
                "007",
                "1:30",
                "2026-11-25",
                "yes",
                "null",
                "~",
                "=",
                "<<",
                "ü",
                "#a",
                "a: b",
                "- a",
                " a ",
                "10Gbit/s"
            })
    void aNameThatLooksLikeSomethingElseIsANameAgain(String name) throws Trouble {
        isReadAgain(name);
    }

    @Test
    void randomNamesAreNamesAgain() throws Trouble {
        SplittableRandom random = new SplittableRandom(16);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder name = new StringBuilder();
            for (int length = random.nextInt(1, 9); length > 0; length--) {
                name.append(SIGNS.charAt(random.nextInt(SIGNS.length())));
            }
            isReadAgain(name.toString());
        }
    }

    @Test
    void ratesOfAllSizesAreTheSameAgain() throws Trouble {
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 5_000; i++) {
            double bps = Math.exp(random.nextDouble(-5, 36));
            JsonNode tree = JsonMapper.shared().createObjectNode().put("boundBps", bps);
            JsonNode again = ConfigurationYaml.read(ConfigurationYaml.write(tree), "f");
            assertThat(again.path("boundBps").doubleValue()).isEqualTo(bps);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"boundBps: 10", "minBps: 900", "minBps: 1e9", "a: [{boundBps: 0.5}]"})
    void aRateWithoutUnitIsRefused(String yaml) {
        assertThatExceptionOfType(Trouble.class)
                .isThrownBy(() -> ConfigurationYaml.read(yaml, "f"))
                .withMessageContaining("no unit");
    }
}
