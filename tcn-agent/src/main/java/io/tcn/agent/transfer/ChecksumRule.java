// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.FileFacts;
import io.tcn.agent.Side;
import io.tcn.agent.StoredFile;
import io.tcn.agent.TransferException;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferOptions;
import org.jspecify.annotations.Nullable;

/// What the checksum mode of one transfer asks for. ADLER32 is the only algorithm that we can compare; a checksum in
/// another one counts as not given, which only the strict modes mind.
final class ChecksumRule {
    private final ChecksumMode mode;
    private final @Nullable Checksum given;
    private final boolean foreign;

    ChecksumRule(TransferOptions options) {
        Checksum checksum = options.checksum();
        this.mode = options.checksumMode();
        this.foreign = checksum != null && !checksum.algorithm().equals(Checksum.ADLER32);
        this.given = foreign ? null : checksum;
    }

    /// The checksum that the caller gave, if we can compare it.
    @Nullable
    Checksum given() {
        return given;
    }

    boolean mustAskSource() {
        return mode == ChecksumMode.SOURCE || mode == ChecksumMode.BOTH;
    }

    boolean mustAskDestination() {
        return mode == ChecksumMode.TARGET || mode == ChecksumMode.BOTH;
    }

    /// Whether the source's own checksum is wanted. That of a local file is not worth a second reading.
    boolean asksSource(StoredFile source) {
        return switch (mode) {
            case SOURCE, BOTH -> true;
            case TARGET -> given == null && source.isRemote();
            case WHEN_OBTAINABLE -> source.isRemote();
        };
    }

    /// Whether the destination's checksum is wanted, given what it could be compared with.
    boolean asksDestination(StoredFile destination, @Nullable Checksum reference) {
        return switch (mode) {
            case SOURCE -> false;
            case TARGET, BOTH -> true;
            case WHEN_OBTAINABLE -> destination.isRemote() && reference != null;
        };
    }

    /// Whether the copy must go through us because only then there is something to compare the destination with.
    boolean needsOurOwn(FileFacts sourceFacts) {
        return mode == ChecksumMode.TARGET && given == null && sourceFacts.checksum() == null;
    }

    /// Refuses a source that cannot prove what it must.
    void checkSource(StoredFile source, FileFacts facts) throws TransferException {
        if (foreign && (mustAskSource() || mustAskDestination())) {
            throw unavailable(
                    mustAskSource() ? Side.SOURCE : Side.DESTINATION, source.name(), "only ADLER32 is compared");
        }
        Checksum actual = facts.checksum();
        if (actual == null) {
            if (mustAskSource()) {
                throw untold(source, facts);
            }
            return;
        }
        if (given != null && !given.equals(actual)) {
            throw new TransferException(
                    ErrorCode.SOURCE_CHECKSUM_MISMATCH,
                    "the source " + source.name() + " has checksum " + actual + ", the transfer says " + given
                            + "; correct one of them");
        }
    }

    /// A checksum that must be had and was not told: for good, or this time only.
    static TransferException untold(StoredFile file, FileFacts facts) {
        String trouble = facts.checksumTrouble();
        return trouble == null
                ? unavailable(file.side(), file.name(), "the storage does not tell it")
                : new TransferException(
                        file.side().unavailable(),
                        "the checksum of " + file.name() + " could not be had this time: " + trouble);
    }

    static TransferException unavailable(Side side, String name, String why) {
        return new TransferException(
                side.checksumUnavailable(),
                "the checksum of " + name + " is required but not to be had: " + why + "; use a laxer checksum mode");
    }
}
