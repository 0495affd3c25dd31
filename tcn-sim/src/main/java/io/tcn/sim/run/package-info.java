// SPDX-License-Identifier: Apache-2.0
/// One simulation: core's own loops on the virtual clock and the fluid network, and what was recorded.
@NullMarked
package io.tcn.sim.run;

import org.jspecify.annotations.NullMarked;
