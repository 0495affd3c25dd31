// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/// The name of this machine, as jobs and the configuration show it, and drains know it.
@Component
public class HostName {
    private final String value;

    /// As the machine calls itself.
    public HostName() {
        this("");
    }

    /// @param named what it is called instead; empty for nothing else
    @Autowired
    HostName(@Value("${tcn.cluster.host:}") String named) {
        this.value = named.isEmpty() ? read() : named;
    }

    private static String read() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unknown) {
            return "localhost";
        }
    }

    /// Such as `tcn01.example.org`.
    public String value() {
        return value;
    }
}
