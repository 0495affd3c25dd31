// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Browser;
import io.tcn.api.harness.LoginIssuer;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestIssuer;
import io.tcn.api.harness.TestPki;
import io.tcn.api.security.ClientTls;
import io.tcn.api.security.Pki;
import java.io.IOException;
import java.net.HttpCookie;
import java.net.URI;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// People without certificates log in to the page of a running server with a running issuer.
@Tag("it")
class LoginPagesTest {
    private static final String SESSION = "__Host-tcn-session";
    private static final String LOGIN = "__Host-tcn-login";

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static LoginIssuer issuer;
    private static SSLContext tls;
    private static URI base;

    @BeforeAll
    static void start() throws IOException {
        Path data = folder.resolve("data");
        Pki pki = TestPki.into(data);
        tls = ClientTls.trusting(pki.caCertificate());
        issuer = LoginIssuer.start(ClientTls.of(pki.caCertificate(), pki.serverCertificate(), pki.serverKey()));
        Path secret = Files.writeString(folder.resolve("secret"), LoginIssuer.SECRET + "\n");
        Map<String, String> settings = new HashMap<>();
        settings.put("tcn.security.issuers[0].url", issuer.url());
        settings.put("tcn.security.issuers[0].trust", pki.caCertificate().toString());
        settings.put("tcn.security.issuers[0].groups-claim", "groups");
        settings.put("tcn.security.issuers[0].scope", "fts");
        settings.put("tcn.security.issuers[0].login.client-id", LoginIssuer.CLIENT);
        settings.put("tcn.security.issuers[0].login.secret-file", secret.toString());
        // Nobody listens there.
        settings.put("tcn.security.issuers[1].url", "https://localhost:1/away/");
        settings.put("tcn.security.issuers[1].login.client-id", "x");
        settings.put("tcn.security.administrators", issuer.url() + " boss");
        settings.put("tcn.security.authorized-vos", "cms,localhost,demo");
        server = RunningServer.start(folder, settings);
        base = URI.create("https://localhost:" + server.server().port());
        issuer.register(base.resolve("/ui/login/callback"));
    }

    @AfterAll
    static void stop() {
        server.close();
        issuer.close();
    }

    @BeforeEach
    void aPatientIssuer() {
        issuer.person("alice", List.of("/cms"));
        issuer.denies(false);
        issuer.tokensAway(false);
        issuer.grants(null);
        issuer.answersAs(null);
    }

    private static Browser browser() {
        return new Browser(tls, Redirect.NORMAL);
    }

    /// Stops at each redirect.
    private static Browser slowBrowser() {
        return new Browser(tls, Redirect.NEVER);
    }

    private static HttpResponse<String> logIn(Browser browser, String page) {
        HttpResponse<String> refused = browser.get(base.resolve(page));
        assertThat(refused.statusCode()).as(page).isEqualTo(403);
        return browser.follow(refused, "/ui/login?issuer=0");
    }

    private static URI location(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isIn(302, 303);
        return answer.uri().resolve(answer.headers().firstValue("Location").orElseThrow());
    }

    /// A login as far as the address that the issuer sends the browser back to.
    private static URI callback(Browser browser) {
        URI authorize = location(browser.get(base.resolve("/ui/login?issuer=0&to=/ui/pipes")));
        assertThat(authorize.toString()).startsWith(issuer.url() + "authorize?");
        return location(browser.get(authorize));
    }

    private static void refused(HttpResponse<String> page, int status, String reason) {
        assertThat(page.statusCode()).as(page.body()).isEqualTo(status);
        assertThat(page.body())
                .contains("You are not logged in", reason, "/ui/login?issuer=0")
                .doesNotContain("Exception", "\tat ", "<script>alert");
        assertThat(page.headers().firstValue("Content-Security-Policy")).contains(PageHeaders.POLICY);
        assertThat(page.headers().allValues("Set-Cookie")).noneMatch(cookie -> cookie.startsWith(SESSION));
    }

    private static String field(HttpResponse<String> page, String name) {
        Matcher field =
                Pattern.compile("name=\"" + name + "\" value=\"([^\"]*)\"").matcher(page.body());
        assertThat(field.find()).as(page.body()).isTrue();
        return field.group(1);
    }

    @Test
    void aPersonLogsInAndIsBackOnThePageThatItWanted() {
        try (Browser browser = browser()) {
            HttpResponse<String> page = logIn(browser, "/ui/pipes?pipes.q=cern");

            assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
            assertThat(page.uri()).isEqualTo(base.resolve("/ui/pipes?pipes.q=cern"));
            assertThat(page.body()).contains(">alice</a>");
            assertThat(browser.cookies()).extracting(HttpCookie::getName).containsExactly(SESSION);
            assertThat(browser.get(base.resolve("/ui/jobs")).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void theCookiesAreForTlsForNoScriptAndForNoOtherSite() {
        try (Browser browser = slowBrowser()) {
            HttpResponse<String> begin = browser.get(base.resolve("/ui/login?issuer=0"));
            HttpResponse<String> end = browser.get(location(browser.get(location(begin))));

            assertThat(begin.headers().allValues("Set-Cookie"))
                    .singleElement()
                    .satisfies(cookie -> assertThat(cookie)
                            .startsWith(LOGIN + "=")
                            .contains("; Secure", "; HttpOnly", "; SameSite=Lax", "; Path=/;", "; Max-Age=600")
                            .doesNotContain("Domain"));
            assertThat(end.headers().allValues("Set-Cookie"))
                    .hasSize(2)
                    .anySatisfy(cookie -> assertThat(cookie)
                            .startsWith(SESSION + "=")
                            .contains("; Secure", "; HttpOnly", "; SameSite=Lax", "; Path=/;", "; Max-Age=28800")
                            .doesNotContain("Domain"));
            assertThat(location(begin).getQuery())
                    .contains("code_challenge_method=S256", "response_type=code", "scope=openid+profile+fts")
                    .doesNotContain("verifier");
        }
    }

    @Test
    void aPersonHasTheRightsThatRestGivesToItsToken() {
        for (String subject : List.of("alice", "boss")) {
            issuer.person(subject, List.of("/cms/de", "/cms"));
            String token = TestIssuer.sign(
                    issuer.key(),
                    TestIssuer.claims(issuer.url(), subject, Instant.now())
                            .claim("groups", List.of("/cms/de", "/cms")));
            Answer whoami =
                    server.nobody().send(server.nobody().request("/whoami").header("Authorization", "Bearer " + token));
            assertThat(whoami.json().path("vos").toString()).isEqualTo("[\"cms/de\",\"cms\"]");
            boolean isBoss = whoami.json().path("is_root").booleanValue();
            assertThat(isBoss).isEqualTo(subject.equals("boss"));
            try (Browser browser = browser()) {
                HttpResponse<String> page = logIn(browser, "/ui/session");

                assertThat(page.body())
                        .contains("cms/de, cms")
                        .contains(isBoss ? "all (administrator)" : "all:datamanagement; vo:transfer");
                HttpResponse<String> settings = browser.get(base.resolve("/ui/settings?settings.q=login.client"));
                assertThat(settings.statusCode()).isEqualTo(isBoss ? 200 : 403);
                assertThat(settings.body())
                        .contains(isBoss ? "tcn.security.issuers[0].login.client-id" : "has not the right")
                        .doesNotContain(LoginIssuer.SECRET);
            }
        }
    }

    @Test
    void whoLogsOutIsOutWhoeverKeptTheCookie() {
        try (Browser browser = browser();
                Browser copy = browser()) {
            HttpResponse<String> page = logIn(browser, "/ui/session");
            List<HttpCookie> stolen = browser.cookies();
            assertThat(copy.get(base.resolve("/ui"), stolen).statusCode()).isEqualTo(200);

            HttpResponse<String> unmarked = browser.post(base.resolve("/ui/session"), Map.of("mark", "1.x"));
            assertThat(unmarked.statusCode()).isEqualTo(403);
            HttpResponse<String> out = browser.post(base.resolve("/ui/session"), Map.of("mark", field(page, "mark")));

            assertThat(out.statusCode()).isEqualTo(200);
            assertThat(out.body())
                    .contains("You are logged out", issuer.url() + "logout?client_id=" + LoginIssuer.CLIENT);
            assertThat(browser.cookies()).isEmpty();
            assertThat(browser.get(base.resolve("/ui")).statusCode()).isEqualTo(403);
            HttpResponse<String> kept = copy.get(base.resolve("/ui"), stolen);
            assertThat(kept.statusCode()).isEqualTo(403);
            assertThat(kept.body()).contains("Your session has ended", "/ui/login?issuer=0");
        }
    }

    @Test
    void aSessionIsForThePageOnly() {
        try (Browser browser = browser()) {
            logIn(browser, "/ui");
            for (String path : List.of(
                    "/tcn/v1/pipes",
                    "/jobs",
                    "/ui/..;/tcn/v1/pipes",
                    "/ui/%2e%2e/tcn/v1/pipes",
                    "/uix",
                    "/ui;/../jobs")) {
                HttpResponse<String> answer = browser.get(URI.create(base + path));
                assertThat(answer.statusCode()).as(path + " " + answer.body()).isIn(400, 403, 404);
            }
        }
    }

    @Test
    void anAnswerIsGoodOnceAndForTheBrowserThatBegan() {
        try (Browser browser = slowBrowser();
                Browser copy = slowBrowser();
                Browser other = slowBrowser()) {
            URI callback = callback(browser);
            List<HttpCookie> stolen = browser.cookies();

            refused(other.get(callback), 403, "no login under way");
            callback(other);
            refused(other.get(callback), 403, "another login");
            assertThat(location(browser.get(callback))).isEqualTo(base.resolve("/ui/pipes"));
            refused(browser.get(callback), 403, "no login under way");
            refused(copy.get(callback, stolen), 403, "has been used before");
        }
    }

    @Test
    void aCookieThatIsNoneOfOursIsNoLogin() {
        try (Browser browser = slowBrowser()) {
            URI callback = callback(browser);
            HttpCookie login = browser.cookies().getFirst();
            login.setValue(login.getValue().substring(1) + "A");
            refused(browser.get(callback), 403, "no login under way");
        }
    }

    @Test
    void nobodyIsSentToAnotherHost() {
        for (String to : List.of(
                "https://evil.example.org/", "//evil.example.org", "/ui%5Cevil", "/uievil", "/ui/%0d%0aX:y", "/jobs")) {
            try (Browser browser = slowBrowser()) {
                URI authorize = location(browser.get(base.resolve("/ui/login?issuer=0&to=" + to)));
                URI back = location(browser.get(location(browser.get(authorize))));
                assertThat(back).as(to).isEqualTo(base.resolve("/ui"));
            }
        }
        try (Browser browser = slowBrowser()) {
            assertThat(browser.get(base.resolve("/ui/login?issuer=7")).statusCode())
                    .isEqualTo(404);
            assertThat(browser.get(base.resolve("/ui/login?issuer=-1")).statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void anAddressThatIsNotRegisteredIsRefusedByTheIssuer() {
        issuer.register(base.resolve("/elsewhere"));
        try (Browser browser = browser()) {
            HttpResponse<String> page = browser.get(base.resolve("/ui/login?issuer=0"));
            assertThat(page.statusCode()).isEqualTo(400);
            assertThat(page.uri().toString()).startsWith(issuer.url());
            assertThat(page.body()).contains("may not come back to");
        } finally {
            issuer.register(base.resolve("/ui/login/callback"));
        }
    }

    @Test
    void whomTheIssuerRefusesIsToldWhyWithoutAnyScript() {
        issuer.denies(true);
        try (Browser browser = browser()) {
            refused(logIn(browser, "/ui"), 403, "did not let you in: access_denied");
        }
    }

    @Test
    void anIdTokenThatProvesNothingIsRefused() {
        Map<String, Function<JWTClaimsSet.Builder, String>> wrong = Map.of(
                "Expired",
                claims -> TestIssuer.sign(
                        issuer.key(),
                        claims.expirationTime(Date.from(Instant.now().minusSeconds(120)))),
                "nonce",
                claims -> TestIssuer.sign(issuer.key(), claims.claim("nonce", "of another login")),
                "audience",
                claims -> TestIssuer.sign(issuer.key(), claims.audience("another client")),
                "issuer",
                claims -> TestIssuer.sign(issuer.key(), claims.issuer("https://evil.example.org/")),
                "ID token that is not accepted",
                claims -> TestIssuer.sign(TestIssuer.rsa("login"), claims),
                "public-key",
                claims -> new PlainJWT(claims.build()).serialize(),
                "not signed",
                LoginPagesTest::withTheClientsSecret,
                "subject of the token",
                claims -> TestIssuer.sign(issuer.key(), claims.subject("/DC=org/CN=Somebody else")),
                "type that it must have",
                claims -> TestIssuer.sign(issuer.key(), claims.claim("groups", 7)));
        wrong.forEach((reason, made) -> {
            issuer.idTokens(made);
            try (Browser browser = browser()) {
                refused(logIn(browser, "/ui"), 403, reason);
                assertThat(browser.cookies()).as(reason).isEmpty();
            }
        });
    }

    private static String withTheClientsSecret(JWTClaimsSet.Builder claims) {
        try {
            SignedJWT jwt = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims.build());
            jwt.sign(new MACSigner(
                    (LoginIssuer.SECRET + "x".repeat(32)).getBytes(java.nio.charset.StandardCharsets.UTF_8)));
            return jwt.serialize();
        } catch (JOSEException broken) {
            throw new IllegalStateException(broken);
        }
    }

    @Test
    void theAnswerOfAnotherIssuerIsRefused() {
        issuer.answersAs(URI.create("https://evil.example.org/"));
        try (Browser browser = browser()) {
            refused(logIn(browser, "/ui"), 403, "that of another issuer");
        }
    }

    @Test
    void withoutTheScopeThatTokensMustHaveNobodyIsIn() {
        issuer.grants("openid profile");
        try (Browser browser = browser()) {
            refused(logIn(browser, "/ui"), 403, "has not given you the scope fts");
        }
    }

    @Test
    void anIssuerThatIsAwayIsToldSo() {
        try (Browser browser = browser()) {
            refused(browser.get(base.resolve("/ui/login?issuer=1")), 503, "localhost/away/ does not answer now");
        }
        try (Browser browser = slowBrowser()) {
            URI callback = callback(browser);
            issuer.tokensAway(true);
            refused(browser.get(callback), 503, "does not answer now");
        }
    }

    @Test
    void whoseUserIsNotServedHereIsLoggedOutAgain() {
        issuer.person("carol", List.of("/atlas"));
        try (Browser browser = browser()) {
            HttpResponse<String> page = logIn(browser, "/ui");
            assertThat(page.statusCode()).isEqualTo(403);
            assertThat(page.body()).contains("VOs is served here", "/ui/login?issuer=0");
            assertThat(browser.get(base.resolve("/ui")).body()).contains("Your session has ended");
        }
    }

    @Test
    void whoIsBannedIsOutAtOnce() {
        issuer.person("mallory", List.of("/cms"));
        try (Browser browser = browser()) {
            assertThat(logIn(browser, "/ui").statusCode()).isEqualTo(200);
            Answer banned = server.demo().post("/ban/dn", "{\"user_dn\": \"mallory\", \"message\": \"x\"}");
            assertThat(banned.status()).as(banned.body()).isEqualTo(200);

            HttpResponse<String> page = browser.get(base.resolve("/ui"));

            assertThat(page.statusCode()).isEqualTo(403);
            assertThat(page.body()).contains("This name is banned here");
        }
    }

    @Test
    void aCertificateStillDoesWithoutASession() {
        assertThat(server.demo().get("/ui/session").body()).contains("You have not logged in", "certificate");
        assertThat(server.nobody().get("/ui/login").body()).contains("Log in with", "localhost");
    }
}
