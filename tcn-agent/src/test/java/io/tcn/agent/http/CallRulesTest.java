// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.agent.AgentClock;
import io.tcn.agent.Side;
import io.tcn.agent.TransferException;
import io.tcn.agent.TransferException.Outlook;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallRulesTest {
    private static final CallRules RULES = new CallRules(false, false);
    private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");

    private final StorageClient client = new StorageClient(Duration.ofSeconds(1), null);
    private final HttpCalls calls = new HttpCalls(
            client,
            new StorageAddresses(
                    new NameLookup(AgentClock.SYSTEM, Duration.ofSeconds(1)),
                    new NetworkRules(false, List.of()),
                    AgentClock.SYSTEM),
            RULES,
            new HttpTimeouts(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1)),
            new EndpointMemory(AgentClock.SYSTEM, Duration.ofMinutes(1)),
            AgentClock.SYSTEM,
            4);

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void aRedirectOfAClusterIsFollowedToItsDataServer() throws TransferException {
        assertThat(redirect("https://manager:3094/f", "https://10.0.0.5:3095/f?authz=Bearer%20abc"))
                .contains(URI.create("https://10.0.0.5:3095/f?authz=Bearer%20abc"));
        assertThat(redirect("http://manager/f", "/g")).contains(URI.create("http://manager/g"));
    }

    @Test
    void noRedirectLeadsOutOfEncryption() {
        assertThatThrownBy(() -> redirect("https://manager:3094/f", "http://10.0.0.5:3095/f?authz=Bearer%20abc"))
                .isInstanceOfSatisfying(
                        TransferException.class,
                        failure -> assertThat(failure.outlook()).isEqualTo(Outlook.NOT_SENT))
                .hasMessageContaining(
                        "https://manager:3094/f redirects to http://10.0.0.5:3095, which is not encrypted")
                .hasMessageContaining("http.desthttps")
                .message()
                .doesNotContain("abc");
    }

    @Test
    void aSettingLetsRedirectsOutOfEncryption() throws TransferException {
        assertThat(new CallRules(true, false)
                        .redirect(Side.SOURCE, answer("https://manager/f", "Location", "http://pool/f"), 0))
                .contains(URI.create("http://pool/f"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///etc/passwd", "gopher://x/", "ftp://x/y", "http://me:pw@host/f", "http:///f", "::"})
    void aRedirectToWhatIsNoStorageIsRefused(String location) {
        assertThatThrownBy(() -> redirect("http://host/f", location))
                .isInstanceOfSatisfying(
                        TransferException.class,
                        failure -> assertThat(failure.outlook()).isEqualTo(Outlook.NOTHING_DONE))
                .message()
                .doesNotContain("pw");
    }

    /// XRootD 5.5 writes paths as they are on its disk, and the client reads headers byte by byte.
    @ParameterizedTest
    @CsvSource({
        "/d/a%20b, http://pool:1095/d/a b?x=y z, http://pool:1095/d/a%20b?x=y%20z",
        "/d/a%20b, /d/c d, http://host/d/c%20d",
        "/d/run%C3%BC, http://pool/d/run\u00c3\u00bc?x, http://pool/d/run%C3%BC?x",
        "/d/run%c3%bc, http://pool/d/run%C3%BC, http://pool/d/run%C3%BC",
        "/d/a%23b, http://pool/d/a#b?x, http://pool/d/a%23b?x",
        "/d/a%3Fb, http://pool/d/a?b?x, http://pool/d/a%3Fb?x",
        "/d/100%25, http://pool/d/100%, http://pool/d/100%25",
        "/d/a%2541, http://pool/d/a%41, http://pool/d/a%2541",
        "/d/a%2541, http://pool/d/a%2541, http://pool/d/a%2541",
        "/f, http://[::1]:1095/x[1], http://[::1]:1095/x%5B1%5D",
        "/f, http://pool/g#part, http://pool/g",
        "/d/%7Eme, http://host/d/~me, http://host/d/~me",
        "/d/%7Eme%23, http://host/d/~me%23, http://host/d/~me%23"
    })
    void aRedirectLeadsToTheFileHoweverItsNameIsWritten(String asked, String location, URI target)
            throws TransferException {
        assertThat(redirect("http://host" + asked, location)).contains(target);
    }

    @ParameterizedTest
    @CsvSource({
        "https://host:1094/f, https://host:1094/g, true, true",
        "https://host:1094/f, https://pool:1095/f, false, true",
        "https://host:1094/f, http://pool:1095/f, false, false",
        "https://host:1094/f, http://host:1094/f, false, false",
        "http://host:1094/f, http://host:1094/f, false, false",
        "http://host:1094/f, https://host:1094/f, false, true",
        "http://127.0.0.1:1094/f, http://127.0.0.1:1094/f, true, true",
        "http://127.0.0.1:1094/f, http://127.0.0.1:1095/f, false, false",
        "http://127.0.0.1.evil.org/f, http://127.0.0.1.evil.org/f, false, false",
        "http://[::1]:80/f, http://[::1]:80/f, true, true",
        "https://host/f, https://HOST:443/g, true, true",
        "https://host:443/f, https://host/g, true, true",
        "https://host:80/f, https://host/g, false, true",
        "http://LOCALHOST:80/f, http://localhost/g, true, true"
    })
    void tokensGoToWhomTheyAreMeantForAndNeverInClear(String asked, String target, boolean own, boolean other) {
        HttpFile file = new HttpFile(calls, Side.DESTINATION, URI.create(asked), Optional.of("token"));

        assertThat(RULES.sendsOwn(file, URI.create(target))).isEqualTo(own);
        assertThat(RULES.sendsOther(file, URI.create(target), other("https://other/f")))
                .isEqualTo(other);
    }

    /// Whoever copies sends it on to there.
    @ParameterizedTest
    @CsvSource({"https://other/f, true", "http://other/f, false", "http://127.0.0.1:1094/f, true"})
    void theOtherSidesTokenIsNotGivenToBeSentOnInClear(String other, boolean sent) {
        HttpFile asked = new HttpFile(calls, Side.DESTINATION, URI.create("https://host/f"), Optional.empty());

        assertThat(RULES.sendsOther(asked, asked.wire(), other(other))).isEqualTo(sent);
        assertThat(new CallRules(false, true).sendsOther(asked, asked.wire(), other(other)))
                .isTrue();
    }

    private HttpFile other(String url) {
        return new HttpFile(calls, Side.SOURCE, URI.create(url), Optional.of("token"));
    }

    @Test
    void aSettingLetsTokensGoInClear() {
        HttpFile file = new HttpFile(calls, Side.DESTINATION, URI.create("http://host/f"), Optional.of("token"));

        assertThat(new CallRules(false, true).sendsOwn(file, URI.create("http://host/f")))
                .isTrue();
    }

    @Test
    void aTokenThatWasWithheldIsTold() {
        HttpFile file = new HttpFile(calls, Side.DESTINATION, URI.create("http://host/f"), Optional.of("token"));

        assertThat(HttpStatusCodes.failure(file, "PUT", answer(401, "http://host/f", "X", "y")))
                .hasMessageContaining("the token was not sent because the connection is not encrypted");
    }

    @ParameterizedTest
    @CsvSource({
        "20, 20",
        "0, 0",
        "999999999, 3600",
        "'Sun, 22 Nov 2026 10:00:30 GMT', 30",
        "'Sun, 22 Nov 2026 09:00:00 GMT', 0",
        "'Sun, 22 Nov 2099 10:00:30 GMT', 3600"
    })
    void retryAfterIsReadInBothForms(String header, long seconds) {
        assertThat(RetryAfter.of(answer("http://h/f", "Retry-After", header), NOW))
                .contains(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-1", "1.5", "99999999999", "٣", "Sun, 22 Nov"})
    void aRetryAfterThatNobodyCanReadSaysNothing(String header) {
        assertThat(RetryAfter.of(answer("http://h/f", "Retry-After", header), NOW))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 502, 503, 504})
    void anOverloadedStorageIsLeftAloneForAsLongAsItAsks(int status) {
        HttpFile file = new HttpFile(calls, Side.SOURCE, URI.create("https://host/f"), Optional.empty());

        TransferException failure =
                HttpStatusCodes.failure(file, "HEAD", answer(status, "https://host/f", "Retry-After", "20"));

        assertThat(failure.endpointInTrouble()).contains(Side.SOURCE);
        assertThat(failure.retryAfter()).contains(Duration.ofSeconds(20));
        assertThat(failure.code().isRetryable()).isTrue();
    }

    private static Optional<URI> redirect(String from, String to) throws TransferException {
        return RULES.redirect(Side.DESTINATION, answer(from, "Location", to), 0);
    }

    private static Answer<Void> answer(String uri, String header, String value) {
        return answer(307, uri, header, value);
    }

    private static Answer<Void> answer(int status, String uri, String header, String value) {
        HttpHeaders headers = HttpHeaders.of(Map.of(header, List.of(value)), (name, each) -> true);
        return new Answer<>(status, headers, URI.create(uri), "", null);
    }
}
