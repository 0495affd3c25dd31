// SPDX-License-Identifier: Apache-2.0
/// The optimizer that takes the exact gradient of the network as the map knows it.
@NullMarked
package io.tcn.core.optimizer.first;

import org.jspecify.annotations.NullMarked;
