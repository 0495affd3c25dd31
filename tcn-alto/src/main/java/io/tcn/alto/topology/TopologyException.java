// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.topology;

/// A topology cannot be used; the message says which, where and what to do.
public final class TopologyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TopologyException(String message) {
        super(message);
    }
}
