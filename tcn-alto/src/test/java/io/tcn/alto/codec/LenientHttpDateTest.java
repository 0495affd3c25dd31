// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static io.tcn.alto.codec.Fixtures.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.model.InvalidReason;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LenientHttpDateTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Tue, 01 Jul 2014 13:00:00 GMT",
                "Mon, 1 Jul 2014 13:00:00 GMT",
                "Nonsense, 1 Jul 2014 13:00:00 GMT",
                "1 jul 2014 13:00:00 GMT",
                "Tuesday, 01-Jul-2014 13:00:00 UTC",
                " Tue 01 Jul 2014  13:00:00 "
            })
    void theWeekdayIsNotLookedAt(String text) throws Exception {
        assertThat(LenientHttpDate.parse(text)).isEqualTo(Instant.parse("2014-07-01T13:00:00Z"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "Tue, 31 Feb 2014 13:00:00 GMT",
                "Tue, 1 Foo 2014 13:00:00 GMT",
                "Tue, 1 Jul 2014 25:00:00 GMT",
                "Tue, 1 Jul 14 13:00:00 GMT",
                "2014-07-01T13:00:00Z",
                "Tue, 0 Jul 2014 13:00:00 GMT",
                "Tue, 1 Jul 2014 13:00:00 CEST",
                "Tue, 1 Jul 2014 13:00:00 GMT and more, and more, and more, and more, and more"
            })
    void whatIsNoDateIsRefused(String text) {
        assertRefused(InvalidReason.DATE, () -> LenientHttpDate.parse(text));
    }
}
