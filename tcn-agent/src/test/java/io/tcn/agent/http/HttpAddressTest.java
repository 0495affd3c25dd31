// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.DestinationKey;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpAddressTest {
    /// The last two look the same to people, and may be two files.
    @ParameterizedTest
    @CsvSource({
        "davs://h/d/run1\u00fc.root, https://h/d/run1%C3%BC.root",
        "https://h/d/%c3%bc?x=\u4e2d, https://h/d/%c3%bc?x=%E4%B8%AD",
        "https://h/\ud83d\ude00, https://h/%F0%9F%98%80",
        "https://h/e\u0301, https://h/e%CC%81",
        "https://h/\u00e9, https://h/%C3%A9"
    })
    void whatGoesOverTheWireIsAsciiAndNamesTheSameFile(URI given, String wire) {
        URI sent = HttpAddress.toWire(given);

        assertThat(sent).hasToString(wire);
        assertThat(DestinationKey.of(sent)).isEqualTo(DestinationKey.of(given));
    }

    /// Half a pair is no letter; it does not begin a query.
    @Test
    void whatIsNoLetterStaysInThePath() {
        URI given = URI.create("https://h/d/\ud83d");

        assertThat(HttpAddress.toWire(given)).hasToString("https://h/d/%3F");
        assertThat(DestinationKey.of(given)).hasToString("https://h/d/%3F");
    }
}
