// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.login;

import io.tcn.api.security.token.BearerToken;
import io.tcn.api.security.token.IssuerLogin;
import io.tcn.api.security.token.IssuerLogin.Secrets;
import io.tcn.api.security.token.TokenProperties;
import io.tcn.api.security.token.TokenRefusedException;
import io.tcn.core.port.TimeSource;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// Logins that are under way. What belongs to one is in a cookie of the browser that began it, sealed:
/// nothing is kept for somebody who has proven nothing, and no other browser can end it. Each is good once,
/// and for some minutes.
@Component
@Lazy
public class Logins {
    /// How long people may take at their issuer.
    public static final Duration LONGEST = Duration.ofMinutes(10);

    private static final int PARTS = 7;
    private static final int MOST_USED = 10_000;
    private static final String AGAIN = "; begin again";

    /// A login that was begun.
    ///
    /// @param to where the browser goes
    /// @param sealed what it keeps in a cookie meanwhile
    public record Begun(URI to, String sealed) {}

    /// A login that came to its end.
    ///
    /// @param back the page that the person wanted
    public record Done(BearerToken person, String back) {}

    private record UnderWay(Secrets secrets, int issuer, Instant ends, String back) {}

    private final TimeSource time;
    private final List<IssuerLogin> issuers;
    private final Seal seal = new Seal();

    /// States of logins that came back, until they would have ended by themselves.
    private final Map<String, Instant> used = new LinkedHashMap<>();

    Logins(TokenProperties properties, JsonMapper mapper, TimeSource time) {
        this.time = time;
        this.issuers = IssuerLogin.of(properties, mapper, time);
    }

    /// Names of the issuers that people can log in with; the number of one is its place.
    public List<String> issuers() {
        return issuers.stream().map(IssuerLogin::name).toList();
    }

    /// Where a person ends what it has at its issuer.
    public Optional<URI> logout(BearerToken person) {
        return issuers.stream()
                .filter(issuer -> issuer.isOf(person))
                .findFirst()
                .flatMap(IssuerLogin::logout);
    }

    /// Begins a login.
    ///
    /// @param issuer its number
    /// @param redirect address of this server that the issuer sends the browser back to
    /// @param back the page that the person wants, of one line
    /// @throws TokenRefusedException if the issuer is away
    public Begun begin(int issuer, URI redirect, String back) throws TokenRefusedException {
        Secrets secrets = Secrets.random(redirect);
        URI to = issuers.get(issuer).begin(secrets);
        String text = String.join(
                "\n",
                secrets.state(),
                secrets.nonce(),
                secrets.verifier(),
                redirect.toString(),
                Integer.toString(issuer),
                Long.toString(time.now().plus(LONGEST).getEpochSecond()),
                back);
        return new Begun(to, seal.close(text));
    }

    /// Ends a login.
    ///
    /// @param query of the address that the browser was sent back to
    /// @param state what it says there
    /// @param sealed the cookie of the browser, null if it has none
    /// @throws TokenRefusedException if this browser has begun no such login, has ended it before, took too
    ///     long, or the issuer does not vouch for the person
    public Done finish(String query, String state, @Nullable String sealed) throws TokenRefusedException {
        UnderWay login = Optional.ofNullable(sealed)
                .flatMap(seal::open)
                .map(Logins::read)
                .orElseThrow(() -> TokenRefusedException.ofLogin("This browser has no login under way" + AGAIN));
        if (!MessageDigest.isEqual(
                login.secrets().state().getBytes(StandardCharsets.UTF_8), state.getBytes(StandardCharsets.UTF_8))) {
            throw TokenRefusedException.ofLogin(
                    "This is the answer to another login than that of this browser" + AGAIN);
        }
        Instant now = time.now();
        if (!now.isBefore(login.ends())) {
            throw TokenRefusedException.ofLogin(
                    "The login took longer than " + LONGEST.toMinutes() + " minutes" + AGAIN);
        }
        if (!use(login, now)) {
            throw TokenRefusedException.ofLogin("This login has been used before" + AGAIN);
        }
        return new Done(issuers.get(login.issuer()).finish(query, login.secrets()), login.back());
    }

    private static UnderWay read(String text) {
        String[] parts = text.split("\n", PARTS);
        return new UnderWay(
                new Secrets(parts[0], parts[1], parts[2], URI.create(parts[3])),
                Integer.parseInt(parts[4]),
                Instant.ofEpochSecond(Long.parseLong(parts[5])),
                parts[6]);
    }

    /// Whether nobody has used it before.
    private synchronized boolean use(UnderWay login, Instant now) {
        used.values().removeIf(ends -> !now.isBefore(ends));
        if (used.size() >= MOST_USED) {
            // The oldest: it has waited longest, and its code at the issuer is long of no use.
            used.remove(used.keySet().iterator().next());
        }
        return used.putIfAbsent(login.secrets().state(), login.ends()) == null;
    }
}
