// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.agent.transfer.AgentDataPlane;
import java.time.Duration;

/// Data planes in processes of their own, beside the one in this.
public interface RemoteAgents {
    /// How long attempts that a server before this one has begun may go on without it.
    Duration mayGoOn();

    /// The data plane that gives attempts to agents, or to the one of this process.
    ///
    /// @param grace how long a storage may go on with a copy that nobody listens to any more
    RemotePlane around(AgentDataPlane local, Duration grace);
}
