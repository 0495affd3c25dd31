// SPDX-License-Identifier: Apache-2.0
/// Tuners of one transfer job that choose more than its connections: what they see and what they say.
@NullMarked
package io.tcn.core.optimizer.job;

import org.jspecify.annotations.NullMarked;
