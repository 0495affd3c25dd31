// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.TransferState;
import java.net.URI;
import java.util.Locale;

/// Words of TCN in FTS's language.
public final class FtsNames {
    /// FTS's type of a multihop job.
    public static final String MULTIHOP = "H";

    /// FTS's type of a job with several replicas.
    public static final String REPLICAS = "R";

    /// FTS's state of a hop that is not reached yet and of a source that is not needed.
    public static final String NOT_USED = "NOT_USED";

    private FtsNames() {}

    /// FTS's storage element: scheme and host in lower case, without port.
    public static String storageElement(URI url) {
        return (url.getScheme() + "://" + url.getHost()).toLowerCase(Locale.ROOT);
    }

    /// FTS's storage element: scheme and host, without port.
    public static String storageElement(Endpoint endpoint) {
        return endpoint.scheme() + "://" + endpoint.host();
    }

    /// FTS's state of a file.
    ///
    /// @param jobType FTS's type of its job
    /// @param unreleased whether it waits, or waited until its end, for others
    /// @param held whether its pipe is held because of a ban
    public static String fileState(TransferState state, String jobType, boolean unreleased, boolean held) {
        boolean unused = unreleased && (jobType.equals(MULTIHOP) || jobType.equals(REPLICAS));
        return switch (state) {
            case WAITING -> unused ? NOT_USED : "SUBMITTED";
            case QUEUED -> held ? "ON_HOLD" : "SUBMITTED";
            case CLAIMED -> "READY";
            case ACTIVE -> "ACTIVE";
            case FINISHED -> "FINISHED";
            case FAILED -> "FAILED";
            case CANCELED -> unused ? NOT_USED : "CANCELED";
        };
    }
}
