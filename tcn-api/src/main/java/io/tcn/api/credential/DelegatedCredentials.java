// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.credential;

import io.tcn.api.security.x509.TrustedCertificates;
import io.tcn.api.store.credential.DelegationStore;
import io.tcn.core.port.TimeSource;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;

/// Proxies that callers delegate. The private key of each is made here and never leaves the server unencrypted; a new
/// one is made after each delegation.
@Component
public class DelegatedCredentials {
    private static final int LEAST_BITS = 2048;
    private static final int MOST_BITS = 4096;

    private final DelegationStore store;
    private final Sealer sealer;
    private final TrustedCertificates trusted;
    private final TimeSource time;

    DelegatedCredentials(DelegationStore store, Sealer sealer, TrustedCertificates trusted, TimeSource time) {
        this.store = store;
        this.sealer = sealer;
        this.trusted = trusted;
        this.time = time;
    }

    /// What was delegated. Holds no secret.
    ///
    /// @param vomsAttributes FQANs of the caller then
    /// @param ends when the first certificate of the chain expires
    public record Delegated(List<String> vomsAttributes, Instant ends) {}

    /// What somebody has delegated, expired or not.
    ///
    /// @param id delegation id
    public Optional<Delegated> find(String id) {
        return store.find(id)
                .map(row -> new Delegated(
                        row.vomsAttributes()
                                .lines()
                                .filter(line -> !line.isEmpty())
                                .toList(),
                        row.ends()));
    }

    /// The key pair that the next proxy is for: made when there is none, kept until the proxy comes.
    ///
    /// @param bits size of a new key; kept between 2048 and 4096
    public KeyPair requestKey(String id, String dn, int bits) {
        Optional<String> waiting = store.findRequest(id, dn);
        if (waiting.isEmpty()) {
            KeyPair made = newKey(Math.clamp(bits, LEAST_BITS, MOST_BITS));
            try {
                store.addRequest(
                        id, dn, sealer.seal(made.getPrivate().getEncoded(), requestPurpose(id, dn)), time.now());
                return made;
            } catch (DuplicateKeyException raced) {
                waiting = store.findRequest(id, dn);
            }
        }
        return waiting.map(text -> read(sealer.open(text, requestPurpose(id, dn))))
                .orElseThrow(() -> new IllegalStateException("the request was answered meanwhile"));
    }

    /// Takes a proxy for the key that was requested.
    ///
    /// @param pem the proxy and the chain of the caller
    /// @return what is delegated now
    /// @throws IllegalArgumentException with the reason, if it is not accepted
    public Delegated accept(String id, String dn, List<String> vomsAttributes, String pem) {
        String waiting = store.findRequest(id, dn)
                .orElseThrow(() -> new IllegalArgumentException("No proxy was requested: ask for a request first"));
        KeyPair key = read(sealer.open(waiting, requestPurpose(id, dn)));
        X509Certificate[] chain = ProxyPem.read(pem);
        ProxyPem.check(chain, key.getPublic(), dn, time.now(), trusted);
        Delegated delegated = new Delegated(vomsAttributes, ProxyPem.ends(chain));
        String secret = ProxyPem.write(chain) + privateKeyPem(key);
        store.replace(new DelegationStore.Row(
                id,
                dn,
                String.join("\n", vomsAttributes),
                sealer.seal(secret.getBytes(StandardCharsets.US_ASCII), "delegation " + id),
                delegated.ends()));
        return delegated;
    }

    /// Removes what was delegated.
    ///
    /// @return whether there was anything
    public boolean remove(String id) {
        return store.remove(id);
    }

    private static String privateKeyPem(KeyPair key) {
        return "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'})
                        .encodeToString(key.getPrivate().getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
    }

    private static String requestPurpose(String id, String dn) {
        return "request " + id + " " + dn;
    }

    private static KeyPair newKey(int bits) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(bits);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java has RSA", impossible);
        }
    }

    private static KeyPair read(byte[] pkcs8) {
        try {
            KeyFactory rsa = KeyFactory.getInstance("RSA");
            RSAPrivateCrtKey secret = (RSAPrivateCrtKey) rsa.generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            return new KeyPair(
                    rsa.generatePublic(new RSAPublicKeySpec(secret.getModulus(), secret.getPublicExponent())), secret);
        } catch (GeneralSecurityException unreadable) {
            throw new IllegalStateException("a key in the database cannot be read", unreadable);
        }
    }
}
