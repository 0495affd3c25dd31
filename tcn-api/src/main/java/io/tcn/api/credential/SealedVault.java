// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.credential;

import com.nimbusds.jwt.SignedJWT;
import io.tcn.api.store.credential.SealedTokenStore;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/// The vault over the database, with a small memory of the tokens that were given or asked for last: a transfer that
/// begins soon needs no question to the database.
@Component
final class SealedVault implements CredentialVault {
    private static final int REMEMBERED = 10_000;

    private final SealedTokenStore store;
    private final Sealer sealer;
    /// Tokens by name, the one asked for longest ago first. Guarded by itself.
    private final Map<String, String> recent = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > REMEMBERED;
        }
    };

    SealedVault(SealedTokenStore store, Sealer sealer) {
        this.store = store;
        this.sealer = sealer;
    }

    @Override
    public Map<String, Kept> keepAll(Collection<String> tokens) {
        Map<String, Kept> kept = new HashMap<>();
        Map<String, String> byName = new LinkedHashMap<>();
        for (String token : tokens) {
            kept.computeIfAbsent(token, SealedVault::describe);
        }
        kept.forEach((token, what) -> byName.put(what.name(), token));
        synchronized (recent) {
            // The database has what was given out before.
            byName.keySet().removeAll(recent.keySet());
        }
        if (!byName.isEmpty()) {
            Set<String> present = store.present(byName.keySet());
            List<SealedTokenStore.Row> missing = byName.entrySet().stream()
                    .filter(entry -> !present.contains(entry.getKey()))
                    .map(entry -> {
                        Kept what = java.util.Objects.requireNonNull(kept.get(entry.getValue()));
                        String sealed =
                                sealer.seal(entry.getValue().getBytes(StandardCharsets.UTF_8), purpose(entry.getKey()));
                        return new SealedTokenStore.Row(what.name(), sealed, what.ends());
                    })
                    .toList();
            store.add(missing);
            synchronized (recent) {
                recent.putAll(byName);
            }
        }
        return kept;
    }

    @Override
    public Optional<String> token(String name) {
        synchronized (recent) {
            String known = recent.get(name);
            if (known != null) {
                return Optional.of(known);
            }
        }
        Optional<String> found =
                store.find(name).map(text -> new String(sealer.open(text, purpose(name)), StandardCharsets.UTF_8));
        found.ifPresent(token -> {
            synchronized (recent) {
                recent.put(name, token);
            }
        });
        return found;
    }

    /// Forgets what it remembers; for when rows were removed.
    void forget() {
        synchronized (recent) {
            recent.clear();
        }
    }

    private static String purpose(String name) {
        return "token " + name;
    }

    private static Kept describe(String token) {
        try {
            Date ends = SignedJWT.parse(token).getJWTClaimsSet().getExpirationTime();
            if (ends == null) {
                throw new IllegalArgumentException("the token has no end (claim exp)");
            }
            return new Kept(name(token), ends.toInstant());
        } catch (ParseException unreadable) {
            // Without its cause: that quotes the token.
            throw new IllegalArgumentException("the token is no signed JSON Web Token");
        }
    }

    /// The first 16 hex digits of SHA-1: FTS's name for a token.
    static String name(String token) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-1", impossible);
        }
    }
}
