// SPDX-License-Identifier: Apache-2.0
/// The algorithms of the TCN paper: Protocol 2 with zero-order and with first-order gradients.
@NullMarked
package io.tcn.core.optimizer.tcn;

import org.jspecify.annotations.NullMarked;
