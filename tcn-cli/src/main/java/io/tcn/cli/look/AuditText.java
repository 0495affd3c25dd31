// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.look;

import io.tcn.cli.http.Row;
import io.tcn.cli.seen.Differences;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What an entry of the audit says was changed, in few words: what differs, where there was something before and is
/// something after; else the server's own words.
final class AuditText {
    /// What names a thing, in the order in which it is looked for.
    private static final List<String> NAMES = List.of(
            "id", "name", "symbolicname", "endpoint", "storage", "vo_name", "vo", "host", "dn", "source", "source_se");

    /// What differs after each change and is in other columns.
    private static final Set<String> OWN_COLUMNS = Set.of("since", "by");

    private AuditText() {}

    /// As in `cms on all-links: boundShare: 30% -> 40%`.
    static String of(Row entry) {
        Row before = entry.row("before");
        Row after = entry.row("after");
        if (before.json().isEmpty() || after.json().isEmpty()) {
            return entry.text("config");
        }
        Set<String> keys = new LinkedHashSet<>(before.json().propertyNames());
        keys.addAll(after.json().propertyNames());
        keys.removeAll(OWN_COLUMNS);
        List<String> differences = Differences.of(before.json(), after.json(), keys);
        return name(after) + ": " + (differences.isEmpty() ? "as before" : String.join(", ", differences));
    }

    private static String name(Row thing) {
        if (thing.has("resourceSet")) {
            return thing.text("user") + " on " + thing.text("resourceSet");
        }
        return NAMES.stream().filter(thing::has).findFirst().map(thing::text).orElse("it");
    }
}
