// SPDX-License-Identifier: Apache-2.0
/// For the eyes: a scenario in words, the map of a topology with or without its use, a bottleneck structure.
@NullMarked
package io.tcn.sim.view;

import org.jspecify.annotations.NullMarked;
