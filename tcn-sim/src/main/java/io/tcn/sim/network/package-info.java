// SPDX-License-Identifier: Apache-2.0
/// The fluid network: how connections become throughput, and a data plane that moves bytes through it.
@NullMarked
package io.tcn.sim.network;

import org.jspecify.annotations.NullMarked;
