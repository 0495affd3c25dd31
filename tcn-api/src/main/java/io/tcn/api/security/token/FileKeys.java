// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.token;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import io.tcn.core.port.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keys of an issuer in a file (RFC 7517), looked at every second when a token comes: what is written there is
/// in force, and what was taken away is not. A file that cannot be read leaves the keys as they were, and the
/// log says so once.
final class FileKeys implements JWKSource<SecurityContext> {
    private static final Logger LOG = LoggerFactory.getLogger(FileKeys.class);
    private static final long LOOK_NANOS = Duration.ofSeconds(1).toNanos();

    private final Path file;
    private final TimeSource time;
    private JWKSet keys;
    private String text;
    private long lookedNanos;
    private boolean complained;

    /// @throws IllegalArgumentException if the file cannot be used
    FileKeys(Path file, TimeSource time) {
        this.file = file;
        this.time = time;
        this.lookedNanos = time.nanoTime();
        try {
            this.text = Files.readString(file);
            this.keys = JWKSet.parse(text);
        } catch (IOException | ParseException unreadable) {
            throw new IllegalArgumentException(
                    "tcn.security.issuers[].jwks: " + file + " cannot be read as a set of keys: " + unreadable,
                    unreadable);
        }
    }

    @Override
    public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) {
        return selector.select(now());
    }

    private synchronized JWKSet now() {
        if (time.nanoTime() - lookedNanos >= LOOK_NANOS) {
            lookedNanos = time.nanoTime();
            look();
        }
        return keys;
    }

    private void look() {
        try {
            String present = Files.readString(file);
            if (!present.equals(text)) {
                keys = JWKSet.parse(present);
                text = present;
                LOG.info("The keys in {} have changed, {} are in force", file, keys.size());
            }
            complained = false;
        } catch (IOException | ParseException unreadable) {
            if (!complained) {
                LOG.warn("{} cannot be read as a set of keys, those of before stay in force: {}", file, unreadable);
                complained = true;
            }
        }
    }
}
