// SPDX-License-Identifier: Apache-2.0
/// Tuners of transfer jobs side by side on the testbeds of their papers.
@NullMarked
package io.tcn.bench.tuners;

import org.jspecify.annotations.NullMarked;
