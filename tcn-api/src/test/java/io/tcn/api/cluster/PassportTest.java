// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.api.harness.TestPki;
import io.tcn.api.security.Pki;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PassportTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123Z");
    private static final String SECRET = "0123abcd";
    private static final Passport GOOD =
            new Passport(7, NOW, "POST", "/jobs?a=%20b", "https", "tcn2.example.org:8446", "2001:db8::1", List.of());

    private static void refused(String header, String secret, String method, String target, Instant now) {
        assertThatThrownBy(() -> Passport.verified(header, secret, method, target, now))
                .isInstanceOf(Passport.ForgedException.class);
    }

    @Test
    void whatWasSignedIsReadAgain(@TempDir Path folder) throws Passport.ForgedException, IOException {
        Pki pki = TestPki.into(folder);
        Passport withCertificates = new Passport(
                7,
                NOW,
                "GET",
                "/",
                "https",
                "",
                "192.0.2.1",
                List.of(Pki.read(pki.clientCertificate()), Pki.read(pki.caCertificate())));
        assertThat(Passport.verified(GOOD.signed(SECRET), SECRET, "POST", "/jobs?a=%20b", NOW))
                .isEqualTo(GOOD);
        assertThat(Passport.verified(withCertificates.signed(SECRET), SECRET, "GET", "/", NOW))
                .isEqualTo(withCertificates);
        assertThat(Passport.termOf(GOOD.signed(SECRET))).isEqualTo(7);
    }

    @Test
    void anotherSecretMethodAddressOrTimeIsRefused() {
        String header = GOOD.signed(SECRET);
        refused(header, "0123abce", "POST", "/jobs?a=%20b", NOW);
        refused(header, SECRET, "DELETE", "/jobs?a=%20b", NOW);
        refused(header, SECRET, "POST", "/jobs", NOW);
        refused(header, SECRET, "POST", "/jobs?a=%20b", NOW.plus(Duration.ofSeconds(31)));
        refused(header, SECRET, "POST", "/jobs?a=%20b", NOW.minus(Duration.ofSeconds(31)));
    }

    @Test
    void whatWasChangedAfterSigningIsRefused() {
        String header = GOOD.signed(SECRET);
        String payload = new String(
                Base64.getUrlDecoder().decode(header.substring(0, header.indexOf('.'))), StandardCharsets.UTF_8);
        String changed = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(payload.replace("2001:db8::1", "2001:db8::2").getBytes(StandardCharsets.UTF_8));
        refused(changed + header.substring(header.indexOf('.')), SECRET, "POST", "/jobs?a=%20b", NOW);
        for (String nonsense : List.of("", ".", "x", "x.y", "!.!", header + "x", header.replace(".", ""))) {
            refused(nonsense, SECRET, "POST", "/jobs?a=%20b", NOW);
        }
    }
}
