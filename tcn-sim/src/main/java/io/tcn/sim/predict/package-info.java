// SPDX-License-Identifier: Apache-2.0
/// What if: from what a server knows at one moment to what will be under other declarations. Nothing here knows where
/// the state comes from; it is the same for a running server and for a replay.
@NullMarked
package io.tcn.sim.predict;

import org.jspecify.annotations.NullMarked;
