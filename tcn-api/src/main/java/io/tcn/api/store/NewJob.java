// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.LimitId;
import io.tcn.core.model.UserId;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A job to be stored: FTS's bundle of transfers.
///
/// @param id its id, 36 characters
/// @param user whose job it is
/// @param userDn who submitted it
/// @param credentialId FTS's delegation id of the submitter
/// @param type FTS's type: `N` plain, `Y` session reuse, `H` multihop, `R` several replicas
/// @param expires when transfers that have not begun are given up, null for never
/// @param priority 1 to 5
/// @param retry retries as submitted
/// @param retryDelaySeconds retry delay as submitted
/// @param metadata as JSON text, null if none
/// @param group the group that its transfers are in, null if none
/// @param shown what is only shown again
/// @param limit what its transfers may have together with others of the same token, null if they are under none
/// @param transfers what it holds, at least one
public record NewJob(
        String id,
        UserId user,
        String userDn,
        String credentialId,
        char type,
        @Nullable Instant expires,
        int priority,
        int retry,
        int retryDelaySeconds,
        @Nullable String metadata,
        @Nullable Group group,
        Shown shown,
        @Nullable LimitId limit,
        List<NewTransfer> transfers) {
    public NewJob {
        transfers = List.copyOf(transfers);
        if (transfers.isEmpty()) {
            throw new IllegalArgumentException("a job holds at least one transfer");
        }
    }

    /// The same under a limit, or under none.
    public NewJob under(@Nullable LimitId shared) {
        return new NewJob(
                id,
                user,
                userDn,
                credentialId,
                type,
                expires,
                priority,
                retry,
                retryDelaySeconds,
                metadata,
                group,
                shown,
                shared,
                transfers);
    }

    /// The number of its limit, 0 for none.
    long limitNumber() {
        return limit == null ? 0 : limit.value();
    }

    /// Under no limit.
    public NewJob(
            String id,
            UserId user,
            String userDn,
            String credentialId,
            char type,
            @Nullable Instant expires,
            int priority,
            int retry,
            int retryDelaySeconds,
            @Nullable String metadata,
            @Nullable Group group,
            Shown shown,
            List<NewTransfer> transfers) {
        this(
                id,
                user,
                userDn,
                credentialId,
                type,
                expires,
                priority,
                retry,
                retryDelaySeconds,
                metadata,
                group,
                shown,
                null,
                transfers);
    }

    /// A group by name, with what the submission says of it; the last word counts.
    ///
    /// @param name what its user calls it
    /// @param weight how much it counts, positive; null to leave it as it is, 1 at first
    /// @param due when it should be done, null to leave that as it is
    public record Group(
            String name, @Nullable Double weight, @Nullable Instant due) {
        /// Most characters of a name.
        public static final int LONGEST_NAME = 255;

        /// Whether a text, without space around it, can be the name of a group.
        public static boolean isName(String text) {
            return !text.isBlank()
                    && text.length() <= LONGEST_NAME
                    && text.chars().noneMatch(Character::isISOControl);
        }
    }

    /// What a job shows of its submission; the control plane reads of it how many streams a file may have.
    ///
    /// @param overwriteFlag FTS's letter, null if none
    /// @param verifyChecksum FTS's letter
    /// @param sourceSe common source endpoint of all files in FTS's form, null if they differ
    /// @param destinationSe the same for destinations
    /// @param sourceSpace space token, null if none
    /// @param destinationSpace space token, null if none
    /// @param internalParams FTS's internal parameters, null if none
    /// @param destinationReport whether destinations that are there already are described
    public record Shown(
            @Nullable Character overwriteFlag,
            char verifyChecksum,
            @Nullable String sourceSe,
            @Nullable String destinationSe,
            @Nullable String sourceSpace,
            @Nullable String destinationSpace,
            @Nullable String internalParams,
            boolean destinationReport) {
        /// A job that was not submitted in FTS's language.
        public static final Shown NOTHING = new Shown(null, 'n', null, null, null, null, null, false);

        private static final Pattern STREAMS = Pattern.compile("(?:^|,)nostreams:(\\d{1,9})(?:,|$)");

        /// At most so many streams for each file (`nostreams`); null for no such limit.
        @Nullable
        Integer maxStreams() {
            Matcher streams = STREAMS.matcher(internalParams == null ? "" : internalParams);
            return streams.find() ? Integer.valueOf(streams.group(1)) : null;
        }
    }
}
