// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.problem;

/// What every face answers while the database does not: 503, and when to ask again.
public final class DatabaseAway {
    public static final int STATUS = 503;
    public static final String RETRY_AFTER_SECONDS = "10";
    public static final String DETAIL = "The database does not answer now, try again later";

    private DatabaseAway() {}
}
