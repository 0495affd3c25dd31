// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.openid.connect.sdk.AuthenticationErrorResponse;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.AuthenticationSuccessResponse;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// An issuer that people log in with, on the loopback interface: whoever asks is logged in there already. It
/// is as strict as issuers are: one client with a secret, its registered address to come back to, PKCE with
/// SHA-256, a code that is good once. Requests are read by Nimbus' SDK, whose parsers are others than its
/// writers that the server uses.
public final class LoginIssuer implements AutoCloseable {
    /// The server's name here, and its secret.
    public static final String CLIENT = "tcn-page";

    public static final String SECRET = "s%c r+t";

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private record Given(AuthenticationRequest asked) {}

    private final HttpsServer server;
    private final String url;
    private final RSAKey key = TestIssuer.rsa("login");
    private final Map<AuthorizationCode, Given> codes = new ConcurrentHashMap<>();
    private volatile Function<JWTClaimsSet.Builder, String> idToken = claims -> TestIssuer.sign(key, claims);
    private volatile @Nullable URI registered;
    private volatile boolean denies;
    private volatile boolean tokensAway;
    private volatile boolean configurationAway;
    private volatile @Nullable String grantedScope;
    private volatile @Nullable URI answersAs;

    private LoginIssuer(HttpsServer server) {
        this.server = server;
        this.url = "https://localhost:" + server.getAddress().getPort() + "/";
        server.createContext("/.well-known/openid-configuration", exchange -> {
            if (configurationAway) {
                json(exchange, 503, Map.of("error", "away"));
            } else {
                json(exchange, 200, configuration());
            }
        });
        server.createContext(
                "/jwks", exchange -> json(exchange, 200, new JWKSet(List.of(key.toPublicJWK())).toJSONObject()));
        server.createContext("/authorize", this::authorize);
        server.createContext("/token", this::token);
        server.start();
    }

    /// Starts one.
    public static LoginIssuer start(SSLContext tls) throws IOException {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        return new LoginIssuer(server);
    }

    private Map<String, Object> configuration() {
        return Map.of(
                "issuer",
                url,
                "authorization_endpoint",
                url + "authorize",
                "token_endpoint",
                url + "token",
                "jwks_uri",
                url + "jwks",
                "end_session_endpoint",
                url + "logout",
                "response_types_supported",
                List.of("code"),
                "subject_types_supported",
                List.of("public"),
                "id_token_signing_alg_values_supported",
                List.of("RS256"),
                "authorization_response_iss_parameter_supported",
                true);
    }

    /// Its name, with a slash at the end.
    public String url() {
        return url;
    }

    /// Its key.
    public RSAKey key() {
        return key;
    }

    /// The only address that it sends people back to.
    public void register(URI redirect) {
        registered = redirect;
    }

    /// Who logs in next.
    public void person(String subject, List<String> groups) {
        idToken = claims -> TestIssuer.sign(key, claims.subject(subject).claim("groups", groups));
    }

    /// What the next ID tokens are, made of what they would be.
    public void idTokens(Function<JWTClaimsSet.Builder, String> made) {
        idToken = made;
    }

    /// Whether it lets nobody in.
    public void denies(boolean all) {
        denies = all;
    }

    /// Whether it gives no answer where tokens are asked for.
    public void tokensAway(boolean away) {
        tokensAway = away;
    }

    /// Whether it says nothing of itself.
    public void configurationAway(boolean away) {
        configurationAway = away;
    }

    /// What it grants, whatever was asked for; null: just that.
    public void grants(@Nullable String scope) {
        grantedScope = scope;
    }

    /// Whose name it gives in the answer; null: its own.
    public void answersAs(@Nullable URI other) {
        answersAs = other;
    }

    private void authorize(HttpExchange exchange) throws IOException {
        AuthenticationRequest asked;
        try {
            asked = AuthenticationRequest.parse(exchange.getRequestURI());
        } catch (ParseException wrong) {
            json(exchange, 400, Map.of("error", String.valueOf(wrong.getMessage())));
            return;
        }
        if (!asked.getClientID().getValue().equals(CLIENT)
                || !asked.getRedirectionURI().equals(registered)) {
            json(exchange, 400, Map.of("error", "this client may not come back to " + asked.getRedirectionURI()));
            return;
        }
        boolean isSafe = CodeChallengeMethod.S256.equals(asked.getCodeChallengeMethod())
                && asked.getCodeChallenge() != null
                && asked.getNonce() != null
                && asked.getState() != null
                && asked.getScope().contains("openid");
        if (!isSafe) {
            json(exchange, 400, Map.of("error", "PKCE, nonce and state are needed here"));
            return;
        }
        URI other = answersAs;
        var issuer = new com.nimbusds.oauth2.sdk.id.Issuer(other == null ? URI.create(url) : other);
        URI back;
        if (denies) {
            back = new AuthenticationErrorResponse(
                            asked.getRedirectionURI(),
                            com.nimbusds.oauth2.sdk.OAuth2Error.ACCESS_DENIED.setDescription(
                                    "<script>alert(1)</script> not today"),
                            asked.getState(),
                            issuer,
                            null)
                    .toURI();
        } else {
            AuthorizationCode code = new AuthorizationCode();
            codes.put(code, new Given(asked));
            back = new AuthenticationSuccessResponse(
                            asked.getRedirectionURI(), code, null, null, asked.getState(), null, issuer, null)
                    .toURI();
        }
        exchange.getResponseHeaders().set("Location", back.toString());
        exchange.sendResponseHeaders(302, -1);
        exchange.close();
    }

    private void token(HttpExchange exchange) throws IOException {
        if (tokensAway) {
            exchange.close();
            return;
        }
        try {
            HTTPRequest http = new HTTPRequest(HTTPRequest.Method.POST, URI.create(url + "token"));
            exchange.getRequestHeaders().forEach((name, values) -> http.setHeader(name, values.toArray(String[]::new)));
            http.setBody(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            TokenRequest request = TokenRequest.parse(http);
            boolean isClient = request.getClientAuthentication() instanceof ClientSecretBasic basic
                    && basic.getClientID().getValue().equals(CLIENT)
                    && basic.getClientSecret().getValue().equals(SECRET);
            if (!isClient) {
                json(exchange, 401, Map.of("error", "invalid_client"));
                return;
            }
            AuthorizationCodeGrant grant = (AuthorizationCodeGrant) request.getAuthorizationGrant();
            Given given = codes.remove(grant.getAuthorizationCode());
            if (given == null || !isGood(grant, given.asked())) {
                json(exchange, 400, Map.of("error", "invalid_grant"));
                return;
            }
            json(exchange, 200, tokens(given.asked()));
        } catch (ParseException wrong) {
            json(exchange, 400, Map.of("error", "invalid_request"));
        }
    }

    private static boolean isGood(AuthorizationCodeGrant grant, AuthenticationRequest asked) {
        return asked.getRedirectionURI().equals(grant.getRedirectionURI())
                && grant.getCodeVerifier() != null
                && CodeChallenge.compute(CodeChallengeMethod.S256, grant.getCodeVerifier())
                        .equals(asked.getCodeChallenge());
    }

    private Map<String, Object> tokens(AuthenticationRequest asked) {
        Instant now = Instant.now();
        JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder()
                .issuer(url)
                .subject("somebody")
                .audience(CLIENT)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(300)))
                .claim("nonce", asked.getNonce().getValue());
        String scope = grantedScope;
        return Map.of(
                "access_token",
                "opaque",
                "token_type",
                "Bearer",
                "scope",
                scope == null ? Scope.parse(asked.getScope().toStringList()).toString() : scope,
                "id_token",
                idToken.apply(claims));
    }

    private static void json(HttpExchange exchange, int status, Map<String, ?> object) throws IOException {
        byte[] bytes = MAPPER.writeValueAsBytes(object);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
