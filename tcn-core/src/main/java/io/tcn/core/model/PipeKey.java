// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/// The triple that makes a pipe: at most one pipe has a given source, destination and user.
public record PipeKey(Endpoint source, Endpoint destination, UserId user) {
    private static final int READABLE_LENGTH = 160;

    /// The name of a pipe that nobody named: `user:source>destination`; long ones are cut and made unique by a
    /// digest.
    public PipeId toPipeId() {
        String text = user + ":" + source + ">" + destination;
        if (text.length() <= READABLE_LENGTH) {
            return PipeId.of(text);
        }
        UUID digest = UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
        return PipeId.of(text.substring(0, READABLE_LENGTH) + "~" + digest);
    }
}
