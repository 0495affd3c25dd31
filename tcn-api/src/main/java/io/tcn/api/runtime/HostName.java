// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.springframework.stereotype.Component;

/// The name of this machine, as jobs and the configuration show it.
@Component
public class HostName {
    private final String value = read();

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
