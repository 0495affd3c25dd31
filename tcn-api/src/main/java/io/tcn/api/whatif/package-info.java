// SPDX-License-Identifier: Apache-2.0
/// What would be under other declarations: the state of this server as the prediction of the simulator takes it, and a
/// place of its own to work it out. Nothing here tells the loops anything.
@NullMarked
package io.tcn.api.whatif;

import org.jspecify.annotations.NullMarked;
