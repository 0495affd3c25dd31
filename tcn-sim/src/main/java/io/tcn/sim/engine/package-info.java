// SPDX-License-Identifier: Apache-2.0
/// Virtual time and the total order of events.
@NullMarked
package io.tcn.sim.engine;

import org.jspecify.annotations.NullMarked;
