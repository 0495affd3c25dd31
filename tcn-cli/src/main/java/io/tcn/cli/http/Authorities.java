// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.http;

import io.tcn.cli.env.Trouble;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/// Whose signature on the certificate of a server is trusted.
final class Authorities {
    /// Names of hashed folders, such as `5168735f.0`.
    private static final String HASHED = "[0-9a-f]{8}\\.[0-9]+";

    private Authorities() {}

    /// @param place a PEM file, or a folder of hashed files such as /etc/grid-security/certificates
    /// @param withSystem whether the authorities of the JVM are trusted as well
    static TrustManager[] trusting(Path place, boolean withSystem) throws Trouble {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            if (Files.isDirectory(place)) {
                try (DirectoryStream<Path> files = Files.newDirectoryStream(place)) {
                    for (Path file : files) {
                        if (String.valueOf(file.getFileName()).matches(HASHED)) {
                            add(store, file);
                        }
                    }
                }
            } else {
                add(store, place);
            }
            if (store.size() == 0) {
                throw Trouble.failed(place + " has no certificate of an authority: give a PEM file, or a folder of"
                        + " files such as 5168735f.0");
            }
            if (withSystem) {
                addSystem(store);
            }
            return managers(store);
        } catch (GeneralSecurityException | IOException unusable) {
            String reason = unusable instanceof java.nio.file.NoSuchFileException
                    ? "it is not there"
                    : String.valueOf(unusable.getMessage());
            throw Trouble.failed("the authorities of " + place + " cannot be used: " + reason);
        }
    }

    private static void add(KeyStore store, Path file) throws GeneralSecurityException, IOException {
        for (X509Certificate certificate : PemCertificates.of(Files.readString(file, StandardCharsets.ISO_8859_1))) {
            store.setCertificateEntry("authority-" + store.size(), certificate);
        }
    }

    private static void addSystem(KeyStore store) throws GeneralSecurityException {
        for (TrustManager manager : managers(null)) {
            if (manager instanceof X509TrustManager x509) {
                for (X509Certificate authority : x509.getAcceptedIssuers()) {
                    store.setCertificateEntry("authority-" + store.size(), authority);
                }
            }
        }
    }

    private static TrustManager[] managers(@org.jspecify.annotations.Nullable KeyStore store)
            throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }
}
