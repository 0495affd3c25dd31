// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.problem.Problem;

/// How lists are asked for in pages: `limit` rows that come behind the key `after`.
final class Pages {
    /// The most rows of a page.
    static final int MOST = 1000;

    private Pages() {}

    static void check(int limit) {
        if (limit < 1 || limit > MOST) {
            throw Problem.badRequest("\"limit\" must be 1 to " + MOST + ", given was " + limit);
        }
    }
}
