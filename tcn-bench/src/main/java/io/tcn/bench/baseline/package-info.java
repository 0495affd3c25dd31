// SPDX-License-Identifier: Apache-2.0
/// Control laws of others, as yardsticks: each tunes its pipes one by one and knows no map.
@NullMarked
package io.tcn.bench.baseline;

import org.jspecify.annotations.NullMarked;
