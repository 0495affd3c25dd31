// SPDX-License-Identifier: Apache-2.0
/// Ports that need nothing but memory: the transfer store of the simulator and of tests.
@NullMarked
package io.tcn.core.memory;

import org.jspecify.annotations.NullMarked;
