// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.storage;

import io.tcn.agent.AgentClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// What a [WebDavStorage] is like.
///
/// @param root the folder that holds its files
/// @param connectionBps limit of one connection in bit/s, 0 for none
/// @param readBps limit of all reading in bit/s, 0 for none
/// @param writeBps limit of all writing in bit/s, 0 for none
/// @param latency added to every request
/// @param thirdPartyCopy whether it takes COPY
/// @param quotaBytes room for files, 0 for no limit
/// @param tls server certificate, and trust for third-party copies; null for plain HTTP
/// @param events hears what happens to files; called by many threads
/// @param clock time
record StorageSettings(
        Path root,
        double connectionBps,
        double readBps,
        double writeBps,
        Duration latency,
        boolean thirdPartyCopy,
        long quotaBytes,
        @Nullable SSLContext tls,
        Consumer<StorageEvent> events,
        AgentClock clock) {
    StorageSettings {
        if (!(connectionBps >= 0) || !(readBps >= 0) || !(writeBps >= 0) || quotaBytes < 0 || latency.isNegative()) {
            throw new IllegalArgumentException("limits of a storage must not be negative, given were connection "
                    + connectionBps + ", read " + readBps + ", write " + writeBps + " bit/s, quota " + quotaBytes
                    + " bytes, latency " + latency);
        }
    }
}
