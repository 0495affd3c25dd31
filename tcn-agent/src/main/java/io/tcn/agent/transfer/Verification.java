// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.AgentClock;
import io.tcn.agent.FileFacts;
import io.tcn.agent.Footprint;
import io.tcn.agent.StoredFile;
import io.tcn.agent.TransferException;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Compares the destination of one copy with what it should be.
final class Verification {
    private final PatientLook patience;
    private final ChecksumRule rule;
    private final StoredFile source;
    private final StoredFile destination;
    private final FileFacts sourceFacts;
    private final Footprint footprint;

    Verification(AgentClock clock, ChecksumRule rule, Prepared prepared, Footprint footprint) {
        this.patience = new PatientLook(clock, prepared.destination());
        this.rule = rule;
        this.source = prepared.source();
        this.destination = prepared.destination();
        this.sourceFacts = prepared.sourceFacts();
        this.footprint = footprint;
    }

    /// Verifies a copy that was reported as done.
    ///
    /// @param sizeBytes its right size, or -1 if nobody knows
    /// @param ours the checksum of the bytes that went through us, null if they did not
    CopyResult verify(long sizeBytes, @Nullable Checksum ours) throws TransferException, InterruptedException {
        Checksum reference = firstOf(rule.given(), sourceFacts.checksum(), ours);
        if (ours != null && !ours.equals(reference)) {
            throw mismatch("the bytes read from the source have checksum " + ours, reference);
        }
        Optional<FileFacts> found = lookAfterwards(rule.asksDestination(destination, reference));
        if (found.isEmpty()) {
            throw new TransferException(
                    ErrorCode.INTERRUPTED,
                    "the copy was reported as done, but there is no file " + destination.name()
                            + "; somebody may have removed it");
        }
        FileFacts facts = found.get();
        if (sizeBytes >= 0 && facts.sizeBytes() >= 0 && facts.sizeBytes() != sizeBytes) {
            throw new TransferException(
                    ErrorCode.SIZE_MISMATCH,
                    "the destination " + destination.name() + " has " + facts.sizeBytes() + " bytes instead of "
                            + sizeBytes);
        }
        Checksum there = facts.checksum();
        if (there == null && rule.mustAskDestination()) {
            throw ChecksumRule.untold(destination, facts);
        }
        if (there != null && reference != null && !there.equals(reference)) {
            throw mismatch("the destination " + destination.name() + " has checksum " + there, reference);
        }
        boolean isSized = sizeBytes >= 0 && facts.sizeBytes() >= 0;
        if (!isSized && ours == null && (there == null || reference == null)) {
            throw new TransferException(
                    ErrorCode.DESTINATION_UNAVAILABLE,
                    "the copy was reported as done, and nothing tells whether " + destination.name()
                            + " is the whole file: neither its size nor its checksum can be compared",
                    TransferException.Outlook.ANOTHER_WAY);
        }
        // What only the source tells says nothing of what is there, unless that alone was to be compared.
        boolean seen = there != null
                || ours != null
                || (sourceFacts.checksum() != null && rule.mustAskSource() && !rule.mustAskDestination());
        return new CopyResult(Math.max(sizeBytes, facts.sizeBytes()), seen ? reference : null);
    }

    /// Whether what lies at the destination is the whole file beyond doubt, whatever was or was not reported: its size
    /// and its checksum are right.
    ///
    /// @param sizeBytes its right size
    /// @param ours as for [#verify]
    /// @return empty if it is not, or if that cannot be told
    Optional<CopyResult> whole(long sizeBytes, @Nullable Checksum ours) throws TransferException, InterruptedException {
        Optional<FileFacts> found = destination.look(true);
        if (found.isEmpty() || found.get().sizeBytes() != sizeBytes) {
            return Optional.empty();
        }
        Checksum there = found.get().checksum();
        Checksum reference = there == null ? null : reference(ours);
        return there != null && there.equals(reference) && (ours == null || ours.equals(there))
                ? Optional.of(new CopyResult(sizeBytes, there))
                : Optional.empty();
    }

    private @Nullable Checksum reference(@Nullable Checksum ours) throws TransferException, InterruptedException {
        Checksum known = firstOf(rule.given(), sourceFacts.checksum(), ours);
        return known != null
                ? known
                : source.look(true).map(FileFacts::checksum).orElse(null);
    }

    /// A destination that was reported as done and does not let us look any more keeps its file: the right has ended,
    /// not the copy.
    private Optional<FileFacts> lookAfterwards(boolean withChecksum) throws TransferException, InterruptedException {
        try {
            Optional<FileFacts> found = patience.at(() -> destination.look(withChecksum));
            return found.isEmpty() || found.get().sizeBytes() >= 0 ? found : patience.at(() -> sized(found.get()));
        } catch (TransferException e) {
            if (e.code() != destination.side().permission()) {
                throw e;
            }
            String why = "the file stays: with a fresh right, the same transfer submitted again takes it over if it is"
                    + " whole";
            footprint.stay(why);
            throw new TransferException(
                    e.code(),
                    "the copy was reported as done and could not be verified, because the right to look has ended ("
                            + e.getMessage() + ")",
                    TransferException.Outlook.FINAL,
                    e);
        }
    }

    /// With the size, if it is told elsewhere.
    private Optional<FileFacts> sized(FileFacts facts) throws TransferException, InterruptedException {
        return destination.inspect().map(found -> facts.withSize(found.sizeBytes()));
    }

    private static TransferException mismatch(String what, @Nullable Checksum reference) {
        return new TransferException(ErrorCode.CHECKSUM_MISMATCH, what + " instead of " + reference);
    }

    private static @Nullable Checksum firstOf(@Nullable Checksum... candidates) {
        for (Checksum candidate : candidates) {
            if (candidate != null) {
                return candidate;
            }
        }
        return null;
    }
}
