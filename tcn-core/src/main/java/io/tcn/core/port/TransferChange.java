// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import org.jspecify.annotations.Nullable;

/// A change of a transfer that is durable.
///
/// @param transfer which one
/// @param state what it is now
/// @param failure why, where the change is a failure, a retry, or a cancellation because of a predecessor; what a
///     caller cancels has none
public record TransferChange(
        TransferId transfer, TransferState state, @Nullable TransferFailure failure) {}
