// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.http.Json;
import io.tcn.cli.http.Row;

/// Endpoints in words.
final class EndpointText {
    private EndpointText() {}

    /// The reason of most failures; an empty row if there are none.
    static Row mostFrequent(Row endpoint) {
        Row worst = new Row(Json.object());
        for (Row reason : endpoint.rows("failuresByReason")) {
            if (reason.number("count") > worst.number("count")) {
                worst = reason;
            }
        }
        return worst;
    }

    /// A limit, or that there is none.
    static String limit(Row endpoint, String key) {
        return endpoint.has(key) ? endpoint.text(key) : "no limit";
    }
}
