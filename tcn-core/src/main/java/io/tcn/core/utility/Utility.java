// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.utility;

/// The one number to maximise: a(T) of the paper, over the throughputs of all pipes.
public interface Utility {
    /// a(T).
    ///
    /// @param throughputBps throughput per pipe in bit/s
    double value(double[] throughputBps);

    /// da/dT, written into `gradient`.
    ///
    /// @param throughputBps throughput per pipe in bit/s
    /// @param gradient as long as `throughputBps`
    void gradient(double[] throughputBps, double[] gradient);
}
