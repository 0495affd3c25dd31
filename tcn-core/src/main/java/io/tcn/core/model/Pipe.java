// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// What has connections: a source endpoint, a destination endpoint and the user whose files move between them.
/// What FTS calls a link has no user.
///
/// @param id its name
/// @param source where files are read
/// @param destination where files are written
/// @param user whose transfers it carries
/// @param limits the range of its number of connections
/// @param weight its weight in the utility beside that of its user, from 1e-6 to 1e6, 1 by default
public record Pipe(PipeId id, Endpoint source, Endpoint destination, UserId user, PipeLimits limits, double weight) {
    public Pipe {
        Weights.check("the weight of pipe " + id, weight);
    }

    /// A pipe of weight 1.
    public Pipe(PipeId id, Endpoint source, Endpoint destination, UserId user, PipeLimits limits) {
        this(id, source, destination, user, limits, 1.0);
    }

    /// The key that at most one pipe has.
    public PipeKey key() {
        return new PipeKey(source, destination, user);
    }
}
