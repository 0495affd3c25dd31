// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.model.Pipe;
import io.tcn.core.state.PipeActivity;

/// A pipe and what it does, to be summed up with others in [PipeSums].
public interface PipeNow {
    Pipe pipe();

    /// What it does at this moment.
    PipeActivity activity();

    /// What it moved in the last control interval, in bit/s.
    double throughputBps();

    /// Attempts that failed in the last control interval.
    long failedLately();
}
