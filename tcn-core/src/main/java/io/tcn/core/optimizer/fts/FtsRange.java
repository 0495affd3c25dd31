// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

/// Where the range of a pair's connections comes from. Whatever it says, each pipe keeps to its own limits.
public enum FtsRange {
    /// The limits of the pipes, summed; a new pair starts halfway.
    PIPE_LIMITS,
    /// The limits of the pipes, summed, taken for what FTS calls the configuration of this very link: a new pair
    /// starts at its maximum.
    LINK_CONFIGURATION,
    /// What FTS does without a configured link: from 2, or 10 where both ends are in one domain, up to the limit of
    /// the storages; a new pair starts halfway.
    STORAGE_DEFAULTS
}
