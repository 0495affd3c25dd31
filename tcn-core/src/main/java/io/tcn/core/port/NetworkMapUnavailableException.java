// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import org.jspecify.annotations.Nullable;

/// The source of the network map cannot be reached or understood now.
public final class NetworkMapUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    public NetworkMapUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
