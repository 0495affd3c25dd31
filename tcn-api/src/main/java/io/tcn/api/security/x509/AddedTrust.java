// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.x509;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// Trust in other servers: the authorities of one more PEM file, beside those of the JVM or in place of them.
public final class AddedTrust {
    private AddedTrust() {}

    /// With the authorities of the JVM.
    ///
    /// @param setting name of the setting that names the file, for messages
    /// @param extra PEM file with more authorities, null for none
    /// @return null if the JVM's own trust is enough
    /// @throws IllegalArgumentException if the file holds no certificates
    public static @Nullable SSLContext context(String setting, @Nullable Path extra) {
        if (extra == null) {
            return null;
        }
        KeyStore store = read(setting, extra);
        try {
            int number = 0;
            for (X509Certificate authority : defaultManager().getAcceptedIssuers()) {
                store.setCertificateEntry("jvm-" + number++, authority);
            }
            return PemAuthorities.trusting(store);
        } catch (GeneralSecurityException unreadable) {
            throw PemAuthorities.unreadable(setting, extra, unreadable);
        }
    }

    /// In place of the authorities of the JVM.
    ///
    /// @param setting name of the setting that names the file, for messages
    /// @param only PEM file with the authorities, null for those of the JVM
    /// @return null if those of the JVM are enough
    /// @throws IllegalArgumentException if the file holds no certificates
    public static @Nullable SSLSocketFactory instead(String setting, @Nullable Path only) {
        if (only == null) {
            return null;
        }
        try {
            return PemAuthorities.trusting(read(setting, only)).getSocketFactory();
        } catch (GeneralSecurityException unreadable) {
            throw PemAuthorities.unreadable(setting, only, unreadable);
        }
    }

    private static KeyStore read(String setting, Path file) {
        return PemAuthorities.read(setting, () -> Files.newInputStream(file), file);
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
