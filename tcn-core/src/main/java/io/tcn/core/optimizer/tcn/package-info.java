// SPDX-License-Identifier: Apache-2.0
/// TCN's own optimizers.
@NullMarked
package io.tcn.core.optimizer.tcn;

import org.jspecify.annotations.NullMarked;
