// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.x509;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/// Puts our trust in clients into Tomcat. Spring Boot hands Tomcat a key store and a trust store, never a trust
/// manager; so this comes after it and gives each certificate of the connector a finished TLS context, made from the
/// same key store.
@Component
@Order(Ordered.LOWEST_PRECEDENCE)
class ServerTls implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {
    private final ClientTrustManager trust;

    ServerTls(TrustedCertificates trusted) {
        this.trust = new ClientTrustManager(trusted);
    }

    @Override
    public void customize(ConfigurableTomcatWebServerFactory factory) {
        factory.addConnectorCustomizers(this::secure);
    }

    private void secure(Connector connector) {
        if (!(connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> protocol)
                || !protocol.isSSLEnabled()) {
            return;
        }
        for (SSLHostConfig host : protocol.findSslHostConfigs()) {
            for (SSLHostConfigCertificate certificate : host.getCertificates()) {
                try {
                    KeyStore store = certificate.getCertificateKeystore();
                    certificate.setSslContext(new TlsContext(store, password(certificate), trust));
                } catch (IOException | GeneralSecurityException unusable) {
                    throw new IllegalStateException(
                            "the certificate of the server cannot be used: " + unusable.getMessage(), unusable);
                }
            }
        }
    }

    private static char[] password(SSLHostConfigCertificate certificate) {
        @Nullable String ofKey = certificate.getCertificateKeyPassword();
        @Nullable String ofStore = certificate.getCertificateKeystorePassword();
        return (ofKey != null ? ofKey : ofStore != null ? ofStore : "").toCharArray();
    }
}
