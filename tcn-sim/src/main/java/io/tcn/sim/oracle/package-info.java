// SPDX-License-Identifier: Apache-2.0
/// The clairvoyant optimum: the best that anybody could do who knew the network, as a measure of all optimizers.
@NullMarked
package io.tcn.sim.oracle;

import org.jspecify.annotations.NullMarked;
