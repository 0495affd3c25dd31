// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// What a storage's OPTIONS tell about copying.
///
/// @param copy whether it lists COPY
/// @param copiesAfar whether it is known to mean copies from and to other storages; COPY alone says little, as every
///     WebDAV server copies inside itself
record Offer(boolean copy, boolean copiesAfar) {
    /// Servers that copy from and to others, by the beginning of their names.
    private static final List<String> KNOWN = List.of("xrootd", "dcache", "storm", "eos");
    /// What ordinary WebDAV servers offer beside COPY.
    private static final Set<String> ORDINARY = Set.of("MOVE", "LOCK", "PROPPATCH");

    static Offer of(Answer<?> answer) {
        Set<String> methods = new TreeSet<>();
        for (String value : answer.headers().allValues("Allow")) {
            for (String method : value.split(",", -1)) {
                methods.add(method.strip().toUpperCase(Locale.ROOT));
            }
        }
        boolean copy = methods.contains("COPY");
        String server = answer.headers().firstValue("Server").orElse("").strip().toLowerCase(Locale.ROOT);
        boolean known = KNOWN.stream().anyMatch(server::startsWith);
        return new Offer(copy, copy && (known || methods.stream().noneMatch(ORDINARY::contains)));
    }
}
