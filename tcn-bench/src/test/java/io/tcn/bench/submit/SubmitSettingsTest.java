// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.bench.SubmitSettings;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// What the benchmark may be run against, and what it sends.
class SubmitSettingsTest {
    private static final Path FILE = Path.of("x.pem");

    @Test
    void aServerThatRunsNeedsACertificate() {
        URI url = URI.create("https://fts.example.org:8446");
        assertThat(new SubmitSettings(url, FILE, FILE, FILE, null, null, null, 0).url())
                .isEqualTo(url);
        assertThatThrownBy(() -> new SubmitSettings(url, FILE, null, FILE, null, null, null, 0))
                .hasMessageContaining("--key");
        assertThatThrownBy(() -> new SubmitSettings(URI.create("http://a"), FILE, FILE, FILE, null, null, null, 0))
                .hasMessageContaining("https://HOST:PORT");
        assertThatThrownBy(() -> new SubmitSettings(url, FILE, FILE, FILE, "jdbc:x", null, null, 0))
                .hasMessageContaining("--database");
        assertThatThrownBy(() -> new SubmitSettings(null, null, null, null, null, null, 9_999, 0))
                .hasMessageContaining("10000");
    }

    @Test
    void theIdOfAJobIsFoundInTheAnswer() {
        assertThat(Jobs.id("{\"job_id\": \"d61a60b3-3292-556d-987f-791b9f5e6e49\"}"))
                .isEqualTo("d61a60b3-3292-556d-987f-791b9f5e6e49");
        assertThat(Jobs.id("{\"job_id\":\"a\"}")).isEqualTo("a");
    }

    @Test
    void aRequestIsWholeBeforeItIsSent() {
        URI server = URI.create("https://localhost:8446");
        assertThat(LeanConnection.request("POST", server, "/jobs", "{}"))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("POST /jobs HTTP/1.1\r\nHost: localhost:8446\r\nAccept: application/json\r\n"
                        + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
        assertThat(LeanConnection.request("GET", server, "/jobs/a", ""))
                .asString(StandardCharsets.UTF_8)
                .doesNotContain("Content-");
    }
}
