// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.FileFacts;
import io.tcn.agent.Footprint;
import io.tcn.agent.SafeText;
import io.tcn.agent.Side;
import io.tcn.agent.StoredFile;
import io.tcn.agent.TransferException;
import io.tcn.agent.http.HttpAddress;
import io.tcn.agent.http.HttpFile;
import io.tcn.agent.http.Queueing;
import io.tcn.agent.local.LocalFile;
import io.tcn.agent.staging.FileStreams;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.ExistingFile;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.port.Attempt;
import java.net.URI;
import java.util.Optional;

/// The first phase of an attempt: looks at both ends and writes nothing. Refuses early what cannot work.
final class Preparation {
    /// Files below this size are not worth several connections: XRootD splits in blocks of 16 MiB.
    private static final long MIN_BYTES_FOR_STREAMS = 16L << 20;

    private final Tools tools;
    private final Attempt attempt;
    private final Transfer transfer;
    private final Footprint footprint;
    private final AttemptTrace trace;
    private final Queueing queueing;

    /// @param trace follows what is asked of storages
    Preparation(Tools tools, Attempt attempt, Footprint footprint, AttemptTrace trace, Queueing queueing) {
        this.trace = trace;
        this.queueing = queueing;
        this.tools = tools;
        this.attempt = attempt;
        this.transfer = attempt.transfer();
        this.footprint = footprint;
    }

    Prepared look() throws TransferException, InterruptedException {
        StoredFile source = fileAt(Side.SOURCE, transfer.source());
        StoredFile destination = destination();
        FileFacts facts = lookAtSource(source);
        FileFacts before = lookAtDestination(destination, facts).orElse(null);
        boolean streamed = tools.settings().thirdPartyCopy() == TpcPolicy.OFF
                || !(source instanceof HttpFile && destination instanceof HttpFile);
        int useful = streamed
                ? FileStreams.most(source, facts.sizeBytes(), tools.settings().maxStreams())
                : storageStreams(destination, facts.sizeBytes());
        PipeTuning tuning = attempt.tuning();
        // Where a tuning says how many requests read, connections do not.
        boolean inStages = streamed && (tuning.readThreads() > 0 || tuning.writeThreads() > 0);
        int connections = inStages
                ? 1
                : Math.min(
                        Math.min(tuning.streamsPerTransfer(), transfer.options().maxStreams()), useful);
        long sizeBytes = facts.sizeBytes() >= 0 ? facts.sizeBytes() : transfer.sizeBytes();
        return new Prepared(source, destination, facts, sizeBytes, before, connections, streamed);
    }

    /// The destination, without looking at it.
    StoredFile destination() throws TransferException {
        return fileAt(Side.DESTINATION, transfer.destination());
    }

    private StoredFile fileAt(Side side, URI url) throws TransferException {
        if (HttpAddress.isHttp(url)) {
            return new HttpFile(
                    tools.calls(), side, url, tools.settings().tokens().find(transfer, side), trace::parent, queueing);
        }
        if ("file".equalsIgnoreCase(url.getScheme())) {
            return new LocalFile(
                    side,
                    tools.roots().resolve(url, side),
                    transfer.id().toString(),
                    attempt.id().number());
        }
        throw new TransferException(
                ErrorCode.UNSUPPORTED_SCHEME,
                "the " + side.word() + " " + SafeText.of(url.toString())
                        + " cannot be reached: known are http, https, dav, davs and file URLs");
    }

    private FileFacts lookAtSource(StoredFile source) throws TransferException, InterruptedException {
        String path = transfer.source().getPath();
        if (path == null || path.endsWith("/")) {
            throw new TransferException(
                    ErrorCode.SOURCE_IS_DIRECTORY, "the source " + source.name() + " is a folder; name a file");
        }
        ChecksumRule rule = new ChecksumRule(transfer.options());
        Optional<FileFacts> found = source.look(rule.asksSource(source));
        if (found.isEmpty()) {
            throw new TransferException(
                    ErrorCode.SOURCE_NOT_FOUND,
                    "there is no source " + source.name() + "; see whether the name is right");
        }
        FileFacts facts = found.get();
        if (transfer.sizeBytes() >= 0 && facts.sizeBytes() >= 0 && transfer.sizeBytes() != facts.sizeBytes()) {
            throw new TransferException(
                    ErrorCode.SOURCE_SIZE_MISMATCH,
                    "the source " + source.name() + " has " + facts.sizeBytes() + " bytes, the transfer says "
                            + transfer.sizeBytes() + "; correct one of them");
        }
        rule.checkSource(source, facts);
        return facts;
    }

    private Optional<FileFacts> lookAtDestination(StoredFile destination, FileFacts sourceFacts)
            throws TransferException, InterruptedException {
        String path = transfer.destination().getPath();
        if (path == null || path.endsWith("/")) {
            throw new TransferException(
                    ErrorCode.DESTINATION_IS_DIRECTORY,
                    "the destination " + destination.name() + " is a folder; name a file");
        }
        TransferOptions options = transfer.options();
        boolean refuse = !options.overwrite() && !attempt.destinationMayBeOurs();
        boolean mayBeDone = refuse && options.acceptsWhole();
        Optional<FileFacts> found = refuse ? destination.look(options.describeExisting()) : destination.inspect();
        if (found.isEmpty()) {
            return found;
        }
        if (mayBeDone && isAsLong(found.get(), sourceFacts)) {
            return found;
        }
        if (refuse) {
            throw existing(options, found.get());
        }
        if (destination.isFolder()) {
            footprint.earlierGone();
            throw new TransferException(
                    ErrorCode.DESTINATION_IS_DIRECTORY,
                    "the destination " + destination.name() + " is a folder; name a file");
        }
        return found;
    }

    private static boolean isAsLong(FileFacts found, FileFacts sourceFacts) {
        return found.sizeBytes() >= 0 && found.sizeBytes() == sourceFacts.sizeBytes();
    }

    /// The refusal of what exists at the destination.
    static TransferException existing(TransferOptions options, FileFacts found) {
        return TransferException.destinationExists(
                options.describeExisting() ? new ExistingFile(found.sizeBytes(), found.checksum()) : null);
    }

    private int storageStreams(StoredFile destination, long sizeBytes) throws InterruptedException {
        int most = tools.settings().maxTpcStreams();
        return most > 1
                        && sizeBytes > MIN_BYTES_FOR_STREAMS
                        && destination instanceof HttpFile file
                        && file.offersCopy()
                ? most
                : 1;
    }
}
