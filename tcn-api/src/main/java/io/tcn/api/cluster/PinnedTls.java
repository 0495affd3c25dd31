// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// TLS to one server whose certificate is known from the database, whatever its authority and its names: the
/// servers of a database need no common authority, and nobody else can stand in.
final class PinnedTls {
    private PinnedTls() {}

    /// @param fingerprint SHA-256 of the certificate in hex
    static SSLContext context(String fingerprint) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Pinned(fingerprint)}, null);
            return context;
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException("the JVM has no TLS", broken);
        }
    }

    /// SHA-256 of a certificate in hex.
    ///
    /// @param certificate in DER
    static String fingerprint(byte[] certificate) throws GeneralSecurityException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate));
    }

    private static final class Pinned extends X509ExtendedTrustManager {
        private final String fingerprint;

        Pinned(String fingerprint) {
            this.fingerprint = fingerprint;
        }

        private void check(X509Certificate[] chain) throws CertificateException {
            try {
                if (chain.length > 0 && fingerprint(chain[0].getEncoded()).equals(fingerprint)) {
                    return;
                }
            } catch (GeneralSecurityException unreadable) {
                throw new CertificateException("the certificate of the server cannot be read", unreadable);
            }
            throw new CertificateException("the certificate is not the one that the server has put into the database");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            throw new CertificateException("clients are not checked here");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            throw new CertificateException("clients are not checked here");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("clients are not checked here");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
