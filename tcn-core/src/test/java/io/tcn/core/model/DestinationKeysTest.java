// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DestinationKeysTest {
    private static final List<String> SCHEMES = List.of("https", "HTTPS", "davs", "dav", "root", "file", "s3");
    private static final List<String> HOSTS =
            List.of("se.example.org", "SE.Example.org.", "user@se", "10.0.0.1", "[2001:DB8::1]", "");
    private static final List<String> PORTS = List.of("", ":443", ":80", ":1094");
    private static final List<String> PARTS =
            List.of("/", "/a", "/B~c", "//d", "/./e", "/../f", "/g%7eh", "/%2f", "/\u00fc", "/.i", "/j.k", "/:@=");
    private static final List<String> ENDS = List.of("", "", "", "/", "?authz=x", "#part", "?a=/b", "#/c");

    @Test
    void keysAreThoseOfSingleUrls() {
        SplittableRandom random = new SplittableRandom(20261124);
        DestinationKeys keys = new DestinationKeys();
        int known = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder url = new StringBuilder(any(SCHEMES, random) + "://" + any(HOSTS, random));
            url.append(any(PORTS, random));
            for (int part = random.nextInt(4); part > 0; part--) {
                url.append(any(PARTS, random));
            }
            String whole = url + any(ENDS, random);
            DestinationKey expected;
            try {
                expected = DestinationKey.of(URI.create(whole));
            } catch (IllegalArgumentException none) {
                assertThatIllegalArgumentException().as(whole).isThrownBy(() -> keys.of(whole));
                continue;
            }
            known++;
            assertThat(keys.of(whole)).as(whole).isEqualTo(expected);
        }
        assertThat(known).isGreaterThan(10_000);
    }

    private static String any(List<String> texts, SplittableRandom random) {
        return texts.get(random.nextInt(texts.size()));
    }
}
