// SPDX-License-Identifier: Apache-2.0
/// The few interfaces through which the control plane sees the world: time, data plane, network map, store and
/// events. The server and the simulator implement the same ones.
@NullMarked
package io.tcn.core.port;

import org.jspecify.annotations.NullMarked;
