// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.Endpoint;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A URL is read as by itself, whatever was read before it.
class TransferUrlReaderTest {
    private static final Set<String> SCHEMES = Set.of("https", "davs");
    private static final List<String> STORAGES = List.of(
            "https://a.example.org",
            "HTTPS://A.example.org",
            "davs://a.example.org:8443",
            "davs://a.example.org:443",
            "https://[2001:db8::1]:8443",
            "https://user@a.example.org",
            "https://a_b.example.org",
            "https://",
            "https:",
            "gsiftp://a.example.org",
            "https://a.example.org?x",
            "a.example.org",
            "https://a.example.org\\b",
            "https://" + "h".repeat(300));
    private static final List<String> PATHS = List.of(
            "",
            "/",
            "//",
            "/f",
            "/store/data/file-1.root",
            "//store/./../f",
            "/a:b@c=d+e~f",
            "/a%20b",
            "/a%2",
            "/a b",
            "/é",
            "/a?b=c",
            "?b=c/d",
            "/?b",
            "/f?authz=***",
            "/f#part",
            "/[f]",
            "/" + "x".repeat(1200));

    /// What becomes of a URL: its endpoint, or why it is refused.
    private static String alone(String url) {
        try {
            return Endpoint.of(TransferUrls.parse(url, SCHEMES)).toString();
        } catch (IllegalArgumentException refused) {
            return "refused: " + refused.getMessage();
        }
    }

    private static String read(TransferUrlReader reader, String url) {
        try {
            TransferUrl read = reader.read(url);
            assertThat(read.text()).isEqualTo(url);
            return read.endpoint().toString();
        } catch (IllegalArgumentException refused) {
            return "refused: " + refused.getMessage();
        }
    }

    @Test
    void whatWasReadBeforeChangesNothing() {
        Random random = new Random(17);
        TransferUrlReader reader = new TransferUrlReader(SCHEMES);
        for (int i = 0; i < 3_000; i++) {
            String url = STORAGES.get(random.nextInt(STORAGES.size())) + PATHS.get(random.nextInt(PATHS.size()));
            assertThat(read(reader, url)).as(url).isEqualTo(alone(url));
        }
    }

    @Test
    void noSecretIsInItsText() {
        TransferUrl url = new TransferUrlReader(SCHEMES).read("https://a.example.org/f?authz=hidden");
        assertThat(url.text()).contains("hidden");
        assertThat(url.toString()).doesNotContain("hidden");
    }
}
