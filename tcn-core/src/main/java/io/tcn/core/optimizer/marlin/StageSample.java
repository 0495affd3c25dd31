// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.marlin;

/// What was seen of the three stages of a copy while one setting was in force.
///
/// @param read what the source gave
/// @param network what was sent
/// @param write what was written
/// @param lossRatio part of the packets of a connection that were lost, 0 where nobody knows
public record StageSample(Stage read, Stage network, Stage write, double lossRatio) {
    /// L of equation 2, "a total packet loss rate for all network connections": their loss ratios summed. Ten
    /// connections that lose 0.1 % each count as 1 % (section 3.1), so that each further one costs on a link
    /// that loses. At most 1.
    ///
    /// @param connections how many there are
    double totalLossRatio(int connections) {
        return totalLossRatio(connections, lossRatio);
    }

    /// The same of any connections.
    ///
    /// @param lossRatio part of the packets of one of them that were lost
    static double totalLossRatio(int connections, double lossRatio) {
        return Math.min(1, connections * lossRatio);
    }

    /// What was seen of one stage.
    ///
    /// @param throughputBps what it moved, in bit/s
    /// @param waitedRatio part of the sample, 0 to 1, in which a full staging buffer behind it or an empty one
    ///     before it held it back
    public record Stage(double throughputBps, double waitedRatio) {}
}
