// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import java.util.Arrays;

/// The most connections that some pipes may have together: at an endpoint, or in total.
public final class ConnectionLimit {
    private final String name;
    private final int maxConnections;
    private final int[] pipes;

    /// @param name what it limits, in words, such as `outbound of https://a`
    /// @param maxConnections at least 1
    /// @param pipes indexes, into the observation's pipes, of the pipes that it is about; rising
    public ConnectionLimit(String name, int maxConnections, int[] pipes) {
        if (maxConnections < 1) {
            throw new IllegalArgumentException(
                    "a limit of connections is 1 or more, given was " + maxConnections + " for " + name);
        }
        this.name = name;
        this.maxConnections = maxConnections;
        this.pipes = Arrays.copyOf(pipes, pipes.length);
    }

    public String name() {
        return name;
    }

    public int maxConnections() {
        return maxConnections;
    }

    /// How many pipes it is about.
    public int size() {
        return pipes.length;
    }

    /// The index, into the observation's pipes, of the k-th pipe that it is about.
    public int pipe(int k) {
        return pipes[k];
    }
}
