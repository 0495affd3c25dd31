// SPDX-License-Identifier: Apache-2.0
/// Records of real transfers: reading them, and where their sites are on another network.
@NullMarked
package io.tcn.sim.trace;

import org.jspecify.annotations.NullMarked;
