// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

/// Whether storages are asked to copy by themselves.
public enum TpcPolicy {
    /// Where a storage offers it; else the bytes go through us.
    PREFER,
    /// Never: all bytes go through us.
    OFF
}
