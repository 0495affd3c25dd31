// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts;

import io.tcn.core.model.TransferState;
import java.net.URI;
import java.util.Locale;

/// Words of TCN in FTS's language.
public final class FtsNames {
    /// FTS's type of a multihop job.
    public static final String MULTIHOP = "H";

    private FtsNames() {}

    /// FTS's storage element: scheme and host in lower case, without port.
    public static String storageElement(URI url) {
        return (url.getScheme() + "://" + url.getHost()).toLowerCase(Locale.ROOT);
    }

    /// FTS's state of a file.
    ///
    /// @param jobType FTS's type of its job
    /// @param unreleased whether it never got to be queued because predecessors were not finished
    public static String fileState(TransferState state, String jobType, boolean unreleased) {
        boolean unusedHop = jobType.equals(MULTIHOP) && unreleased;
        return switch (state) {
            case WAITING -> unusedHop ? "NOT_USED" : "SUBMITTED";
            case QUEUED -> "SUBMITTED";
            case CLAIMED -> "READY";
            case ACTIVE -> "ACTIVE";
            case FINISHED -> "FINISHED";
            case FAILED -> "FAILED";
            case CANCELED -> unusedHop ? "NOT_USED" : "CANCELED";
        };
    }
}
