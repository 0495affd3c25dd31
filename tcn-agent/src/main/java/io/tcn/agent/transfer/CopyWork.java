// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.FileFacts;
import io.tcn.agent.Footprint;
import io.tcn.agent.OpenBytes;
import io.tcn.agent.Progress;
import io.tcn.agent.Relay;
import io.tcn.agent.StoredFile;
import io.tcn.agent.TransferException;
import io.tcn.agent.TransferException.Outlook;
import io.tcn.agent.http.HttpFile;
import io.tcn.agent.http.ThirdPartyCopy;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.port.Attempt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The second phase of an attempt: copies, verifies, and cleans up when that fails.
///
/// Failure policy: the destination ends up whole and verified, or without anything that this attempt wrote. What was
/// there before is never removed unless the transfer may overwrite it or an earlier attempt may have written it. Ways
/// of copying are tried in turn (pulled by the destination, pushed by the source, streamed through us) only as long as
/// the failure of one does not foretell that of the next. After an order to a storage to copy by itself was called
/// back, the destination is removed only when the storage cannot be writing any more.
final class CopyWork {
    private static final Logger log = LoggerFactory.getLogger(CopyWork.class);

    private final Tools tools;
    private final Attempt attempt;
    private final TransferOptions options;
    private final StoredFile source;
    private final StoredFile destination;
    private final FileFacts sourceFacts;
    private final int connections;
    private final ChecksumRule rule;
    private final Footprint footprint;
    private final Progress progress;

    CopyWork(Tools tools, Attempt attempt, Prepared prepared, Footprint footprint, Progress progress) {
        this.tools = tools;
        this.attempt = attempt;
        this.options = attempt.transfer().options();
        this.source = prepared.source();
        this.destination = prepared.destination();
        this.sourceFacts = prepared.sourceFacts();
        this.connections = prepared.connections();
        this.rule = new ChecksumRule(options);
        this.footprint = footprint;
        this.progress = progress;
    }

    /// A way to copy.
    private enum Way {
        /// The destination fetches.
        PULL,
        /// The source sends.
        PUSH,
        /// Through us.
        STREAM
    }

    /// What was achieved.
    ///
    /// @param checksum the checksum that was verified, null if none could be had
    record Result(long sizeBytes, @Nullable Checksum checksum) {}

    Result run() throws TransferException, InterruptedException {
        if (attempt.destinationMayBeOurs()) {
            Optional<Result> result = takeOver();
            if (result.isPresent()) {
                return result.get();
            }
        }
        List<Way> ways = ways();
        for (Way way : ways) {
            try {
                return copy(way);
            } catch (TransferException e) {
                if (e.outlook() != Outlook.ANOTHER_WAY || way == ways.getLast() || !cleanUp()) {
                    throw e;
                }
                log.info("attempt {}: {} does not work, trying another way: {}", attempt.id(), way, e.getMessage());
            }
        }
        throw new IllegalStateException("no way to copy " + attempt.id());
    }

    /// Removes what this attempt wrote. Must not be interrupted.
    ///
    /// @return whether the destination holds nothing of this transfer
    boolean cleanUp() throws InterruptedException {
        if (footprint.isDirty()) {
            if (footprint.mayRemoteCopyRun()) {
                tools.clock().pause(tools.settings().tpcCancelGrace());
            }
            try {
                destination.remove(false);
                footprint.clean();
            } catch (TransferException e) {
                log.warn("attempt {}: {} stays behind: {}", attempt.id(), destination.name(), e.getMessage());
            }
        }
        return footprint.isClean();
    }

    private List<Way> ways() throws InterruptedException {
        List<Way> ways = new ArrayList<>();
        if (tools.settings().thirdPartyCopy() != TpcPolicy.OFF
                && source instanceof HttpFile from
                && destination instanceof HttpFile to
                && !rule.needsOurOwn(sourceFacts)) {
            if (to.offersCopy()) {
                ways.add(Way.PULL);
            }
            if (from.offersCopy()) {
                ways.add(tools.settings().thirdPartyCopy() == TpcPolicy.PREFER_PUSH ? 0 : ways.size(), Way.PUSH);
            }
        }
        ways.add(Way.STREAM);
        return ways;
    }

    /// Takes what an earlier attempt left as the result if it is the whole file, else removes it.
    private Optional<Result> takeOver() throws TransferException, InterruptedException {
        if (source.isRemote() && destination.isRemote()) {
            tools.clock().pause(tools.oldCopiesMayRunFor());
        }
        Optional<FileFacts> found = destination.look(true);
        if (found.isPresent()) {
            Checksum there = found.get().checksum();
            if (found.get().sizeBytes() == sourceFacts.sizeBytes() && there != null && there.equals(knownChecksum())) {
                footprint.earlierGone();
                return Optional.of(new Result(sourceFacts.sizeBytes(), there));
            }
            footprint.writing();
            destination.remove(true);
            footprint.clean();
        }
        footprint.earlierGone();
        return Optional.empty();
    }

    private @Nullable Checksum knownChecksum() throws TransferException, InterruptedException {
        if (rule.given() != null) {
            return rule.given();
        }
        return sourceFacts.checksum() != null
                ? sourceFacts.checksum()
                : source.look(true).map(FileFacts::checksum).orElse(null);
    }

    private Result copy(Way way) throws TransferException, InterruptedException {
        if (way != Way.PULL && !options.overwrite() && destination.look(false).isPresent()) {
            throw TransferException.destinationExists();
        }
        return switch (way) {
            case PULL -> {
                long counted = thirdParty().pull(connections);
                yield verifyThirdParty(counted);
            }
            case PUSH -> {
                long counted = thirdParty().push();
                yield verifyThirdParty(counted);
            }
            case STREAM -> stream();
        };
    }

    private ThirdPartyCopy thirdParty() {
        return new ThirdPartyCopy((HttpFile) source, (HttpFile) destination, options.overwrite(), footprint, progress);
    }

    private Result verifyThirdParty(long countedBytes) throws TransferException, InterruptedException {
        Result result = verify(sourceFacts.sizeBytes(), null);
        progress.moved(result.sizeBytes() - countedBytes);
        return result;
    }

    private Result stream() throws TransferException, InterruptedException {
        OpenBytes open = source.open();
        long expected = sourceFacts.sizeBytes() >= 0 ? sourceFacts.sizeBytes() : open.sizeBytes();
        Relay relay = new Relay(open.bytes(), expected, progress::moved);
        if (open.sizeBytes() >= 0 && open.sizeBytes() != expected) {
            relay.abort();
            throw new TransferException(
                    ErrorCode.SOURCE_SIZE_MISMATCH,
                    "the source " + source.name() + " changed from " + expected + " to " + open.sizeBytes()
                            + " bytes between two looks; copy it when it is at rest");
        }
        progress.begin();
        try {
            destination.write(relay, expected, options.overwrite(), footprint);
        } finally {
            progress.rest();
        }
        return expected == 0 ? verify(0, Checksum.adler32(1)) : verify(relay.passedBytes(), relay.checksum());
    }

    /// Compares the destination with what it should be.
    ///
    /// @param sizeBytes its right size, or -1 if nobody knows
    /// @param ours the checksum of the bytes that went through us, null if they did not
    private Result verify(long sizeBytes, @Nullable Checksum ours) throws TransferException, InterruptedException {
        Checksum reference = firstOf(rule.given(), sourceFacts.checksum(), ours);
        if (ours != null && !ours.equals(reference)) {
            throw mismatch("the bytes read from the source have checksum " + ours, reference);
        }
        Optional<FileFacts> found = destination.look(rule.asksDestination(destination, reference));
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
            throw ChecksumRule.unavailable(destination.side(), destination.name(), "the storage does not tell it");
        }
        if (there != null && reference != null && !there.equals(reference)) {
            throw mismatch("the destination " + destination.name() + " has checksum " + there, reference);
        }
        boolean seen = there != null || ours != null || sourceFacts.checksum() != null;
        return new Result(Math.max(sizeBytes, facts.sizeBytes()), seen ? reference : null);
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
