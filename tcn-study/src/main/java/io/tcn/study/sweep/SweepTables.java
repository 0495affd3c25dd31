// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.sweep;

import io.tcn.sim.report.Table;

/// What comes of a sweep: one row per point and optimizer.
///
/// @param medians over the seeds, in digits for people
/// @param figures for programs: medians in full, with the least and the most of the seeds
public record SweepTables(Table medians, Table figures) {}
