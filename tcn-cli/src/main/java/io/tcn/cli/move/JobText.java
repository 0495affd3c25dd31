// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.http.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Jobs in words.
final class JobText {
    private JobText() {}

    /// Such as `3 active, 97 finished`.
    static String counts(Row byState) {
        List<String> counts = new ArrayList<>();
        byState.json().properties().forEach(entry -> {
            if (entry.getValue().isNumber() && entry.getValue().doubleValue() > 0) {
                counts.add(Row.plain(entry.getValue()) + " " + entry.getKey().toLowerCase(Locale.ROOT));
            }
        });
        return String.join(", ", counts);
    }
}
