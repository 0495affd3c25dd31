// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

/// The source of the network map cannot be reached or understood now.
public final class NetworkMapUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    public NetworkMapUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
