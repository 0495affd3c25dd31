// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

/// How elements are called in path vectors.
public enum NameMode {
    /// Other requests, other names (RFC 9275 §11), so that no client comes to rely on them; equal requests,
    /// equal names as long as the server runs.
    EPHEMERAL,
    /// By their persistent names.
    PLAIN
}
