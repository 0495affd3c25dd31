// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.TransferLimit;

/// What is open under a limit that transfers share.
///
/// @param limit which
/// @param connections open under it
/// @param throughputBps what its transfers move, in bit/s, the mean of about ten seconds
/// @param inTheWay what keeps more from starting, in words; empty if nobody waits for it
public record LimitUse(TransferLimit limit, int connections, double throughputBps, String inTheWay) {}
