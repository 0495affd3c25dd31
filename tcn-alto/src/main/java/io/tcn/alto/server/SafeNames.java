// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Names that ALTO allows (RFC 7285 §10.1, RFC 9275 §6.1) for things that may be called anything. They depend
/// on the true names alone, so they are the same after a restart.
final class SafeNames {
    private static final int HASH_DIGITS = 20;

    private SafeNames() {}

    /// A name for each true name: `>` becomes `-`, what is not allowed becomes `_`. Where that is too long, or
    /// two get the same, or it is reserved, the name is `h` and the start of the true name's hash.
    ///
    /// @param prefix what all names begin with
    /// @param maxLength most characters, prefix included
    static SortedMap<String, String> of(
            Collection<String> trueNames, String prefix, int maxLength, Set<String> reserved) {
        Map<String, Integer> uses = new HashMap<>();
        for (String trueName : trueNames) {
            uses.merge(plain(trueName, prefix), 1, Integer::sum);
        }
        SortedMap<String, String> names = new TreeMap<>();
        Set<String> taken = new HashSet<>();
        for (String trueName : trueNames) {
            String name = plain(trueName, prefix);
            if (name.length() > maxLength || uses.getOrDefault(name, 0) > 1 || reserved.contains(name)) {
                name = prefix + "h" + Sha256.hex(trueName.getBytes(StandardCharsets.UTF_8), HASH_DIGITS);
            }
            if (!taken.add(name)) {
                throw new IllegalArgumentException(
                        "no name of its own can be found for " + trueName + ": " + name + " is taken");
            }
            names.put(trueName, name);
        }
        return names;
    }

    private static String plain(String trueName, String prefix) {
        StringBuilder name = new StringBuilder(prefix);
        for (int i = 0; i < trueName.length(); i++) {
            char c = trueName.charAt(i);
            boolean allowed = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || c == '_'
                    || c == '@'
                    || c == ':'
                    || c == '-';
            name.append(allowed ? c : c == '>' ? '-' : '_');
        }
        return name.toString();
    }
}
