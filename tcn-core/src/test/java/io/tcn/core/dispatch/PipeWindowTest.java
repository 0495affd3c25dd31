// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.Growth;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.port.QueuedTransfer;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PipeWindowTest {
    private static final URI END = URI.create("https://a/f");

    @Test
    void cancellingAllThatIsInTheWindowLooksAtEachOnce() {
        double growth = Growth.of(1_000, size -> {
            PipeWindow window = window(size);
            // The last first: a search from the beginning would find each at the end.
            return () ->
                    IntStream.iterate(size, id -> id > 0, id -> id - 1).forEach(id -> window.remove(TransferId.of(id)));
        });

        assertThat(growth).isLessThan(Growth.MOST);
    }

    @Test
    void whatWasRemovedIsGone() {
        PipeWindow window = window(3);
        window.remove(TransferId.of(2));
        window.remove(TransferId.of(7));

        assertThat(IntStream.range(0, 2).mapToObj(i -> window.takeFirst(free -> true)))
                .extracting(taken -> taken.transfer().id().value())
                .containsExactly(1L, 3L);
        assertThat(window.takeFirst(free -> true)).isNull();
    }

    private static PipeWindow window(int size) {
        PipeWindow window = new PipeWindow(running -> false);
        List<QueuedTransfer> all = IntStream.rangeClosed(1, size)
                .mapToObj(id -> new QueuedTransfer(transfer(id), 0, 0, null))
                .toList();
        window.loaded(all, false, Instant.EPOCH);
        return window;
    }

    private static Transfer transfer(long id) {
        return new Transfer(
                TransferId.of(id),
                PipeId.of("p"),
                END,
                END,
                10,
                Transfer.DEFAULT_PRIORITY,
                Set.of(),
                new TransferOptions(false, null, ChecksumMode.WHEN_OBTAINABLE, 5, Duration.ofMinutes(2), null));
    }
}
