// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.x509;

import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509KeyManager;
import org.apache.tomcat.util.net.SSLContext;
import org.jspecify.annotations.Nullable;

/// TLS of the server as Tomcat wants it: its certificate, and our own trust in clients.
final class TlsContext implements SSLContext {
    /// A resumed session is not checked again; after this time there is a full handshake.
    private static final Duration SESSION = Duration.ofHours(1);

    private final javax.net.ssl.SSLContext context;
    private final X509KeyManager keys;
    private final ClientTrustManager trust;

    /// @param store holds the certificate and key of the server
    /// @throws GeneralSecurityException if they cannot be used
    TlsContext(KeyStore store, char[] password, ClientTrustManager trust) throws GeneralSecurityException {
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, password);
        this.keys = x509(factory);
        this.trust = trust;
        this.context = javax.net.ssl.SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {keys}, new TrustManager[] {trust}, null);
        context.getServerSessionContext().setSessionTimeout((int) SESSION.toSeconds());
    }

    private static X509KeyManager x509(KeyManagerFactory factory) throws GeneralSecurityException {
        for (KeyManager manager : factory.getKeyManagers()) {
            if (manager instanceof X509KeyManager x509) {
                return x509;
            }
        }
        throw new GeneralSecurityException("the JVM has no X.509 key manager");
    }

    @Override
    public void init(
            KeyManager @Nullable [] others, TrustManager @Nullable [] otherTrust, @Nullable SecureRandom random)
            throws KeyManagementException {
        // Done in the constructor.
    }

    @Override
    public void destroy() {
        // Nothing is held.
    }

    @Override
    public SSLSessionContext getServerSessionContext() {
        return context.getServerSessionContext();
    }

    @Override
    public SSLEngine createSSLEngine() {
        return context.createSSLEngine();
    }

    @Override
    public SSLServerSocketFactory getServerSocketFactory() {
        return context.getServerSocketFactory();
    }

    @Override
    public SSLParameters getSupportedSSLParameters() {
        return context.getSupportedSSLParameters();
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return keys.getCertificateChain(alias);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return trust.getAcceptedIssuers();
    }
}
