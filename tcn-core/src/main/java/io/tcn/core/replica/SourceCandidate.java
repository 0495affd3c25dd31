// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.replica;

import io.tcn.core.state.PipeActivity;

/// One source of a file, as its pipe stands.
///
/// @param activity what the pipe has done and has before it
/// @param throughputBps what the pipe moved in the last control interval, in bit/s
/// @param connections n of the pipe
/// @param weight weight of the pipe in the utility
public record SourceCandidate(PipeActivity activity, double throughputBps, int connections, double weight) {
    public SourceCandidate {
        if (!(throughputBps >= 0) || connections < 0 || !(weight >= 0)) {
            throw new IllegalArgumentException(
                    "a source needs throughput, connections and weight of zero or more, given" + " were "
                            + throughputBps + ", " + connections + " and " + weight);
        }
    }
}
