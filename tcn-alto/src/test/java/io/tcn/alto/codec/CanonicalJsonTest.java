// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class CanonicalJsonTest {
    private static JsonNode json(String text) throws Exception {
        return Json.read(Fixtures.json(text));
    }

    private static String written(String text) throws Exception {
        return new String(CanonicalJson.write(json(text)), StandardCharsets.UTF_8);
    }

    @Test
    void membersAreSortedAndNumbersHaveOneSpelling() throws Exception {
        assertThat(written("{'b': [1.0, 4e11, -0.0, 0.10], 'a': {'d': null, 'c': true}, '': 'x\\n'}"))
                .isEqualTo("{\"\":\"x\\n\",\"a\":{\"c\":true,\"d\":null},\"b\":[1,4E+11,0,0.1]}");
        assertThat(written("{}")).isEqualTo("{}");
        assertThat(written("[]")).isEqualTo("[]");
        assertThat(written("400000000000")).isEqualTo(written("4e11")).isEqualTo("4E+11");
        assertThat(written("[1e400, -1e400]")).isEqualTo("[1e999,-1e999]");
    }

    @Test
    void equalContentHasEqualHashes() throws Exception {
        assertThat(CanonicalJson.sha256Hex(json("{'a': 1, 'b': [2]}")))
                .hasSize(64)
                .isEqualTo(CanonicalJson.sha256Hex(json("{'b':[2.0],'a':1e0}")))
                .isNotEqualTo(CanonicalJson.sha256Hex(json("{'a': 1, 'b': [3]}")));
        // printf '{}' | sha256sum
        assertThat(CanonicalJson.sha256Hex(json("{}")))
                .isEqualTo("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
    }
}
