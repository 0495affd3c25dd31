// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.WriteLease;
import io.tcn.core.port.Attempt;

/// Gives each attempt its right to change its destination.
@FunctionalInterface
public interface Leases {
    /// As in the server's own process, where nobody else can get the attempt.
    Leases ALWAYS = attempt -> WriteLease.ALWAYS;

    /// The lease of an attempt; asked when it begins.
    WriteLease of(Attempt attempt);
}
