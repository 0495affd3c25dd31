// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.EarlierWrite;

/// What the store remembers, at a start, of a destination that may hold the remains of a transfer.
///
/// @param destination which destination
/// @param transfer the transfer that wrote
/// @param evidence what it may have written
/// @param isOver whether that transfer is over: then the destination is nobody's, and the next transfer to it takes
///     over the evidence; else it stays the transfer's until its next attempt, or its clean-up, has ended
public record KnownDestination(
        DestinationKey destination, TransferId transfer, EarlierWrite evidence, boolean isOver) {}
