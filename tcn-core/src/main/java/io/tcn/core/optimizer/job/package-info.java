// SPDX-License-Identifier: Apache-2.0
/// Tuners of transfer jobs: what those that choose more than connections see and say, and an optimizer of one tuner
/// for each pipe.
@NullMarked
package io.tcn.core.optimizer.job;

import org.jspecify.annotations.NullMarked;
