// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.fts.FtsNames;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageElementNamesTest {
    private final StorageElementNames elements = new StorageElementNames();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "davs://Door.CERN.ch:8443/eos/a",
                "https://s.example.org",
                "https://s.example.org?x=://a/b",
                "https://s.example.org#part/of",
                "HTTPS://user@s.example.org/a://b",
                "https://[2001:DB8::1]:443/x",
                "file:///srv/a"
            })
    void isThatOfTheWholeUrl(String url) {
        assertThat(elements.of(url)).isEqualTo(FtsNames.storageElement(URI.create(url)));
    }

    @Test
    void filesOfOneStorageShareOne() {
        assertThat(elements.of("davs://a.example.org:8443/x/1")).isSameAs(elements.of("davs://a.example.org:8443/y/2"));
        assertThat(elements.of("https://a.example.org:8443/x/1")).isEqualTo("https://a.example.org");
    }
}
