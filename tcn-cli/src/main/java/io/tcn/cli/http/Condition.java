// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.http;

import org.jspecify.annotations.Nullable;

/// What must hold at the server for a change to be made.
///
/// @param header `If-Match` or `If-None-Match`; null for no condition
/// @param value its value
public record Condition(@Nullable String header, String value) {
    /// Whatever is there.
    public static final Condition NONE = new Condition(null, "");

    /// Nothing is there.
    public static final Condition ABSENT = new Condition("If-None-Match", "*");

    /// What is there has this version; no condition if the version is empty, as of a server that tells none.
    public static Condition version(String version) {
        return version.isEmpty() ? NONE : new Condition("If-Match", '"' + version + '"');
    }
}
