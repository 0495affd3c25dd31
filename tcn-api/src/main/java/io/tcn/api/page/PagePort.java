// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.inbound.ConnectionCount;
import io.tcn.api.inbound.CountingProtocol;
import io.tcn.api.runtime.TcnProperties;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/// The page's own port, where it is wanted: a second connector with the certificate and the trust of the first one.
@Component
class PagePort implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
    private final int port;
    private final ConnectionCount count;

    PagePort(TcnProperties properties, ConnectionCount count) {
        this.port = properties.page().port();
        this.count = count;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        if (port == 0) {
            return;
        }
        AtomicReference<Connector> first = new AtomicReference<>();
        factory.addConnectorCustomizers(first::set);
        Connector own = new Connector(CountingProtocol.class.getName());
        own.setPort(port);
        if (own.getProtocolHandler() instanceof CountingProtocol protocol) {
            protocol.count(count);
        }
        // When it begins to listen, the first connector has all that it needs.
        own.addLifecycleListener(event -> {
            Connector from = first.get();
            if (event.getType().equals(Lifecycle.BEFORE_INIT_EVENT) && from != null) {
                likeTheFirst(from, own);
            }
        });
        factory.addAdditionalConnectors(own);
    }

    private static void likeTheFirst(Connector from, Connector to) {
        if (!(from.getProtocolHandler() instanceof AbstractHttp11Protocol<?> source)
                || !(to.getProtocolHandler() instanceof AbstractHttp11Protocol<?> target)) {
            throw new IllegalStateException("the connectors of the server do not speak HTTP/1.1");
        }
        target.setAddress(source.getAddress());
        target.setMaxHttpRequestHeaderSize(source.getMaxHttpRequestHeaderSize());
        target.setConnectionTimeout(source.getConnectionTimeout());
        target.setKeepAliveTimeout(source.getKeepAliveTimeout());
        target.setMaxSwallowSize(source.getMaxSwallowSize());
        to.setMaxPostSize(from.getMaxPostSize());
        if (!source.isSSLEnabled()) {
            return;
        }
        to.setScheme("https");
        to.setSecure(true);
        target.setSSLEnabled(true);
        target.setDefaultSSLHostConfigName(source.getDefaultSSLHostConfigName());
        for (SSLHostConfig host : source.findSslHostConfigs()) {
            SSLHostConfig copy = new SSLHostConfig();
            copy.setHostName(host.getHostName());
            copy.setCertificateVerification(host.getCertificateVerification().name());
            copy.setProtocols(String.join("+", host.getProtocols()));
            copy.setCiphers(host.getCiphers());
            for (SSLHostConfigCertificate certificate : host.getCertificates()) {
                SSLHostConfigCertificate other = new SSLHostConfigCertificate(copy, certificate.getType());
                other.setSslContext(certificate.getSslContext());
                copy.addCertificate(other);
            }
            to.addSslHostConfig(copy);
        }
    }
}
