// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/// TLS from PEM files (RFC 7468).
final class PemFiles {
    private static final String KEY_BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String KEY_END = "-----END PRIVATE KEY-----";
    private static final long MAX_BYTES = 1 << 20;

    private PemFiles() {}

    /// For a client that trusts the certificates of this file and no others.
    static SSLContext trusting(Path certificates) throws WrongArgumentException {
        try {
            KeyStore store = empty();
            int count = 0;
            for (Certificate certificate : certificates(certificates)) {
                store.setCertificateEntry("trusted-" + count++, certificate);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            return context(null, trust);
        } catch (GeneralSecurityException | IOException unusable) {
            throw new WrongArgumentException(
                    "--trust: " + reason(certificates, unusable) + "; give a file with certificates in PEM form");
        }
    }

    /// For a server with this certificate (with those between it and its root behind it) and its key.
    static SSLContext serving(Path certificate, Path key) throws WrongArgumentException {
        try {
            Certificate[] chain = certificates(certificate).toArray(Certificate[]::new);
            KeyStore store = empty();
            char[] unused = {};
            store.setKeyEntry("server", key(key), unused, chain);
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, unused);
            return context(keys.getKeyManagers(), null);
        } catch (GeneralSecurityException | IOException unusable) {
            throw new WrongArgumentException("--tls-cert, --tls-key: " + reason(certificate, unusable)
                    + "; give a certificate and its key as PEM files, the key unencrypted in PKCS#8 form"
                    + " (openssl pkcs8 -topk8 -nodes)");
        }
    }

    private static String reason(Path file, Exception unusable) {
        String message = unusable.getMessage();
        return file + " cannot be used ("
                + (message == null ? unusable.getClass().getSimpleName() : message) + ")";
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static SSLContext context(KeyManager @Nullable [] keys, @Nullable TrustManagerFactory trust)
            throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trust == null ? null : trust.getTrustManagers(), null);
        return context;
    }

    private static List<Certificate> certificates(Path file) throws GeneralSecurityException, IOException {
        try (InputStream in = Files.newInputStream(file)) {
            List<Certificate> all =
                    List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
            if (all.isEmpty()) {
                throw new GeneralSecurityException("no certificate in it");
            }
            return all;
        }
    }

    private static PrivateKey key(Path file) throws GeneralSecurityException, IOException {
        if (Files.size(file) > MAX_BYTES) {
            throw new GeneralSecurityException("too large for a key");
        }
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        int begin = text.indexOf(KEY_BEGIN);
        int end = text.indexOf(KEY_END);
        if (begin < 0 || end < begin) {
            throw new GeneralSecurityException("no unencrypted PKCS#8 key in " + file);
        }
        PKCS8EncodedKeySpec encoded;
        try {
            encoded = new PKCS8EncodedKeySpec(
                    Base64.getMimeDecoder().decode(text.substring(begin + KEY_BEGIN.length(), end)));
        } catch (IllegalArgumentException notBase64) {
            throw new GeneralSecurityException("a key that is not Base64", notBase64);
        }
        for (String algorithm : List.of("RSA", "EC", "EdDSA")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
            } catch (GeneralSecurityException another) {
                // the next one
            }
        }
        throw new GeneralSecurityException("a key that is neither RSA nor EC nor EdDSA");
    }
}
