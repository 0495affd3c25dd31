// SPDX-License-Identifier: Apache-2.0
/// The optimizer of FTS, the baseline: as it really is, and as the TCN paper models it.
@NullMarked
package io.tcn.core.optimizer.fts;

import org.jspecify.annotations.NullMarked;
