// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

/// A cost metric taken apart (RFC 9439 §3.2).
///
/// @param base for example `delay-rt`
/// @param statistic for example `median`; the default of the base where none was written; empty for metrics that
///     have none
public record Metric(String base, String statistic) {}
