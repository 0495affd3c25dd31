// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

/// How pairs of endpoints are asked for.
public enum Dialect {
    /// As the RFCs say: all sources times all destinations.
    RFC,
    /// With the member `endpoint-flows`, one product per flow, which some servers take in place of `endpoints`.
    ENDPOINT_FLOWS
}
