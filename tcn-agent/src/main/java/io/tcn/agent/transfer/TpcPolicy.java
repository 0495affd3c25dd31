// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

/// Whether storages are asked to copy by themselves.
public enum TpcPolicy {
    /// Where a storage offers it, the destination first; else the bytes go through us.
    PREFER,
    /// The same, the source first: for destinations that cannot reach out.
    PREFER_PUSH,
    /// Never: all bytes go through us.
    OFF
}
