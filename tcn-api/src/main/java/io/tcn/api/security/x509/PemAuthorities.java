// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.x509;

import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.springframework.core.io.InputStreamSource;

/// Authorities that a PEM file of the settings holds.
public final class PemAuthorities {
    private PemAuthorities() {}

    /// The authorities of a file.
    ///
    /// @param setting name of the setting that names the file, for messages
    /// @throws IllegalArgumentException if the file holds no certificates
    public static KeyStore read(String setting, InputStreamSource file, Object name) {
        try (InputStream in = file.getInputStream()) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (Certificate authority : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("authority-" + number++, authority);
            }
            if (number == 0) {
                throw new IllegalArgumentException(setting + ": " + name + " holds no certificate");
            }
            return store;
        } catch (IOException | GeneralSecurityException unreadable) {
            throw unreadable(setting, name, unreadable);
        }
    }

    /// TLS that trusts these and nobody else.
    static SSLContext trusting(KeyStore authorities) throws GeneralSecurityException {
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(authorities);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    static IllegalArgumentException unreadable(String setting, Object name, Exception cause) {
        return new IllegalArgumentException(
                setting + ": " + name + " cannot be read as PEM certificates: " + cause, cause);
    }
}
