// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops.otlp;

import io.tcn.api.runtime.HostName;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/// What tells this server from others in what it sends to a collector, those on the same machine included.
@Component
final class Instance {
    private final String id;

    Instance(HostName host, @Value("${server.port:0}") int port) {
        this.id = port > 0 ? host.value() + ":" + port : host.value();
    }

    /// The host, and the port where it is set.
    String id() {
        return id;
    }
}
