// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;

/// A transfer that the store has set to CANCELED on a caller's request.
///
/// @param transfer which transfer
/// @param pipe its pipe
/// @param from the state that it had before
public record CanceledTransfer(TransferId transfer, PipeId pipe, TransferState from) {}
