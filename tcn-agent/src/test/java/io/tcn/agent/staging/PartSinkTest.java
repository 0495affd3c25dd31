// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.port.TimeSource;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// A reader may say that it is done with its last bytes, while these wait for room.
class PartSinkTest {
    private static final int PIECE = StagedPart.PIECE_BYTES;
    private static final TimeSource STANDING = new TimeSource() {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Instant now() {
            return Instant.EPOCH;
        }
    };
    private final StagingRoom whole = new StagingRoom(4L * PIECE, 2L * PIECE);
    private final StagingRoom.OfPipe pipe = whole.ofPipe();
    private final StagingRoom.OfFile room = written();

    private StagingRoom.OfFile written() {
        StagingRoom.OfFile file = pipe.ofFile();
        file.written();
        return file;
    }

    private PartSink sink(StagedPart part) {
        PartSink sink = new PartSink(part, room, 0, new StageMeter(STANDING), () -> {});
        sink.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long lists) {}

            @Override
            public void cancel() {}
        });
        return sink;
    }

    private static List<ByteBuffer> bytes(int count) {
        return List.of(ByteBuffer.allocate(count));
    }

    @Test
    void theLastBytesOfAFileWaitForRoomAndTheFileIsWhole() throws Exception {
        StagedPart part = new StagedPart(0, 2 * PIECE + 10);
        PartSink sink = sink(part);
        sink.onNext(bytes(2 * PIECE));
        sink.onNext(bytes(10));
        sink.onComplete();
        assertThat(sink.done()).as("ten bytes have no room yet").isNotDone();

        assertThat(part.take()).isNotNull();
        room.release(part.drop());

        sink.done().get(30, TimeUnit.SECONDS);
        assertThat(part.filled()).isEqualTo(2 * PIECE + 10);
    }

    @Test
    void aFileOfUnknownSizeIsNotCutShortWhereItsLastBytesWaitForRoom() throws Exception {
        StagedPart part = new StagedPart(0, -1);
        PartSink sink = sink(part);
        sink.onNext(bytes(2 * PIECE));
        sink.onNext(bytes(10));
        sink.onComplete();
        assertThat(part.take()).isNotNull();
        assertThat(part.take()).isNotNull();
        assertThat(part.isUsedUp()).as("ten bytes are still to come").isFalse();

        room.release(part.drop());

        sink.done().get(30, TimeUnit.SECONDS);
        assertThat(part.filled()).isEqualTo(2 * PIECE + 10);
        assertThat(part.take()).isNotNull();
        assertThat(part.isUsedUp()).isTrue();
    }
}
