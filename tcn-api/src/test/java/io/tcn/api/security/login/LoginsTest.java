// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.api.harness.Browser;
import io.tcn.api.harness.LoginIssuer;
import io.tcn.api.harness.TestPki;
import io.tcn.api.security.ClientTls;
import io.tcn.api.security.Pki;
import io.tcn.api.security.token.TokenProperties;
import io.tcn.api.security.token.TokenRefusedException;
import io.tcn.core.port.TimeSource;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

@Tag("it")
class LoginsTest {
    private static final URI REDIRECT = URI.create("https://tcn.example.org/ui/login/callback");

    @TempDir
    Path folder;

    private Instant now = Instant.now();
    private LoginIssuer issuer;
    private Browser browser;
    private Logins logins;

    @BeforeEach
    void start() throws IOException {
        Pki pki = TestPki.into(folder.resolve("data"));
        issuer = LoginIssuer.start(ClientTls.of(pki.caCertificate(), pki.serverCertificate(), pki.serverKey()));
        issuer.register(REDIRECT);
        browser = new Browser(ClientTls.trusting(pki.caCertificate()), Redirect.NEVER);
        Path secret = Files.writeString(folder.resolve("secret"), LoginIssuer.SECRET);
        TokenProperties.Issuer settings = new TokenProperties.Issuer(
                URI.create(issuer.url()),
                "cms",
                List.of("x"),
                null,
                null,
                pki.caCertificate(),
                "groups",
                "",
                "",
                new TokenProperties.Login(LoginIssuer.CLIENT, secret, List.of("profile")));
        Instant began = now;
        TimeSource time = new TimeSource() {
            @Override
            public long nanoTime() {
                return Duration.between(began, now).toNanos();
            }

            @Override
            public Instant now() {
                return now;
            }
        };
        logins = new Logins(new TokenProperties(List.of(settings), Duration.ofSeconds(60)), JsonMapper.shared(), time);
    }

    @AfterEach
    void stop() {
        issuer.close();
        browser.close();
    }

    private static String state(URI address) {
        return address.getQuery().replaceAll(".*\\bstate=([^&]*).*", "$1");
    }

    private URI atTheIssuer(Logins.Begun begun) {
        return URI.create(
                browser.get(begun.to()).headers().firstValue("Location").orElseThrow());
    }

    @Test
    void aPersonMayTakeTenMinutesAndNoMore() throws TokenRefusedException {
        Logins.Begun one = logins.begin(0, REDIRECT, "/ui/map");
        URI back = atTheIssuer(one);
        Logins.Begun late = logins.begin(0, REDIRECT, "/ui");
        URI lateBack = atTheIssuer(late);

        now = now.plus(Duration.ofMinutes(9));
        Logins.Done done = logins.finish(back.getRawQuery(), state(back), one.sealed());
        assertThat(done.back()).isEqualTo("/ui/map");
        assertThat(done.person().subject()).isEqualTo("somebody");
        assertThat(done.person().issuerVo()).isEqualTo("cms");
        now = now.plus(Duration.ofMinutes(1));
        assertThatThrownBy(() -> logins.finish(lateBack.getRawQuery(), state(lateBack), late.sealed()))
                .isInstanceOf(TokenRefusedException.class)
                .hasMessageContaining("longer than 10 minutes");
    }

    @Test
    void theCodeOfAnotherLoginIsOfNoUseWithoutItsProof() throws TokenRefusedException {
        URI victim = atTheIssuer(logins.begin(0, REDIRECT, "/ui"));
        Logins.Begun mine = logins.begin(0, REDIRECT, "/ui");
        String code = victim.getRawQuery().replaceAll(".*\\bcode=([^&]*).*", "$1");
        String query = atTheIssuer(mine).getRawQuery().replaceAll("\\bcode=[^&]*", "code=" + code);

        assertThatThrownBy(() -> logins.finish(query, state(mine.to()), mine.sealed()))
                .isInstanceOf(TokenRefusedException.class)
                .hasMessageContaining("gives no token: invalid_grant");
    }

    @Test
    void anIssuerThatCameBackIsAskedAgainAfterSomeSeconds() throws TokenRefusedException {
        logins.begin(0, REDIRECT, "/ui");
        now = now.plus(Duration.ofHours(2));
        issuer.configurationAway(true);
        assertThatThrownBy(() -> logins.begin(0, REDIRECT, "/ui")).hasMessageContaining("does not answer now");
        issuer.configurationAway(false);
        assertThatThrownBy(() -> logins.begin(0, REDIRECT, "/ui")).hasMessageContaining("does not answer now");
        now = now.plusSeconds(5);
        assertThat(logins.begin(0, REDIRECT, "/ui").to().toString()).startsWith(issuer.url());
    }
}
