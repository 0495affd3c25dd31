// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.time.Instant;
import java.util.List;

/// Hears what an update stream brings. Calls come one after the other and should be short; they may call the stream.
public interface UpdateListener {
    /// These contents fit together: to be applied as one. Those of other resources are as they were. Each resource is
    /// told once when a stream has come up, even if it is as before, and then when it changes.
    void changed(List<SubstreamContent> contents, Instant at);

    /// All that is followed is still as it was told last.
    void confirmed(Instant at);

    /// Whether a stream is up; while it is not, resources must be asked for.
    void up(boolean isUp);

    /// Something went wrong; the stream deals with it. For counting and for people.
    void fault(String reason);
}
