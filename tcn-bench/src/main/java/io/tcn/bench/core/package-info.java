// SPDX-License-Identifier: Apache-2.0
/// How much work do core's loops and solvers get done, in memory?
@NullMarked
package io.tcn.bench.core;

import org.jspecify.annotations.NullMarked;
