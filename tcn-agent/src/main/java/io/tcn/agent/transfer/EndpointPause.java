// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// An endpoint in trouble is left alone for a while.
///
/// @param endpoint which
/// @param since when this trouble began
/// @param until when it is tried again, with one transfer first
/// @param reason code of the failure that was seen last; not its message, which names a file of whoever had it
public record EndpointPause(Endpoint endpoint, Instant since, Instant until, String reason) {
    /// The longest pause of the two ends of a pipe.
    public static Optional<EndpointPause> longest(Pipe pipe, Collection<EndpointPause> pauses) {
        return pauses.stream()
                .filter(pause -> pause.endpoint().equals(pipe.source())
                        || pause.endpoint().equals(pipe.destination()))
                .max(Comparator.comparing(EndpointPause::until));
    }
}
