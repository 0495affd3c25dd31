// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.PathVectorAnes;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A property map that updates have changed is read as if it were new, whatever the patch did.
class AneReaderTest {
    private static final String BEFORE = "{'meta': {}, 'property-map': {"
            + "'.ane:a': {'max-reservable-bandwidth': 1}, '.ane:b': {'max-reservable-bandwidth': 2}}}";

    @Test
    void aChangedCapacityIsReadAndTheRestIsTakenOver() throws AltoFormatException {
        JsonNode before = json(BEFORE);
        PathVectorAnes read = AneReader.read(before);
        JsonNode after =
                JsonMergePatch.apply(before, json("{'property-map': {'.ane:b': {'max-reservable-bandwidth': 5}}}"));

        PathVectorAnes now = AneReader.read(after, before, read);

        assertThat(now).isEqualTo(AneReader.read(after));
        assertThat(now.anes().get("a")).isSameAs(read.anes().get("a"));
    }

    @Test
    void elementsThatComeGoOrTurnBadAreReadAsInANewMap() throws AltoFormatException {
        for (String patch : new String[] {
            "{'.ane:c': {}}",
            "{'.ane:a': null}",
            "{'.ane:a': null, '.ane:c': {}}",
            "{'.ane:a': 7}",
            "{'.ane:a': null, 'ipv4:192.0.2.1': {}}",
            "{'.ane:a': {'max-reservable-bandwidth': -1}}"
        }) {
            JsonNode before = json(BEFORE);
            JsonNode after = JsonMergePatch.apply(before, json("{'property-map': " + patch + "}"));

            assertThat(AneReader.read(after, before, AneReader.read(before)))
                    .as(patch)
                    .isEqualTo(AneReader.read(after));
        }
    }

    @Test
    void faultsAreCountedAnew() throws AltoFormatException {
        JsonNode before = json("{'property-map': {'.ane:a': {'max-reservable-bandwidth': -1}}}");

        assertThat(AneReader.read(before, before, AneReader.read(before))).isEqualTo(AneReader.read(before));
    }

    private static JsonNode json(String text) throws AltoFormatException {
        return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
