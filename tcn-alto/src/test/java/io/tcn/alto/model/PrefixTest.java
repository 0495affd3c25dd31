// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.codec.Fixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrefixTest {
    @Test
    void bitsBehindTheLengthAreCutAndTold() throws Exception {
        Prefix.Reading reading = Prefix.parse("198.51.100.128/24");
        assertThat(reading.masked()).isTrue();
        assertThat(reading.prefix()).hasToString("198.51.100.0/24");
        assertThat(Prefix.parse("2001:db8:ffff::/33").prefix()).hasToString("2001:db8:8000::/33");
        assertThat(Prefix.parse("2001:db8::1/127").prefix()).hasToString("2001:db8::/127");
        assertThat(Prefix.parse("192.0.2.0/24").masked()).isFalse();
    }

    @Test
    void aPrefixHoldsItsOwnAddressesOnly() throws Exception {
        Prefix four = Prefix.parse("192.0.2.64/26").prefix();
        assertThat(four.contains(Address.parse("192.0.2.127"))).isTrue();
        assertThat(four.contains(Address.parse("192.0.2.128"))).isFalse();
        assertThat(four.contains(Address.parse("::"))).isFalse();
        Prefix all = Prefix.parse("::/0").prefix();
        assertThat(all.contains(Address.parse("ffff::"))).isTrue();
        assertThat(all.contains(Address.parse("0.0.0.0"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "192.0.2.0",
                "192.0.2.0/",
                "192.0.2.0/33",
                "::/129",
                "192.0.2.0/-1",
                "192.0.2.0/08",
                "192.0.2.0/+8",
                "192.0.2.0/8/8",
                "192.0.2.0/255.255.255.0",
                "192.0.2/24",
                "1.2.3.4/ 8",
                "1.2.3.4/٨"
            })
    void whatIsNoPrefixIsRefused(String text) {
        Fixtures.assertRefused(InvalidReason.ADDRESS, () -> Prefix.parse(text));
    }
}
