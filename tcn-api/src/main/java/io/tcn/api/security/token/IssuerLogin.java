// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.AuthenticationResponse;
import com.nimbusds.openid.connect.sdk.AuthenticationResponseParser;
import com.nimbusds.openid.connect.sdk.LogoutRequest;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import io.tcn.api.text.OneLine;
import io.tcn.core.port.TimeSource;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// An issuer that people can log in with: OpenID Connect Core 1.0, authorization code flow with PKCE (RFC
/// 7636).
public final class IssuerLogin {
    private static final Logger LOG = LoggerFactory.getLogger(IssuerLogin.class);
    private static final int LONGEST_REASON = 200;

    /// What belongs to one login, and nobody but this server and the person's browser know: random texts.
    ///
    /// @param state ties the answer of the issuer to the browser that asked
    /// @param nonce ties the ID token to this login
    /// @param verifier proves to the issuer that the one who asks for tokens is the one who began (PKCE)
    /// @param redirect where the issuer sends the browser back to
    public record Secrets(String state, String nonce, String verifier, URI redirect) {
        /// New ones.
        public static Secrets random(URI redirect) {
            return new Secrets(new State().getValue(), new Nonce().getValue(), new CodeVerifier().getValue(), redirect);
        }

        /// Without the secrets.
        @Override
        public String toString() {
            return "login by " + redirect;
        }
    }

    private final TokenProperties.Issuer issuer;
    private final TokenProperties.Login login;
    private final ClientID client;
    private final Duration clockSkew;
    private final LoginMetadata metadata;
    private final IssuerKeys keys;
    private final @Nullable SSLSocketFactory trust;

    IssuerLogin(
            TokenProperties.Issuer issuer,
            TokenProperties.Login login,
            Duration clockSkew,
            JsonMapper mapper,
            TimeSource time) {
        this.issuer = issuer;
        this.login = login;
        this.client = new ClientID(login.clientId());
        this.clockSkew = clockSkew;
        this.metadata = new LoginMetadata(new Discovery(issuer, mapper), time);
        this.keys = new IssuerKeys(issuer, mapper, time);
        this.trust = Discovery.tls(issuer);
    }

    /// Those of the settings, in their order.
    public static List<IssuerLogin> of(TokenProperties properties, JsonMapper mapper, TimeSource time) {
        List<IssuerLogin> all = new ArrayList<>();
        for (TokenProperties.Issuer issuer : properties.issuers()) {
            if (issuer.login() != null) {
                all.add(new IssuerLogin(issuer, issuer.login(), properties.clockSkew(), mapper, time));
            }
        }
        return List.copyOf(all);
    }

    /// What people call it: host and path of its address.
    public String name() {
        String path = issuer.url().getPath() == null ? "" : issuer.url().getPath();
        return issuer.url().getHost() + (path.equals("/") ? "" : path);
    }

    /// Where the browser goes to log in.
    ///
    /// @throws TokenRefusedException if the issuer is away
    public URI begin(Secrets secrets) throws TokenRefusedException {
        return new AuthenticationRequest.Builder(new ResponseType("code"), scope(), client, secrets.redirect())
                .endpointURI(metadata().getAuthorizationEndpointURI())
                .state(new State(secrets.state()))
                .nonce(new Nonce(secrets.nonce()))
                .codeChallenge(new CodeVerifier(secrets.verifier()), CodeChallengeMethod.S256)
                .build()
                .toURI();
    }

    private Scope scope() {
        Scope scope = new Scope("openid");
        login.scopes().forEach(scope::add);
        if (issuer.scope() != null) {
            scope.add(issuer.scope());
        }
        return scope;
    }

    /// Who has logged in.
    ///
    /// @param query of the address that the issuer sent the browser back to
    /// @return what a token of this person says, without the token
    /// @throws TokenRefusedException if the issuer said no, is away, or its answer proves nothing
    public BearerToken finish(String query, Secrets secrets) throws TokenRefusedException {
        OIDCProviderMetadata metadata = metadata();
        AuthorizationCode code = code(query, secrets, metadata);
        TokenRequest request = tokenRequest(code, secrets, metadata);
        TokenResponse response;
        try {
            HTTPRequest http = request.toHTTPRequest();
            http.setConnectTimeout(Discovery.CONNECT_MS);
            http.setReadTimeout(Discovery.READ_MS);
            http.setFollowRedirects(false);
            if (trust != null) {
                http.setSSLSocketFactory(trust);
            }
            response = OIDCTokenResponseParser.parse(http.send());
        } catch (IOException away) {
            throw away("does not answer: " + away);
        } catch (ParseException unreadable) {
            throw refused("answers nothing that can be read as tokens");
        }
        if (!response.indicatesSuccess()) {
            throw refused("gives no token: " + words(response.toErrorResponse().getErrorObject()));
        }
        return person((OIDCTokenResponse) response.toSuccessResponse(), secrets, metadata);
    }

    private AuthorizationCode code(String query, Secrets secrets, OIDCProviderMetadata metadata)
            throws TokenRefusedException {
        AuthenticationResponse response;
        try {
            response = AuthenticationResponseParser.parse(URI.create(secrets.redirect() + "?" + query));
        } catch (ParseException | IllegalArgumentException unreadable) {
            throw refused("has sent you back with an answer that cannot be read");
        }
        if (!Objects.equals(response.getState(), new State(secrets.state()))) {
            throw refused("has sent you back with the answer to another login");
        }
        // RFC 9207: the answer of another issuer is not taken for one of this.
        boolean isOther = response.getIssuer() == null
                ? metadata.supportsAuthorizationResponseIssuerParam()
                : !response.getIssuer().equals(metadata.getIssuer());
        if (isOther) {
            throw refused("has not sent you back itself: the answer is that of another issuer");
        }
        if (!response.indicatesSuccess()) {
            throw refused(
                    "did not let you in: " + words(response.toErrorResponse().getErrorObject()));
        }
        AuthorizationCode code = response.toSuccessResponse().getAuthorizationCode();
        if (code == null) {
            throw refused("has sent you back without a code");
        }
        return code;
    }

    private TokenRequest tokenRequest(AuthorizationCode code, Secrets secrets, OIDCProviderMetadata metadata)
            throws TokenRefusedException {
        AuthorizationCodeGrant grant =
                new AuthorizationCodeGrant(code, secrets.redirect(), new CodeVerifier(secrets.verifier()));
        URI endpoint = metadata.getTokenEndpointURI();
        Path file = login.secretFile();
        if (file == null) {
            return new TokenRequest.Builder(endpoint, client, grant).build();
        }
        Secret secret;
        try {
            secret = new Secret(Files.readString(file).strip());
        } catch (IOException unreadable) {
            LOG.error("tcn.security.issuers[].login.secret-file cannot be read: {}", unreadable.toString());
            throw new TokenRefusedException("The secret of this server cannot be read; its log says why", true);
        }
        List<ClientAuthenticationMethod> ways = metadata.getTokenEndpointAuthMethods();
        boolean byPost = ways != null
                && !ways.contains(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                && ways.contains(ClientAuthenticationMethod.CLIENT_SECRET_POST);
        ClientAuthentication proof =
                byPost ? new ClientSecretPost(client, secret) : new ClientSecretBasic(client, secret);
        return new TokenRequest.Builder(endpoint, proof, grant).build();
    }

    private BearerToken person(OIDCTokenResponse response, Secrets secrets, OIDCProviderMetadata metadata)
            throws TokenRefusedException {
        JWT token = response.getOIDCTokens().getIDToken();
        if (!(token instanceof SignedJWT signed)
                || !TokenVerifier.ALGORITHMS.contains(signed.getHeader().getAlgorithm())) {
            throw refused("has not signed the ID token with a public-key algorithm");
        }
        IDTokenValidator validator = new IDTokenValidator(
                metadata.getIssuer(), client, new JWSVerificationKeySelector<>(TokenVerifier.ALGORITHMS, keys), null);
        validator.setMaxClockSkew((int) clockSkew.toSeconds());
        try {
            IDTokenClaimsSet idToken = validator.validate(signed, new Nonce(secrets.nonce()));
            JWTClaimsSet claims = idToken.toJWTClaimsSet();
            return new BearerToken(
                    "",
                    idToken.getIssuer().getValue(),
                    TokenVerifier.subject(idToken.getSubject().getValue()),
                    issuer.vo(),
                    TokenVerifier.groups(claims, issuer.groupsClaim()),
                    scopes(response),
                    claims.getClaim("wlcg.ver") != null,
                    idToken.getExpirationTime().toInstant());
        } catch (BadJOSEException wrong) {
            throw refused("has sent an ID token that is not accepted: " + wrong.getMessage());
        } catch (KeySourceException away) {
            throw away("does not tell its keys: " + away.getMessage());
        } catch (JOSEException broken) {
            throw refused("has sent an ID token whose signature cannot be verified");
        } catch (ParseException | java.text.ParseException unreadable) {
            throw refused("has sent an ID token in which a claim has not the type that it must have");
        }
    }

    /// What the issuer has granted; without a word on it, what was asked for (RFC 6749, 5.1).
    private List<String> scopes(OIDCTokenResponse response) throws TokenRefusedException {
        Scope granted = response.getOIDCTokens().getAccessToken() == null
                ? null
                : response.getOIDCTokens().getAccessToken().getScope();
        List<String> scopes = (granted == null ? scope() : granted)
                .toStringList().stream().distinct().sorted().toList();
        if (issuer.scope() != null && !scopes.contains(issuer.scope())) {
            throw refused("has not given you the scope " + issuer.scope() + ", which is needed here");
        }
        return scopes;
    }

    /// Where people end what they have at the issuer, if it has such a place.
    public Optional<URI> logout() {
        return metadata.known()
                .map(OIDCProviderMetadata::getEndSessionEndpointURI)
                .map(endpoint -> new LogoutRequest(endpoint, null, null, client, null, null, null).toURI());
    }

    /// Whether a person came from this issuer.
    public boolean isOf(BearerToken person) {
        return TokenProperties.withSlash(person.issuer()).equals(issuer.name());
    }

    private OIDCProviderMetadata metadata() throws TokenRefusedException {
        try {
            return metadata.get();
        } catch (LoginMetadata.AwayException away) {
            throw away(String.valueOf(away.getMessage()));
        }
    }

    private TokenRefusedException refused(String reason) {
        String line = OneLine.of(reason, LONGEST_REASON);
        LOG.warn("A login with {} came to nothing: it {}", issuer.url(), line);
        return new TokenRefusedException(name() + " " + line);
    }

    /// The reason is for the log: people can only wait.
    private TokenRefusedException away(String reason) {
        LOG.warn("A login with {} came to nothing: it {}", issuer.url(), OneLine.of(reason, LONGEST_REASON));
        return new TokenRefusedException(name() + " does not answer now, try again later", true);
    }

    private static String words(@Nullable ErrorObject error) {
        if (error == null) {
            return "no reason given";
        }
        return String.join(
                ": ",
                Arrays.asList(
                        String.valueOf(error.getCode()),
                        error.getDescription() == null ? "no description" : error.getDescription()));
    }
}
