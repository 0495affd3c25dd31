// SPDX-License-Identifier: Apache-2.0
/// Scenarios: what a file says, checked, and as the records of core.
@NullMarked
package io.tcn.sim.scenario;

import org.jspecify.annotations.NullMarked;
