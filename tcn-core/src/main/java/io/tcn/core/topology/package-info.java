// SPDX-License-Identifier: Apache-2.0
/// What a topology file says, and the network map that follows from it.
@NullMarked
package io.tcn.core.topology;

import org.jspecify.annotations.NullMarked;
