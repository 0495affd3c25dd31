// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

/// What a server is among those that share its database.
public enum Role {
    /// It shares its database with nobody.
    ALONE("alone"),
    /// Another one leads, or none; it waits for the lead. Goes on to TAKING.
    FOLLOWER("follower"),
    /// It has the lead, and looks after what the one before has left. Goes on to LEADER, or the process ends.
    TAKING("taking"),
    /// It leads. Goes on to HANDING_OVER, or the process ends.
    LEADER("leader"),
    /// It stops in order, and then gives the lead back.
    HANDING_OVER("handing-over");

    private final String word;

    Role(String word) {
        this.word = word;
    }

    /// As it is shown.
    public String word() {
        return word;
    }
}
