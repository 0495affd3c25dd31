// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.codec.Fixtures;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
    @ParameterizedTest
    @CsvSource({
        "2001:DB8:0:0:0:0:0:1, 2001:db8::1",
        "2001:0db8::0001, 2001:db8::1",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "::, ::",
        "0:0:0:0:0:0:0:1, ::1",
        "1::, 1::",
        "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "192.0.2.1, 192.0.2.1",
        "255.255.255.255, 255.255.255.255",
        "0.0.0.0, 0.0.0.0"
    })
    void g10EverySpellingIsTheSameAddress(String spelling, String canonical) throws Exception {
        assertThat(Address.parse(spelling)).hasToString(canonical).isEqualTo(Address.parse(canonical));
        assertThat(Address.parseTyped(Address.parse(spelling).typed())).isEqualTo(Address.parse(canonical));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "1.2.3",
                "1.2",
                "1",
                "0x7f.1",
                "0x7f.0.0.1",
                "127.0.0.01",
                "1-5.2.3.4",
                "1.2.3.*",
                "1.2.3.4/24",
                "256.1.1.1",
                "1.2.3.4.5",
                "1.2.3.4 ",
                "fe80::1%eth0",
                "::1/128",
                "1::2::3",
                "1:2:3:4:5:6:7",
                "12345::",
                "::g",
                "localhost",
                "*",
                "::*",
                "1.2.3.",
                ".1.2.3",
                "1..2.3",
                "١.2.3.4",
                "1:2:3:4:5:6:7:8:9",
                ":::",
                "4)+k&C#VzJ4br>0wv%Yp",
                "2001:db8:1-3::",
                "1.2.3.-",
                "3232235777",
                "0300.0250.01.01"
            })
    void g10OtherFormsAreNoAddresses(String text) {
        Fixtures.assertRefused(InvalidReason.ADDRESS, () -> Address.parse(text));
    }

    @Test
    void g10AMappedAddressIsWhatItWasWrittenAs() throws Exception {
        Address mapped = Address.parse("::ffff:192.0.2.1");
        assertThat(mapped.family()).isEqualTo(Family.IPV6);
        assertThat(mapped).isNotEqualTo(Address.parse("192.0.2.1")).isEqualTo(Address.parse("::ffff:c000:201"));
        assertThat(Address.parse(mapped.toString())).isEqualTo(mapped);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"192.0.2.1", "mac:00-11-22", "ipv6:192.0.2.1", "ipv4:2001:db8::1", "ipv4:", ":1.2.3.4", "ipv4"})
    void aTypedAddressHasATypeThatFits(String text) {
        Fixtures.assertRefused(InvalidReason.ADDRESS, () -> Address.parseTyped(text));
    }

    @Test
    void addressesAreOrderedAsNumbers() throws Exception {
        List<Address> ordered = List.of(
                Address.parse("9.0.0.0"),
                Address.parse("10.0.0.0"),
                Address.parse("200.0.0.0"),
                Address.parse("::1"),
                Address.parse("::8000:0:0:0"),
                Address.parse("1::"),
                Address.parse("ff00::"));
        assertThat(ordered.stream().sorted().toList()).isEqualTo(ordered);
    }

    @Test
    void g10WrittenAddressesAreReadAgain() throws Exception {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
        for (int i = 0; i < 500; i++) {
            Address six = new Address(Family.IPV6, sparse(random), sparse(random));
            Address four = new Address(Family.IPV4, 0, Integer.toUnsignedLong(random.nextInt()));
            assertThat(Address.parse(six.toString())).isEqualTo(six);
            assertThat(Address.parseTyped(four.typed())).isEqualTo(four);
        }
    }

    /// Few bits that are one, so that runs of zeros come up.
    private static long sparse(RandomGenerator random) {
        return 0xFFFFL << random.nextInt(64) & random.nextLong();
    }
}
