// SPDX-License-Identifier: Apache-2.0
/// What operators configure in FTS's terms: kept in the store, in memory for quick answers, and translated for the
/// dispatch loop.
@NullMarked
package io.tcn.api.policy;

import org.jspecify.annotations.NullMarked;
