// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.inbound;

import org.springframework.boot.tomcat.TomcatProtocolHandlerCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/// Puts [CountingProtocol] in the place of Tomcat's own.
@Component
class ConnectionLimit implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
    private final ConnectionCount count;
    private final InboundProperties properties;

    ConnectionLimit(ConnectionCount count, InboundProperties properties) {
        this.count = count;
        this.properties = properties;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.setProtocol(CountingProtocol.class.getName());
        TomcatProtocolHandlerCustomizer<CountingProtocol> counting = protocol -> {
            protocol.count(count);
            protocol.limitHeads(properties.headGrace());
        };
        factory.addProtocolHandlerCustomizers(counting);
    }
}
