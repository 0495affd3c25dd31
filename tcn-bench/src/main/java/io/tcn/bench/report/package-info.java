// SPDX-License-Identifier: Apache-2.0
/// Figures with their aims, as a table and as JSON.
@NullMarked
package io.tcn.bench.report;

import org.jspecify.annotations.NullMarked;
