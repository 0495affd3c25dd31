// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.FileFacts;
import io.tcn.agent.Footprint;
import io.tcn.agent.Pace;
import io.tcn.agent.Progress;
import io.tcn.agent.Relay;
import io.tcn.agent.StoredFile;
import io.tcn.agent.TransferException;
import io.tcn.agent.TransferException.Outlook;
import io.tcn.agent.http.HttpFile;
import io.tcn.agent.http.ThirdPartyCopy;
import io.tcn.agent.staging.FileStreams;
import io.tcn.agent.transfer.Aftermath.Ending;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.EarlierWrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The second phase of an attempt: copies and verifies. What becomes of the destination when that fails is the work of
/// [Aftermath].
///
/// Failure policy: the destination ends up whole and verified, or without anything that this attempt wrote. What was
/// there before is never removed unless an earlier attempt may have written it. Ways of copying are tried in turn
/// (pulled by the destination, pushed by the source, streamed through us) only as long as the failure of one does not
/// foretell that of the next; the first failure is the one that is told.
final class CopyWork {
    private static final Logger log = LoggerFactory.getLogger(CopyWork.class);

    private final Tools tools;
    private final Attempt attempt;
    private final Prepared prepared;
    private final TransferOptions options;
    private final StoredFile source;
    private final StoredFile destination;
    private final FileFacts sourceFacts;
    private final int connections;
    private final FileStreams streams;
    private final ChecksumRule rule;
    private final Footprint footprint;
    private final Progress progress;
    private final Verification verification;
    private final Aftermath aftermath;
    private @Nullable FileFacts before;
    private @Nullable Relay relay;

    /// @param connections with which storages copy among themselves
    /// @param streams how many requests read what passes through us
    CopyWork(
            Tools tools,
            Attempt attempt,
            Prepared prepared,
            int connections,
            FileStreams streams,
            Footprint footprint,
            Progress progress) {
        this.tools = tools;
        this.attempt = attempt;
        this.prepared = prepared;
        this.options = attempt.transfer().options();
        this.source = prepared.source();
        this.destination = prepared.destination();
        this.sourceFacts = prepared.sourceFacts();
        this.before = prepared.before();
        this.connections = connections;
        this.streams = streams;
        this.rule = new ChecksumRule(options);
        this.footprint = footprint;
        this.progress = progress;
        this.verification = new Verification(tools.clock(), rule, prepared, footprint);
        this.aftermath = new Aftermath(tools, attempt, destination, footprint);
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

    CopyResult run() throws TransferException, InterruptedException {
        EarlierWrite earlier = attempt.earlier();
        if (earlier != null) {
            Optional<CopyResult> result = takeOver(earlier);
            if (result.isPresent()) {
                return result.get();
            }
        } else if (before != null && !options.overwrite()) {
            return takeWhole(before);
        }
        TransferException first = null;
        List<Way> ways = ways();
        for (Way way : ways) {
            try {
                return copyTwice(way);
            } catch (TransferException e) {
                first = first == null ? e : first.followedBy(e);
                if (e.outlook() != Outlook.ANOTHER_WAY
                        || way == ways.getLast()
                        || !(settle(false) instanceof Ending.Gone)) {
                    throw first;
                }
                log.info("attempt {}: {} does not work, trying another way: {}", attempt.id(), way, e.getMessage());
            }
        }
        throw new IllegalStateException("no way to copy " + attempt.id());
    }

    /// Leaves the destination as it should be after a failure. Must not be interrupted.
    ///
    /// @param takeWhole whether a file that proves to be whole is still welcome
    Ending settle(boolean takeWhole) throws InterruptedException {
        Relay passed = relay;
        long whole = wholeBytes(passed);
        Checksum ours = passed != null && passed.isComplete() ? passed.checksum() : null;
        return aftermath.settle(
                before, whole, takeWhole && whole >= 0 ? new Aftermath.Wanted(verification, whole, ours) : null);
    }

    /// Size of the whole file as far as it is known by now, else -1.
    private long wholeBytes(@Nullable Relay passed) {
        if (passed == null || (sourceFacts.sizeBytes() >= 0 && passed.expectedBytes() >= 0)) {
            return sourceFacts.sizeBytes();
        }
        return passed.isComplete() ? passed.passedBytes() : passed.expectedBytes();
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
            if (from.offersPush()) {
                ways.add(tools.settings().thirdPartyCopy() == TpcPolicy.PREFER_PUSH ? 0 : ways.size(), Way.PUSH);
            }
        }
        ways.add(Way.STREAM);
        return ways;
    }

    /// Takes what lies there as the result if it is the whole file beyond doubt, whoever wrote it; nothing is removed.
    private CopyResult takeWhole(FileFacts found) throws TransferException, InterruptedException {
        Optional<CopyResult> whole = verification.whole(sourceFacts.sizeBytes(), null);
        if (whole.isEmpty()) {
            throw Preparation.existing(options, found);
        }
        return whole.get();
    }

    /// Takes what an earlier attempt left as the result if it is the whole file; else removes it, if it can be what
    /// that attempt wrote.
    private Optional<CopyResult> takeOver(EarlierWrite earlier) throws TransferException, InterruptedException {
        tools.awaitOldCopies(attempt);
        Optional<FileFacts> found = destination.inspect();
        before = found.orElse(null);
        if (found.isPresent()) {
            Optional<CopyResult> whole = found.get().sizeBytes() == sourceFacts.sizeBytes()
                    ? verification.whole(sourceFacts.sizeBytes(), null)
                    : Optional.empty();
            if (whole.isPresent()) {
                footprint.earlierGone();
                return whole;
            }
            Evidence evidence = Evidence.ofEarlier(earlier, found.get());
            switch (evidence.verdict()) {
                case OURS -> {
                    before = destination.remove(found.get(), footprint)
                            ? null
                            : destination.inspect().orElse(null);
                    if (before != null) {
                        footprint.earlierGone();
                        refuseExisting();
                    }
                }
                case FOREIGN -> {
                    footprint.earlierGone();
                    refuseExisting();
                }
                case DOUBTFUL -> {
                    refuseExisting();
                    // Until it is overwritten it may be what the earlier attempt left.
                    removeParts();
                    return Optional.empty();
                }
            }
        }
        removeParts();
        footprint.earlierGone();
        return Optional.empty();
    }

    private void removeParts() throws TransferException, InterruptedException {
        footprint.mayTouch();
        destination.removeParts();
    }

    private void refuseExisting() throws TransferException {
        if (!options.overwrite()) {
            throw TransferException.destinationExists();
        }
    }

    private CopyResult copyTwice(Way way) throws TransferException, InterruptedException {
        try {
            return copy(way);
        } catch (TransferException e) {
            if (e.outlook() != Outlook.SAME_WAY || !(settle(false) instanceof Ending.Gone)) {
                throw e;
            }
            log.info("attempt {}: begun anew: {}", attempt.id(), e.getMessage());
            return copy(way);
        }
    }

    private CopyResult copy(Way way) throws TransferException, InterruptedException {
        if (way != Way.PULL && !options.overwrite() && destination.look(false).isPresent()) {
            throw TransferException.destinationExists();
        }
        Pace pace = tools.shaper().paceOf(attempt.transfer().pipe(), options.limit());
        // What two storages copy is not held back, but leaves less to what is streamed under the same bounds.
        progress.alsoTell(way == Way.STREAM ? bytes -> {} : pace::passed);
        if (way == Way.PULL) {
            progress.uses(connections);
        } else if (way == Way.PUSH || !streams.isPossible()) {
            progress.uses(1);
        }
        return switch (way) {
            case PULL -> {
                long counted = thirdParty().pull(connections);
                if (connections > 1) {
                    // Nobody has told how they came: all at once they would be a debt of hours to whoever is streamed.
                    progress.alsoTell(bytes -> {});
                }
                yield verifyThirdParty(counted);
            }
            case PUSH -> {
                long counted = thirdParty().push();
                yield verifyThirdParty(counted);
            }
            case STREAM -> stream(new HeldPace(pace, progress));
        };
    }

    private ThirdPartyCopy thirdParty() {
        return new ThirdPartyCopy(
                (HttpFile) source,
                (HttpFile) destination,
                prepared.sizeBytes(),
                options.overwrite(),
                footprint,
                progress);
    }

    private CopyResult verifyThirdParty(long countedBytes) throws TransferException, InterruptedException {
        CopyResult result = verification.verify(prepared.sizeBytes(), null);
        progress.moved(result.sizeBytes() - countedBytes);
        return result;
    }

    private CopyResult stream(Pace pace) throws TransferException, InterruptedException {
        Relay passed = new StreamedCopy(
                        tools,
                        attempt.transfer().pipe(),
                        prepared,
                        options.overwrite(),
                        footprint,
                        progress,
                        begun -> relay = begun,
                        streams)
                .run(pace, tools.stages().of(attempt.transfer().pipe()));
        return passed.expectedBytes() == 0
                ? verification.verify(0, Checksum.adler32(1))
                : verification.verify(passed.passedBytes(), passed.checksum());
    }
}
