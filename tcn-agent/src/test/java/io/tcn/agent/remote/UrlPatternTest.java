// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;

class UrlPatternTest {
    private static boolean matches(String pattern, String url) {
        return UrlPattern.parse(pattern).matches(URI.create(url));
    }

    @Test
    void hostsSchemesAndPorts() {
        assertThat(matches("*", "https://a.example.org/f")).isTrue();
        assertThat(matches("*.example.org", "davs://A.Example.org:8443/f")).isTrue();
        assertThat(matches("*.example.org", "https://example.org/f")).isFalse();
        assertThat(matches("*.example.org", "https://badexample.org/f")).isFalse();
        assertThat(matches("https://a.example.org", "davs://a.example.org/f")).isFalse();
        assertThat(matches("a.example.org:443", "https://a.example.org/f")).isTrue();
        assertThat(matches("a.example.org:443", "https://a.example.org:444/f")).isFalse();
        assertThat(matches("http://127.0.0.1:80", "http://127.0.0.1/f")).isTrue();
    }

    @Test
    void filesNeedAFolder() {
        assertThat(matches("*", "file:///pool/f")).isFalse();
        assertThat(matches("file:///pool", "file:///pool/a/f")).isTrue();
        assertThat(matches("file:///pool/", "file:///pool/f")).isTrue();
        assertThat(matches("file:///pool", "file:///pool2/f")).isFalse();
        assertThat(matches("file:///pool", "file:///pool/../etc/f")).isFalse();
        assertThat(matches("file:///pool", "https://pool/f")).isFalse();
    }

    @Test
    void whatIsNoPatternIsRefused() {
        for (String wrong : new String[] {"", "https://", "a b", "a*.org", "file:pool", "file:///a/../b", "a:b"}) {
            assertThatThrownBy(() -> UrlPattern.parse(wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("pattern");
        }
    }
}
