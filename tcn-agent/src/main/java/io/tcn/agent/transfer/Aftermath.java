// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.FileFacts;
import io.tcn.agent.Footprint;
import io.tcn.agent.SafeText;
import io.tcn.agent.StoredFile;
import io.tcn.agent.TransferException;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.EarlierWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What becomes of a destination after an attempt that did not end well.
///
/// It looks before it removes. A file that is whole and right is the result, where one is still wanted. A file that can
/// be what this transfer wrote is removed; one that somebody else wrote stays, and so does one of which that cannot be
/// told ([Evidence]). What had to stay is said with its reason. Must not be interrupted.
final class Aftermath {
    private static final Logger log = LoggerFactory.getLogger(Aftermath.class);
    /// So often the destination is looked at while a storage may go on with a copy that was called back.
    private static final int LOOKS = 5;

    private final Tools tools;
    private final Attempt attempt;
    private final StoredFile destination;
    private final DestinationKey key;
    private final Footprint footprint;

    Aftermath(Tools tools, Attempt attempt, StoredFile destination, Footprint footprint) {
        this.tools = tools;
        this.attempt = attempt;
        this.destination = destination;
        this.key = DestinationKey.of(attempt.transfer().destination());
        this.footprint = footprint;
    }

    /// How the destination was left.
    sealed interface Ending {
        /// It holds the whole file.
        record Whole(CopyResult result) implements Ending {}

        /// It holds nothing of this transfer.
        record Gone() implements Ending {}

        /// It may hold something of this transfer.
        ///
        /// @param why for people
        record Left(ErrorCode code, String why) implements Ending {}
    }

    /// What a whole file would be recognised by.
    ///
    /// @param sizeBytes its size
    /// @param ours checksum of the bytes that went through us, null if not all did
    record Wanted(
            Verification verification,
            long sizeBytes,
            @Nullable Checksum ours) {}

    /// After this attempt wrote.
    ///
    /// @param before what lay there before, null if nothing
    /// @param mostBytes how much it can have written, or -1 if nobody knows
    /// @param wanted what would still be welcome, null if nothing
    Ending settle(@Nullable FileFacts before, long mostBytes, @Nullable Wanted wanted) throws InterruptedException {
        if (footprint.stays().isPresent()) {
            return new Ending.Left(
                    destination.side().permission(), footprint.stays().get());
        }
        try {
            footprint.mayTouch();
            destination.removeParts();
            if (!footprint.isDirty()) {
                return new Ending.Gone();
            }
            boolean replaced = footprint.mayRemoteCopyRun() && awaitRemoteCopy(mostBytes);
            Optional<FileFacts> found = inspect();
            if (found.isPresent() && wanted != null && found.get().sizeBytes() == wanted.sizeBytes()) {
                Optional<CopyResult> whole = wanted.verification().whole(wanted.sizeBytes(), wanted.ours());
                if (whole.isPresent()) {
                    footprint.clean();
                    return new Ending.Whole(whole.get());
                }
            }
            if (found.isEmpty()) {
                nothingIsThere();
                return new Ending.Gone();
            }
            Instant began = tools.clock().now().minus(footprint.age());
            Evidence evidence = !tools.writers().isLast(key, attempt.id())
                    ? Evidence.foreign("another transfer has written it since")
                    : replaced
                            ? Evidence.foreign("somebody has replaced it")
                            : Evidence.ofRunning(before, began, found.get(), mostBytes);
            boolean isOurs = evidence.verdict() == Evidence.Verdict.OURS;
            return act(found.get(), evidence, isOurs ? this::nothingIsThere : footprint::clean);
        } catch (TransferException e) {
            return left(e.code(), String.valueOf(e.getMessage()));
        }
    }

    /// Nor anything of an earlier attempt.
    private void nothingIsThere() {
        footprint.clean();
        footprint.earlierGone();
    }

    /// Where this attempt has written nothing, but an earlier one may have. When nothing can be told of the file, it
    /// stays.
    Ending settleEarlier(EarlierWrite earlier) throws InterruptedException {
        try {
            footprint.mayTouch();
            destination.removeParts();
            tools.awaitOldCopies(attempt);
            Optional<FileFacts> found = inspect();
            if (found.isEmpty()) {
                footprint.earlierGone();
                return new Ending.Gone();
            }
            Evidence evidence = tools.writers().isBusyBesides(key, attempt.id())
                    ? Evidence.foreign("another transfer writes it")
                    : Evidence.ofEarlier(earlier, found.get());
            return act(found.get(), evidence, footprint::earlierGone);
        } catch (TransferException e) {
            return left(e.code(), String.valueOf(e.getMessage()));
        }
    }

    private Ending act(FileFacts found, Evidence evidence, Runnable nothingOfOurs)
            throws TransferException, InterruptedException {
        switch (evidence.verdict()) {
            case OURS -> {
                if (!destination.remove(found, footprint)) {
                    log.info(
                            "attempt {}: {} may have been removed, and somebody else's file is there, which stays",
                            attempt.id(),
                            name());
                }
            }
            case FOREIGN ->
                log.info("attempt {}: {} is somebody else's and stays: {}", attempt.id(), name(), evidence.why());
            case DOUBTFUL -> {
                return left(
                        ErrorCode.DESTINATION_EXISTS,
                        "nobody can tell whether it is what this transfer wrote: " + evidence.why());
            }
        }
        nothingOfOurs.run();
        return new Ending.Gone();
    }

    private Ending left(ErrorCode code, String why) {
        log.warn("attempt {}: {} stays behind: {}", attempt.id(), name(), why);
        return new Ending.Left(code, "what was written stays at the destination: " + why);
    }

    private String name() {
        return SafeText.of(attempt.transfer().destination());
    }

    /// Gives a storage time to notice that its copy was called back, and watches the file meanwhile.
    ///
    /// @return whether somebody replaced the file in that time
    private boolean awaitRemoteCopy(long wholeBytes) throws InterruptedException {
        Duration grace = tools.settings().tpcCancelGrace();
        FileFacts last = watch();
        if (last == null) {
            tools.clock().pause(grace);
            return false;
        }
        for (int look = 0; look < LOOKS; look++) {
            tools.clock().pause(grace.dividedBy(LOOKS));
            FileFacts now = watch();
            if (now != null) {
                if (Evidence.wasReplaced(last, now, wholeBytes)) {
                    return true;
                }
                last = now;
            }
        }
        return false;
    }

    /// One look that may fail; a storage in trouble is not asked again and again.
    private @Nullable FileFacts watch() throws InterruptedException {
        try {
            return destination.inspect().orElse(null);
        } catch (TransferException e) {
            log.debug("attempt {}: cannot watch {}: {}", attempt.id(), name(), e.getMessage());
            return null;
        }
    }

    private Optional<FileFacts> inspect() throws TransferException, InterruptedException {
        return new PatientLook(tools.clock(), destination).at(destination::inspect);
    }
}
