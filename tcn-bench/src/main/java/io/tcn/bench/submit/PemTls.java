// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.submit;

import io.tcn.bench.BenchException;
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
import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// TLS with a client certificate from PEM files.
final class PemTls {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----", Pattern.DOTALL);
    private static final char[] NO_PASSWORD = {};

    private PemTls() {}

    /// @param certificate of the client, with its chain
    /// @param key of the client, RSA, PKCS 8 without password
    /// @param authorities whom the client trusts
    static SSLContext context(Path certificate, Path key, Path authorities) throws BenchException {
        try {
            KeyStore own = KeyStore.getInstance("PKCS12");
            own.load(null, null);
            own.setKeyEntry(
                    "client",
                    privateKey(key),
                    NO_PASSWORD,
                    certificates(certificate).toArray(Certificate[]::new));
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(own, NO_PASSWORD);
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            int number = 0;
            for (Certificate authority : certificates(authorities)) {
                trusted.setCertificateEntry("authority-" + number++, authority);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException unusable) {
            throw new BenchException("the certificates cannot be used (" + unusable + ")", unusable);
        }
    }

    private static Collection<? extends Certificate> certificates(Path file)
            throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509").generateCertificates(in);
        }
    }

    private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
        Matcher pem = KEY.matcher(Files.readString(file, StandardCharsets.US_ASCII));
        if (!pem.find()) {
            throw new IOException(file + " has no \"BEGIN PRIVATE KEY\"; convert it: openssl pkcs8 -topk8 -nodes");
        }
        byte[] der = Base64.getMimeDecoder().decode(pem.group(1));
        return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
    }
}
