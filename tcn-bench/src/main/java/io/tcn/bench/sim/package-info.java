// SPDX-License-Identifier: Apache-2.0
/// The simulator measured: against SimGrid on the same flows, and with very many transfers under the real loops.
@NullMarked
package io.tcn.bench.sim;

import org.jspecify.annotations.NullMarked;
