// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What the benchmark `submit`, or `dispatch` with a database, is run against.
///
/// @param url an FTS REST face that runs already; null: a server of our own is started
/// @param certificate PEM file of the client, needed with `url`
/// @param key PEM file (PKCS 8) of the client's key, needed with `url`
/// @param authorities PEM file with the authorities of the server, needed with `url`
/// @param database JDBC address for the server of our own; null for H2 in a file
/// @param serverJar the server of our own; null: looked for beside this benchmark
/// @param largeFiles files that are stored when reads are measured the second time, or queued for `dispatch`; null for
///     the usual number
/// @param history transfers of the past for `dispatch`
public record SubmitSettings(
        @Nullable URI url,
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable Path authorities,
        @Nullable String database,
        @Nullable Path serverJar,
        @Nullable Integer largeFiles,
        long history) {
    /// A server of our own on H2.
    public static final SubmitSettings DEFAULT = new SubmitSettings(null, null, null, null, null, null, null, 0);

    public SubmitSettings {
        if (url != null && (!"https".equals(url.getScheme()) || url.getHost() == null)) {
            throw new IllegalArgumentException("--url must be https://HOST:PORT, given was " + url);
        }
        if (url != null && (certificate == null || key == null || authorities == null)) {
            throw new IllegalArgumentException("--url needs --cert, --key and --capath");
        }
        if (url != null && (database != null || serverJar != null)) {
            throw new IllegalArgumentException(
                    "--database and --server-jar are for a server of our own, without --url");
        }
        if (largeFiles != null && largeFiles < 10_000) {
            throw new IllegalArgumentException("--files must be 10000 or more, given was " + largeFiles);
        }
        if (history < 0) {
            throw new IllegalArgumentException("--history must be 0 or more, given was " + history);
        }
    }
}
