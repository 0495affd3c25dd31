// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A file by whose age others see whether an agent does well, as a probe of Kubernetes does: it is written at each sign
/// of life that Kafka has acknowledged, and is not there before the first one and after the end. It should be on a disk
/// of the machine's own. That it cannot be written is told once and keeps the agent from nothing.
final class AliveFile {
    private static final Logger log = LoggerFactory.getLogger(AliveFile.class);

    private final @Nullable Path file;
    private final String content;
    private boolean told;

    /// What another process has left there says nothing: it goes.
    ///
    /// @param file null for none
    /// @param instance which process
    /// @throws IllegalArgumentException if there can be no such file
    AliveFile(@Nullable Path file, String instance) {
        this.file = file;
        this.content = instance + "\n";
        if (file != null) {
            try {
                Files.writeString(file, content);
                Files.delete(file);
            } catch (IOException refused) {
                throw new IllegalArgumentException(
                        "tcn.agents.self.alive-file: " + file + " cannot be written: "
                                + refused.getClass().getSimpleName(),
                        refused);
            }
        }
    }

    /// Kafka has acknowledged a sign of life. On one thread at a time.
    void touch() {
        if (file != null) {
            try {
                Files.writeString(file, content);
                told = false;
            } catch (IOException refused) {
                if (!told) {
                    log.warn("{} cannot be written, a probe that looks at it will fail: {}", file, refused.toString());
                    told = true;
                }
            }
        }
    }

    /// No further sign comes.
    void end() {
        if (file != null) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException stays) {
                log.debug("{} stays and grows old", file, stays);
            }
        }
    }
}
