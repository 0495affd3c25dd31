// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import java.util.regex.Pattern;

/// The topics of a group of servers and agents.
///
/// @param prefix what their names begin with
public record Topics(String prefix) {
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    public Topics {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "the prefix of topics has 1 to 100 letters, digits, '.', '_' and '-', given was \"" + prefix
                            + "\"");
        }
    }

    /// Beacons of servers, for agents; written by servers. One partition.
    public String servers() {
        return prefix + "servers";
    }

    /// Heartbeats of agents, and beacons for the server itself. One partition, so that a beacon which was
    /// read back tells that all before it was read.
    public String heartbeats() {
        return prefix + "heartbeats";
    }

    /// What becomes of orders; written by agents, keyed by pipe.
    public String progress() {
        return prefix + "progress";
    }

    /// Commands to one agent; written by servers, keyed by pipe.
    public String commands(String agent) {
        return prefix + "commands." + agent;
    }
}
