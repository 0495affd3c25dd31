// SPDX-License-Identifier: Apache-2.0
/// Tables, JSON and figures of what the simulations recorded.
@NullMarked
package io.tcn.sim.report;

import org.jspecify.annotations.NullMarked;
