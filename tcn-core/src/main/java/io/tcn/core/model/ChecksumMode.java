// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// Which ends must prove the checksum of a transfer. The size is always compared.
public enum ChecksumMode {
    /// Compare where the checksum is given or either end offers one; a missing one is no failure.
    WHEN_OBTAINABLE,
    /// The source's checksum must be obtainable and equal the given one, if one was given.
    SOURCE,
    /// The destination's checksum must be obtainable and equal the given one, or else the source's.
    TARGET,
    /// Both of the above.
    BOTH
}
