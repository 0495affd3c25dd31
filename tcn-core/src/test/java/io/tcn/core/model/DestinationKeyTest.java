// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DestinationKeyTest {
    private static String key(String url) {
        return DestinationKey.of(URI.create(url)).value();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://se.example.org/d/a~b",
                "https://SE.Example.ORG/d/a~b",
                "davs://se.example.org:443/d/a~b",
                "https://se.example.org:443//d///a~b",
                "https://se.example.org./d/./x/../a%7Eb",
                "https://se.example.org/d/a%7eb?authz=token#part",
                "https://user@se.example.org/%64/a~b",
                "https://se.example.org/../d/a~b/"
            })
    void urlsOfOneFileHaveOneKey(String url) {
        assertThat(key(url)).isEqualTo("https://se.example.org/d/a~b");
    }

    /// Most URLs are their own keys, which is told without taking them apart; with a user in it none is.
    @Test
    void theShortWayFindsTheSameKeys() {
        List<String> parts =
                List.of("/", "a", "B", "//", ".", "..", "%7e", "%2f", "~b", "?q", "#f", ":80", "dav", "\u00e4");
        List<String> schemes = List.of("https", "HTTPS", "davs", "dav", "root", "file", "davx");
        List<String> hosts = List.of(
                "se.example.org",
                "SE.example.org",
                "se.example.org.",
                "[2001:db8::1]",
                "[2001:db8:0::1]",
                "[::ffff:192.0.2.1]",
                "h:443",
                "h:80");
        for (int seed = 0; seed < 20_000; seed++) {
            Random random = Random.from(new SplittableRandom(seed));
            StringBuilder path = new StringBuilder(random.nextInt(10) == 0 ? "" : "/");
            for (int part = random.nextInt(6); part > 0 && !path.isEmpty(); part--) {
                path.append(parts.get(random.nextInt(parts.size())));
            }
            String scheme = schemes.get(random.nextInt(schemes.size()));
            String rest = hosts.get(random.nextInt(hosts.size())) + path;
            try {
                new URI(scheme + "://" + rest);
            } catch (URISyntaxException notOne) {
                continue;
            }
            assertThat(key(scheme + "://" + rest))
                    .as("%s://%s", scheme, rest)
                    .isEqualTo(key(scheme + "://user@" + rest));
        }
    }

    @Test
    void anAddressHasOneKeyHoweverItIsWritten() {
        assertThat(key("https://[2001:db8:0:0::0001]/f")).isEqualTo("https://[2001:db8::1]/f");
        assertThat(key("davs://[2001:DB8::1]/f")).isEqualTo("https://[2001:db8::1]/f");
    }

    @Test
    void whatMayBeAnotherFileHasAnotherKey() {
        assertThat(key("https://a/f")).isNotEqualTo(key("https://a/F")).isNotEqualTo(key("http://a/f"));
        assertThat(key("https://a:8443/f")).isNotEqualTo(key("https://a/f"));
        // An encoded slash is part of a name.
        assertThat(key("https://a/d%2ff")).isEqualTo(key("https://a/d%2Ff")).isNotEqualTo(key("https://a/d/f"));
    }

    @Test
    void aNameInUnicodeIsTheSameEncodedOrNot() {
        assertThat(key("https://a/\u00fc \u20ac".replace(" ", "%20"))).isEqualTo("https://a/%C3%BC%20%E2%82%AC");
        assertThat(key("https://a/%c3%bc%20%e2%82%ac")).isEqualTo("https://a/%C3%BC%20%E2%82%AC");
        assertThat(key("https://a/\ud83d\ude00")).isEqualTo(key("https://a/%F0%9F%98%80"));
    }

    @Test
    void filesHaveKeysToo() {
        assertThat(key("file:///data//x/../y")).isEqualTo("file:///data/y");
        assertThat(key("file:/data/y")).isEqualTo("file:///data/y");
    }

    @Test
    void aUrlWithoutAnEndpointIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> key("/data/y"));
        assertThatIllegalArgumentException().isThrownBy(() -> key("https:///y"));
    }
}
