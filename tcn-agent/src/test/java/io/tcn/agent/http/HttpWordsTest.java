// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.SafeText;
import io.tcn.core.model.Checksum;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class HttpWordsTest {
    @Test
    void anAdler32DigestIsReadInAnyLengthAndCase() {
        assertThat(DigestHeader.adler32(List.of("adler32=25065c85"))).contains(new Checksum("ADLER32", "25065c85"));
        assertThat(DigestHeader.adler32(List.of("md5=abc=, ADLER32=5C8")))
                .contains(new Checksum("ADLER32", "000005c8"));
    }

    @Test
    void otherDigestsArePassedOver() {
        assertThat(DigestHeader.adler32(List.of("sha-256=25065c85"))).isEmpty();
        assertThat(DigestHeader.adler32(List.of("adler32=JQZchQ=="))).isEmpty();
        assertThat(DigestHeader.adler32(List.of())).isEmpty();
    }

    @Test
    void davSchemesBecomeHttpOnTheWire() {
        assertThat(HttpAddress.toWire(URI.create("davs://host:1094//a%20b?x=1#f")))
                .isEqualTo(URI.create("https://host:1094//a%20b?x=1"));
        assertThat(HttpAddress.toWire(URI.create("DAV://host"))).isEqualTo(URI.create("http://host/"));
    }

    @Test
    void theFoldersAboveAFileAreListedFromTheNearest() {
        assertThat(HttpAddress.parents(URI.create("http://h:1/a/b%20c//f")))
                .containsExactly(URI.create("http://h:1/a/b%20c/"), URI.create("http://h:1/a/"));
        assertThat(HttpAddress.parents(URI.create("http://h/f"))).isEmpty();
    }

    @Test
    void secretsAreTakenOutOfTexts() {
        assertThat(SafeText.of("GET /f?authz=Bearer%20abc.def failed\nbadly")).isEqualTo("GET /f failed badly");
        assertThat(SafeText.of("Authorization: Bearer abc.def")).doesNotContain("abc");
        assertThat(SafeText.of(URI.create("https://me:pw@host/f?token=x"))).isEqualTo("https://host/f");
    }
}
