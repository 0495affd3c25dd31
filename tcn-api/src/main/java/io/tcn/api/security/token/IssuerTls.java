// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.token;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/// Whom we trust to be an issuer's web server.
final class IssuerTls {
    private IssuerTls() {}

    /// @param trust PEM file with authorities, null: those of the JVM
    /// @return null if those of the JVM are enough
    /// @throws IllegalArgumentException if the file holds no certificates
    static @Nullable SSLSocketFactory trusting(@Nullable Path trust) {
        if (trust == null) {
            return null;
        }
        try (InputStream in = Files.newInputStream(trust)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (Certificate authority : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("authority-" + number++, authority);
            }
            if (number == 0) {
                throw new IllegalArgumentException("tcn.security.issuers[].trust: " + trust + " holds no certificate");
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context.getSocketFactory();
        } catch (IOException | GeneralSecurityException unreadable) {
            throw new IllegalArgumentException(
                    "tcn.security.issuers[].trust: " + trust + " cannot be read as PEM certificates: " + unreadable,
                    unreadable);
        }
    }
}
