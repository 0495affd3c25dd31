// SPDX-License-Identifier: Apache-2.0
/// Sweeps: one scenario over a grid of parameters, on all cores, to be stopped and taken up again.
@NullMarked
package io.tcn.study.sweep;

import org.jspecify.annotations.NullMarked;
