// SPDX-License-Identifier: Apache-2.0
/// What all gradient ascents over n share: aligned measurements, constraints with prices, step, rounding. Where the
/// gradient comes from is the matter of the packages beside this one.
@NullMarked
package io.tcn.core.optimizer.ascent;

import org.jspecify.annotations.NullMarked;
