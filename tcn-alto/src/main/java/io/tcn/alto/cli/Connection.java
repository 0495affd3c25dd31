// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoClientSettings;
import io.tcn.alto.client.JdkAltoTransport;
import java.security.SecureRandom;
import java.time.InstantSource;

/// A client of one server, over the network.
record Connection(AltoClient client, JdkAltoTransport transport) implements AutoCloseable {
    static Connection to(AltoClientSettings settings) {
        JdkAltoTransport transport = new JdkAltoTransport(settings.limits(), settings.ssl());
        return new Connection(
                new AltoClient(settings, transport, InstantSource.system(), new SecureRandom()), transport);
    }

    @Override
    public void close() {
        transport.close();
    }
}
