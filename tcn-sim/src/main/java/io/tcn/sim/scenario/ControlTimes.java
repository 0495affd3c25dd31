// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

/// When a control holds in a run.
public sealed interface ControlTimes permits Span, ClockTimes {
    /// Whether it holds at a moment of virtual time.
    boolean contains(long nanos);

    /// The next moment after another at which it begins or ends to hold; [Long#MAX_VALUE] if there is none.
    long nextChange(long nanos);
}
