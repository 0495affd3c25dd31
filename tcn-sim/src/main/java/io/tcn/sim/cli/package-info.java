// SPDX-License-Identifier: Apache-2.0
/// The commands of the simulator.
@NullMarked
package io.tcn.sim.cli;

import org.jspecify.annotations.NullMarked;
