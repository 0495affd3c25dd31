// SPDX-License-Identifier: Apache-2.0
/// HARP (*Application Level High Speed Transfer Optimization Based on Historical Analysis and Real-time
/// Tuning*).
@NullMarked
package io.tcn.core.optimizer.harp;

import org.jspecify.annotations.NullMarked;
