// SPDX-License-Identifier: Apache-2.0
/// Wires the loops to threads: start, recovery, shutdown.
@NullMarked
package io.tcn.api.runtime;

import org.jspecify.annotations.NullMarked;
