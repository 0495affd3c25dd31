// SPDX-License-Identifier: Apache-2.0
/// Models of the FTS optimizer, the baseline.
@NullMarked
package io.tcn.core.optimizer.fts;

import org.jspecify.annotations.NullMarked;
