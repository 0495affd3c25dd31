// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

/// Whether an agent is given work, and why not.
public enum AgentState {
    /// It takes work.
    READY,
    /// It has no lease yet, or none any more: it is not sure that it is heard.
    NO_LEASE,
    /// It has not heard of this server yet.
    NOT_FOLLOWING,
    /// It stops.
    LEAVING,
    /// Its clock differs from this server's by more than 5 s: times of writing could not be compared.
    WRONG_CLOCK,
    /// Its lease is not shorter than the time after which it is taken for dead, by the margin.
    LONG_LEASE,
    /// It speaks another protocol: update the older one.
    OTHER_PROTOCOL,
    /// It was not heard of for too long; what it had has been given to others.
    LOST
}
