// SPDX-License-Identifier: Apache-2.0
/// What is estimated of a network from the measurements: rates of connections, who is held back where, and what
/// resources carry.
@NullMarked
package io.tcn.core.optimizer.estimate;

import org.jspecify.annotations.NullMarked;
