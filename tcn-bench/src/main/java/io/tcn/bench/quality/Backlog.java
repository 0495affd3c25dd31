// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

/// What a busy pipe has to move. Either way it always has more than it can move.
enum Backlog {
    /// One transfer without end that takes as many connections as its pipe has: n falls at once when it is lowered.
    ENDLESS,
    /// A deep queue of files, a connection each: n falls only as files end, and there is a queue for those who look at
    /// it.
    FILES
}
