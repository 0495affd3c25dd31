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
public record Pipe(PipeId id, Endpoint source, Endpoint destination, UserId user, PipeLimits limits) {
    /// The key that at most one pipe has.
    public PipeKey key() {
        return new PipeKey(source, destination, user);
    }
}
