// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static io.tcn.alto.codec.Fixtures.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.model.InvalidReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UriReferenceTest {
    /// The examples of RFC 3986 §5.4.
    @ParameterizedTest
    @CsvSource({
        "g:h, g:h",
        "g, http://a/b/c/g",
        "./g, http://a/b/c/g",
        "g/, http://a/b/c/g/",
        "/g, http://a/g",
        "//g, http://g",
        "?y, http://a/b/c/d;p?y",
        "g?y, http://a/b/c/g?y",
        "#s, http://a/b/c/d;p?q#s",
        "g#s, http://a/b/c/g#s",
        "g?y#s, http://a/b/c/g?y#s",
        ";x, http://a/b/c/;x",
        "g;x, http://a/b/c/g;x",
        "g;x?y#s, http://a/b/c/g;x?y#s",
        "'', http://a/b/c/d;p?q",
        "., http://a/b/c/",
        "./, http://a/b/c/",
        ".., http://a/b/",
        "../, http://a/b/",
        "../g, http://a/b/g",
        "../.., http://a/",
        "../../g, http://a/g",
        "../../../g, http://a/g",
        "/./g, http://a/g",
        "/../g, http://a/g",
        "g., http://a/b/c/g.",
        ".g, http://a/b/c/.g",
        "g.., http://a/b/c/g..",
        "./../g, http://a/b/g",
        "./g/., http://a/b/c/g/",
        "g/./h, http://a/b/c/g/h",
        "g/../h, http://a/b/c/h",
        "g;x=1/./y, http://a/b/c/g;x=1/y",
        "g;x=1/../y, http://a/b/c/y",
        "g?y/../x, http://a/b/c/g?y/../x",
        "g#s/../x, http://a/b/c/g#s/../x"
    })
    void i03ReferencesResolveAsTheRfcSays(String reference, String resolved) throws Exception {
        assertThat(UriReference.resolve("http://a/b/c/d;p?q", reference)).isEqualTo(resolved);
    }

    @Test
    void i03ABaseWithoutAPathGetsOne() throws Exception {
        assertThat(UriReference.resolve("http://a", "g")).isEqualTo("http://a/g");
        assertThat(UriReference.resolve("http://[2001:db8::1]:8080/x", "y?z=[1]"))
                .isEqualTo("http://[2001:db8::1]:8080/y?z=[1]");
        assertThat(UriReference.resolve("https://a/ird", "/tips/x")).isEqualTo("https://a/tips/x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a\nb", "1x:y", ":x", "\u0000", "a\u007F"})
    void whatIsNoReferenceIsRefused(String reference) {
        assertRefused(InvalidReason.URI, () -> UriReference.resolve("http://a/", reference));
    }

    @Test
    void theBaseMustBeAbsoluteAndShort() {
        assertRefused(InvalidReason.URI, () -> UriReference.resolve("/ird", "x"));
        assertRefused(InvalidReason.URI, () -> UriReference.resolve("http://a/", "x".repeat(10_000)));
    }
}
