// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.jmh;

/// What one step costs at one size.
///
/// @param what the optimizer, or the computation
/// @param pipes how many pipes
/// @param pathLength total path length over all pipes
/// @param nanos median over the measured iterations of the mean processor time of a step
/// @param elapsedNanos the same of the time that passed, in which others may have had the core
/// @param bytes mean memory allocated by a step
record StepMeasurement(String what, int pipes, int pathLength, double nanos, double elapsedNanos, double bytes) {
    double millis() {
        return nanos / 1e6;
    }

    /// The exponent with which the time grows with the total path length from another measurement to this one: 1 is
    /// linear.
    double growthFrom(StepMeasurement smaller) {
        return Math.log(nanos / smaller.nanos) / Math.log((double) pathLength / smaller.pathLength);
    }
}
