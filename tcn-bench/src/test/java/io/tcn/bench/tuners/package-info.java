// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.tcn.bench.tuners;

import org.jspecify.annotations.NullMarked;
