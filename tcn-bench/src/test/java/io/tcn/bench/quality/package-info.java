// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.tcn.bench.quality;

import org.jspecify.annotations.NullMarked;
