// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// How the data plane behaves. Made by [#builder].
///
/// @param connectTimeout limit for a connection to a storage
/// @param headerTimeout limit for the answer to an ordinary request
/// @param slowHeaderTimeout limit for the begin of the answer to a COPY, a GET or a request for a checksum
/// @param goAheadTimeout how long to wait for `100 Continue` before a body is sent without; below the 5 s after which
///     the JDK's client sends it anyway
/// @param stallTimeout an attempt that moves no byte for so long is given up
/// @param lastWordTimeout how long a storage may take to say that a file is safe when it has all bytes of it, before
/// the
///     size is added: it may have to flush them or to work out a checksum
/// @param lastWordTimeoutPerMebibyte what each MiB of the file adds to that
/// @param attemptTimeout limit of one attempt, for a transfer that brings none, before its size is added
/// @param attemptTimeoutPerMebibyte what each MiB of the file adds to that
/// @param tpcCancelGrace how long a storage may go on copying after it was told to stop
/// @param pauses when an endpoint in trouble is left alone, and how long
/// @param capabilityTtl how long it is remembered what a storage can do
/// @param thirdPartyCopy whether storages are asked to copy by themselves
/// @param maxStreams at most so many requests read one file that passes through us at once
/// @param maxTpcStreams at most so many connections for one file that storages copy among themselves. With more than 1
/// a
///     storage tells no usable progress
/// @param staging memory for staged copies
/// @param fileRoots folders that `file:` URLs may reach; none: `file:` is refused
/// @param storages which storages are asked, and how
/// @param tls trust and client certificate; null for the JVM's own
/// @param tokens bearer tokens
/// @param leases until when attempts may change their destinations
/// @param traces follows attempts
public record AgentSettings(
        Duration connectTimeout,
        Duration headerTimeout,
        Duration slowHeaderTimeout,
        Duration goAheadTimeout,
        Duration stallTimeout,
        Duration lastWordTimeout,
        Duration lastWordTimeoutPerMebibyte,
        Duration attemptTimeout,
        Duration attemptTimeoutPerMebibyte,
        Duration tpcCancelGrace,
        Pauses pauses,
        Duration capabilityTtl,
        TpcPolicy thirdPartyCopy,
        int maxStreams,
        int maxTpcStreams,
        Staging staging,
        List<Path> fileRoots,
        StorageRules storages,
        @Nullable SSLContext tls,
        BearerTokens tokens,
        Leases leases,
        AttemptTraces traces) {
    private static final int MAX_STREAMS = 100;
    /// What the size of a file adds to a limit of time at most.
    private static final Duration MOST_FOR_SIZE = Duration.ofDays(365);

    public AgentSettings {
        fileRoots = List.copyOf(fileRoots);
        List<String> complaints = new ArrayList<>();
        positive(complaints, "connectTimeout", connectTimeout);
        positive(complaints, "headerTimeout", headerTimeout);
        positive(complaints, "slowHeaderTimeout", slowHeaderTimeout);
        positive(complaints, "goAheadTimeout", goAheadTimeout);
        positive(complaints, "stallTimeout", stallTimeout);
        positive(complaints, "lastWordTimeout", lastWordTimeout);
        notNegative(complaints, "lastWordTimeoutPerMebibyte", lastWordTimeoutPerMebibyte);
        positive(complaints, "attemptTimeout", attemptTimeout);
        notNegative(complaints, "attemptTimeoutPerMebibyte", attemptTimeoutPerMebibyte);
        notNegative(complaints, "tpcCancelGrace", tpcCancelGrace);
        pauses.complain(complaints);
        positive(complaints, "capabilityTtl", capabilityTtl);
        streams(complaints, "maxStreams", maxStreams);
        streams(complaints, "maxTpcStreams", maxTpcStreams);
        staging.complain(complaints);
        if (!complaints.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", complaints));
        }
    }

    private static void streams(List<String> complaints, String name, int given) {
        if (given < 1 || given > MAX_STREAMS) {
            complaints.add(name + " must be 1 to " + MAX_STREAMS + ", given was " + given);
        }
    }

    /// When an endpoint in trouble is left alone, and how long. One that asks for a pause by `Retry-After` is given
    /// it in any case.
    ///
    /// @param failures after so many failures in a row; 0 for never
    /// @param first length of the first pause; each one that follows without a success is twice as long
    /// @param longest length of the longest pause
    public record Pauses(int failures, Duration first, Duration longest) {
        private void complain(List<String> complaints) {
            if (failures < 0) {
                complaints.add("pauses.failures must not be negative, given was " + failures);
            }
            positive(complaints, "pauses.first", first);
            if (longest.compareTo(first) < 0) {
                complaints.add("pauses.longest must not be shorter than pauses.first, given was " + longest);
            }
        }
    }

    /// The buffer between the requests that read and those that write.
    ///
    /// @param mostBytes for all pipes together
    /// @param mostBytesOfPipe for each pipe
    public record Staging(long mostBytes, long mostBytesOfPipe) {
        /// What there is where nobody says more.
        public static final Staging DEFAULT = new Staging(128 << 20, 64 << 20);

        /// A pipe must hold several requests.
        private static final long LEAST_BYTES = 1 << 20;

        private void complain(List<String> complaints) {
            if (mostBytesOfPipe < LEAST_BYTES || mostBytes < mostBytesOfPipe) {
                complaints.add("staging needs " + LEAST_BYTES + " bytes or more for each pipe, and as much as that or"
                        + " more for all together, given were " + mostBytesOfPipe + " and " + mostBytes);
            }
        }
    }

    /// A builder with every default set.
    public static Builder builder() {
        return new Builder();
    }

    /// The limit of one attempt by our own rule.
    ///
    /// @param sizeBytes size of the file, or -1 if nobody knows it
    public Duration attemptTimeout(long sizeBytes) {
        return limit(attemptTimeout, attemptTimeoutPerMebibyte, sizeBytes);
    }

    /// How long a storage may take to say that a file is safe when it has all bytes of it.
    ///
    /// @param sizeBytes size of the file, or -1 if nobody knows it
    public Duration lastWordTimeout(long sizeBytes) {
        return limit(lastWordTimeout, lastWordTimeoutPerMebibyte, sizeBytes);
    }

    /// A storage may announce any size.
    private static Duration limit(Duration least, Duration perMebibyte, long sizeBytes) {
        long mebibytes = sizeBytes <= 0 ? 0 : ((sizeBytes - 1) >> 20) + 1;
        boolean isTooMuch = perMebibyte.isPositive() && mebibytes > MOST_FOR_SIZE.dividedBy(perMebibyte);
        return least.plus(isTooMuch ? MOST_FOR_SIZE : perMebibyte.multipliedBy(mebibytes));
    }

    private static void notNegative(List<String> complaints, String name, Duration value) {
        if (value.isNegative()) {
            complaints.add(name + " must not be negative, given was " + value);
        }
    }

    private static void positive(List<String> complaints, String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            complaints.add(name + " must be positive, given was " + value);
        }
    }

    /// Collects settings; what is not set keeps its default.
    public static final class Builder {
        private Duration connectTimeout = Duration.ofSeconds(10);
        private Duration headerTimeout = Duration.ofSeconds(60);
        private Duration slowHeaderTimeout = Duration.ofMinutes(3);
        private Duration goAheadTimeout = Duration.ofSeconds(4);
        private Duration stallTimeout = Duration.ofMinutes(2);
        private Duration lastWordTimeout = Duration.ofMinutes(5);
        private Duration lastWordTimeoutPerMebibyte = Duration.ofMillis(100);
        private Duration attemptTimeout = Duration.ofMinutes(10);
        private Duration attemptTimeoutPerMebibyte = Duration.ofSeconds(2);
        private Duration tpcCancelGrace = Duration.ofSeconds(10);
        private Pauses pauses = new Pauses(5, Duration.ofSeconds(10), Duration.ofMinutes(5));
        private Duration capabilityTtl = Duration.ofMinutes(10);
        private TpcPolicy thirdPartyCopy = TpcPolicy.PREFER;
        private int maxStreams = 8;
        private int maxTpcStreams = 1;
        private Staging staging = Staging.DEFAULT;
        private List<Path> fileRoots = List.of();
        private StorageRules storages = StorageRules.DEFAULT;
        private @Nullable SSLContext tls;
        private BearerTokens tokens = BearerTokens.NONE;
        private AttemptTraces traces = AttemptTraces.NONE;
        private Leases leases = Leases.ALWAYS;

        private Builder() {}

        public Builder connectTimeout(Duration value) {
            connectTimeout = value;
            return this;
        }

        public Builder headerTimeout(Duration value) {
            headerTimeout = value;
            return this;
        }

        public Builder slowHeaderTimeout(Duration value) {
            slowHeaderTimeout = value;
            return this;
        }

        public Builder goAheadTimeout(Duration value) {
            goAheadTimeout = value;
            return this;
        }

        public Builder stallTimeout(Duration value) {
            stallTimeout = value;
            return this;
        }

        /// @param base for an empty file
        /// @param perMebibyte added for each MiB
        public Builder lastWordTimeout(Duration base, Duration perMebibyte) {
            lastWordTimeout = base;
            lastWordTimeoutPerMebibyte = perMebibyte;
            return this;
        }

        /// @param base for an empty file
        /// @param perMebibyte added for each MiB
        public Builder attemptTimeout(Duration base, Duration perMebibyte) {
            attemptTimeout = base;
            attemptTimeoutPerMebibyte = perMebibyte;
            return this;
        }

        public Builder tpcCancelGrace(Duration value) {
            tpcCancelGrace = value;
            return this;
        }

        public Builder pauses(Pauses value) {
            pauses = value;
            return this;
        }

        public Builder thirdPartyCopy(TpcPolicy value) {
            thirdPartyCopy = value;
            return this;
        }

        public Builder maxStreams(int value) {
            maxStreams = value;
            return this;
        }

        public Builder maxTpcStreams(int value) {
            maxTpcStreams = value;
            return this;
        }

        public Builder staging(Staging value) {
            staging = value;
            return this;
        }

        public Builder fileRoots(List<Path> value) {
            fileRoots = value;
            return this;
        }

        public Builder storages(StorageRules value) {
            storages = value;
            return this;
        }

        public Builder tls(@Nullable SSLContext value) {
            tls = value;
            return this;
        }

        public Builder tokens(BearerTokens value) {
            tokens = value;
            return this;
        }

        public Builder leases(Leases value) {
            leases = value;
            return this;
        }

        public Builder traces(AttemptTraces value) {
            traces = value;
            return this;
        }

        /// @throws IllegalArgumentException with all complaints, if a setting makes no sense
        public AgentSettings build() {
            return new AgentSettings(
                    connectTimeout,
                    headerTimeout,
                    slowHeaderTimeout,
                    goAheadTimeout,
                    stallTimeout,
                    lastWordTimeout,
                    lastWordTimeoutPerMebibyte,
                    attemptTimeout,
                    attemptTimeoutPerMebibyte,
                    tpcCancelGrace,
                    pauses,
                    capabilityTtl,
                    thirdPartyCopy,
                    maxStreams,
                    maxTpcStreams,
                    staging,
                    fileRoots,
                    storages,
                    tls,
                    tokens,
                    leases,
                    traces);
        }
    }
}
