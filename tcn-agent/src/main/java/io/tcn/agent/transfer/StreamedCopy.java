// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.Footprint;
import io.tcn.agent.OpenBytes;
import io.tcn.agent.Pace;
import io.tcn.agent.Progress;
import io.tcn.agent.Relay;
import io.tcn.agent.StoredFile;
import io.tcn.agent.TransferException;
import io.tcn.agent.path.PathMeter;
import io.tcn.agent.staging.FileStreams;
import io.tcn.agent.staging.PipeStages;
import io.tcn.agent.staging.SplitReading;
import io.tcn.agent.staging.StagedReading;
import io.tcn.agent.staging.WritePlace;
import io.tcn.core.model.PipeId;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/// A copy that passes through us: directly, one request that reads feeding one that writes, or several that read once
/// it has several connections; or in two stages with a buffer between them, where the tuning of the pipe says how many
/// requests read or write. Either way the same relay
/// counts, sums, and holds the bytes that reach the destination to their pace.
final class StreamedCopy {
    private final Tools tools;
    private final StoredFile source;
    private final StoredFile destination;
    private final long sizeBytes;
    private final boolean overwrite;
    private final Footprint footprint;
    private final Progress progress;
    private final Consumer<Relay> began;
    private final PipeId pipe;
    private final FileStreams streams;

    /// @param pipe whose way it goes
    /// @param began is told of the relay before anything is written
    /// @param streams says how many requests read where no tuning does
    StreamedCopy(
            Tools tools,
            PipeId pipe,
            Prepared prepared,
            boolean overwrite,
            Footprint footprint,
            Progress progress,
            Consumer<Relay> began,
            FileStreams streams) {
        this.tools = tools;
        this.pipe = pipe;
        this.source = prepared.source();
        this.destination = prepared.destination();
        this.sizeBytes = prepared.sizeBytes();
        this.overwrite = overwrite;
        this.footprint = footprint;
        this.progress = progress;
        this.began = began;
        this.streams = streams;
    }

    /// Copies, and returns once the file is safely there.
    Relay run(Pace pace, PipeStages stages) throws TransferException, InterruptedException {
        // An empty file has nothing to read.
        if (stages.isTuned() && sizeBytes != 0) {
            streams.giveUp();
            progress.uses(1);
            return inStages(pace, stages);
        }
        return directly(pace);
    }

    private Relay directly(Pace pace) throws TransferException, InterruptedException {
        OpenBytes open = source.open();
        streams.allow(source, open.sizeBytes());
        if (!streams.isPossible()) {
            progress.uses(1);
            return write(open, pace, progress::moved, starving -> {});
        }
        try (SplitReading reading = new SplitReading(
                source,
                open,
                open.sizeBytes(),
                tools.stages().ofFileOf(pipe),
                tools.settings().stallTimeout(),
                progress::holdFor,
                streams,
                progress::uses)) {
            reading.begin();
            return write(
                    new OpenBytes(open.sizeBytes(), open.state(), reading.bytes()),
                    pace,
                    progress::moved,
                    starving -> {});
        }
    }

    private Relay inStages(Pace pace, PipeStages stages) throws TransferException, InterruptedException {
        try (StagedReading reading =
                new StagedReading(source, sizeBytes, stages, tools.settings().stallTimeout(), progress::holdFor)) {
            reading.begin();
            try (WritePlace place = reading.enterWriting()) {
                return write(
                        reading.open(),
                        pace,
                        bytes -> {
                            progress.moved(bytes);
                            place.written(bytes);
                        },
                        place::starving);
            }
        }
    }

    private Relay write(OpenBytes open, Pace pace, LongConsumer moved, Consumer<Boolean> starving)
            throws TransferException, InterruptedException {
        // Nothing, said of a file before it was read, is believed if the reading says so too: a HEAD of what is made
        // on demand may say it of anything.
        boolean isTold = sizeBytes > 0 || (sizeBytes == 0 && open.sizeBytes() >= 0);
        long expected = isTold ? sizeBytes : open.sizeBytes();
        Relay relay = new Relay(open.bytes(), expected, moved, pace, footprint.lease());
        if (open.sizeBytes() >= 0 && open.sizeBytes() != expected) {
            relay.abort();
            throw TransferException.sizeChanged(source.name(), expected, open.sizeBytes());
        }
        progress.expect(expected);
        relay.onLastByte(progress::settle);
        relay.onStarving(starving);
        began.accept(relay);
        progress.begin();
        try (PathMeter.Copying _ = tools.paths().begins(pipe, source::peer, destination::peer)) {
            destination.write(relay, expected, overwrite, footprint);
        } finally {
            progress.rest();
        }
        return relay;
    }
}
