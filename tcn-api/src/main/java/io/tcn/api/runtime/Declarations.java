// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.dispatch.DispatchLoop;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.Pipe;
import java.util.Collection;

/// Stands between what operators declare and the dispatch loop: what is declared goes on to the loop, narrowed by what
/// is configured beside it.
public interface Declarations {
    /// Reads what is configured and begins to pass on; called once, before anything is declared.
    ///
    /// @param refreshMap lets the map loop look at the storages' capacities again
    void start(DispatchLoop dispatch, Runnable refreshMap);

    /// Pipes were declared or their declarations have changed.
    void pipesDeclared(Collection<Pipe> pipes);

    /// A pipe is gone.
    void pipeRemoved(Pipe pipe);

    /// Limits of endpoints were declared.
    void endpointLimitsSet(Collection<EndpointLimit> limits);

    /// The declared limit of an endpoint was taken back.
    void endpointLimitRemoved(Endpoint endpoint);
}
