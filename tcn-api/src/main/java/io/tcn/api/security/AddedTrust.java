// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// Trust in other servers: the authorities of the JVM, and those of one more PEM file.
public final class AddedTrust {
    private AddedTrust() {}

    /// @param setting name of the setting that names the file, for messages
    /// @param extra PEM file with more authorities, null for none
    /// @return null if the JVM's own trust is enough
    /// @throws IllegalArgumentException if the file holds no certificates
    public static @Nullable SSLContext context(String setting, @Nullable Path extra) {
        if (extra == null) {
            return null;
        }
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (X509Certificate authority : defaultManager().getAcceptedIssuers()) {
                store.setCertificateEntry("jvm-" + number++, authority);
            }
            int before = number;
            try (InputStream in = Files.newInputStream(extra)) {
                for (Certificate authority :
                        CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                    store.setCertificateEntry("file-" + number++, authority);
                }
            }
            if (number == before) {
                throw new IllegalArgumentException(setting + ": " + extra + " holds no certificate");
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException unreadable) {
            throw new IllegalArgumentException(
                    setting + ": " + extra + " cannot be read as PEM certificates: " + unreadable, unreadable);
        }
    }

    private static X509TrustManager defaultManager() throws GeneralSecurityException {
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init((KeyStore) null);
        for (TrustManager manager : managers.getTrustManagers()) {
            if (manager instanceof X509TrustManager x509) {
                return x509;
            }
        }
        throw new GeneralSecurityException("the JVM has no X.509 trust manager");
    }
}
