// SPDX-License-Identifier: Apache-2.0
/// The first number of connections of a pipe, where something is known of it.
@NullMarked
package io.tcn.core.optimizer.start;

import org.jspecify.annotations.NullMarked;
