// SPDX-License-Identifier: Apache-2.0
/// All optimizers by name.
@NullMarked
package io.tcn.core.optimizer.catalog;

import org.jspecify.annotations.NullMarked;
