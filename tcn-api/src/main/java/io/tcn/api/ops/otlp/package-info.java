// SPDX-License-Identifier: Apache-2.0
/// Traces and metrics for an OpenTelemetry collector, by OTLP over HTTP. Without a collector nothing of it is
/// loaded.
@NullMarked
package io.tcn.api.ops.otlp;

import org.jspecify.annotations.NullMarked;
