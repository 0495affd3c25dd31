// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/// TLS for clients of this server, from PEM files.
public final class ClientTls {
    private static final char[] NO_PASSWORD = new char[0];

    private ClientTls() {}

    /// Trusts one authority and shows no certificate.
    ///
    /// @throws IOException if the file cannot be used
    public static SSLContext trusting(Path ca) throws IOException {
        return context(ca, null);
    }

    /// Trusts one authority and shows a certificate.
    ///
    /// @param certificate PEM file with the certificate
    /// @param key PEM file with its RSA key (PKCS#8)
    /// @throws IOException if a file cannot be used
    public static SSLContext of(Path ca, Path certificate, Path key) throws IOException {
        try {
            KeyStore store = empty();
            store.setKeyEntry("client", rsaKey(key), NO_PASSWORD, new Certificate[] {Pki.read(certificate)});
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(store, NO_PASSWORD);
            return context(ca, managers.getKeyManagers());
        } catch (GeneralSecurityException | IllegalArgumentException unusable) {
            throw new IOException("the key " + key + " cannot be used: " + unusable.getMessage(), unusable);
        }
    }

    /// Reads an RSA key (PKCS#8) of a PEM file.
    static PrivateKey rsaKey(Path file) throws IOException, GeneralSecurityException {
        String pem = Files.readString(file).replaceAll("-----[A-Z ]+-----|\\s", "");
        return KeyFactory.getInstance("RSA")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem)));
    }

    private static SSLContext context(Path ca, KeyManager @Nullable [] keys) throws IOException {
        try {
            KeyStore store = empty();
            store.setCertificateEntry("ca", Pki.read(ca));
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, managers.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException unusable) {
            throw new IOException("the authority " + ca + " cannot be used: " + unusable.getMessage(), unusable);
        }
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        return store;
    }
}
