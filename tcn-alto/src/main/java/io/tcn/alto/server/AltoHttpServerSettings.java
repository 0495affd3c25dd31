// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.net.InetSocketAddress;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Where and to whom the server speaks. Path vectors with capacities show the inside of a network (RFC 9275
/// §11): other machines may only ask over TLS and with authentication.
///
/// @param address where it listens; port 0 takes a free one
/// @param tls with the server's key, null for plain HTTP
/// @param authentication who may ask, null for everybody
public record AltoHttpServerSettings(
        InetSocketAddress address,
        @Nullable SSLContext tls,
        @Nullable HttpAuthentication authentication) {
    public AltoHttpServerSettings {
        boolean isLocal = address.getAddress() != null && address.getAddress().isLoopbackAddress();
        if (!isLocal && (tls == null || authentication == null)) {
            throw new IllegalArgumentException("the ALTO server listens on " + address
                    + ", which other machines reach: that needs TLS and authentication. Give both, or listen on"
                    + " 127.0.0.1");
        }
    }
}
