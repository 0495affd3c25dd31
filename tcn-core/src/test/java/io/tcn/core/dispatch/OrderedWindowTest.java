// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.SizeHistogram;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.port.QueuedTransfer;
import java.net.URI;
import java.util.Comparator;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The window does what a sorted set does, whatever comes in which order.
class OrderedWindowTest {
    private static final Comparator<QueuedTransfer> ORDER = Comparator.comparingInt(
                    (QueuedTransfer queued) -> -queued.transfer().priority())
            .thenComparing(queued -> queued.transfer().id());
    private static final URI END = URI.create("https://a/f");

    @Test
    void itDoesWhatASortedSetDoes() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = Random.from(new SplittableRandom(seed));
            OrderedWindow window = new OrderedWindow(ORDER);
            TreeSet<QueuedTransfer> expected = new TreeSet<>(ORDER);
            for (int step = 0; step < 300; step++) {
                QueuedTransfer some = queued(1 + random.nextInt(60));
                switch (random.nextInt(8)) {
                    case 0, 1, 2, 3 -> assertThat(window.add(some)).isEqualTo(expected.add(some));
                    case 4, 5 -> {
                        if (!expected.isEmpty()) {
                            assertThat(window.first()).isEqualTo(expected.first());
                            window.remove(window.first());
                            expected.removeFirst();
                        }
                    }
                    case 6 -> {
                        TransferId id = some.transfer().id();
                        boolean isThere = expected.remove(some);
                        QueuedTransfer found = window.find(id);
                        assertThat(found != null).isEqualTo(isThere);
                        if (found != null) {
                            window.remove(found);
                        }
                    }
                    default -> {
                        if (random.nextInt(30) == 0) {
                            window.clear();
                            expected.clear();
                        }
                    }
                }
                assertThat(window).containsExactlyElementsOf(expected);
                assertThat(window.size()).isEqualTo(expected.size());
                assertThat(window.isEmpty()).isEqualTo(expected.isEmpty());
                assertSizes(window, expected);
            }
        }
    }

    /// Sizes are counted as transfers come and go; those of unknown size are left out.
    private static void assertSizes(OrderedWindow window, Set<QueuedTransfer> expected) {
        long bytes = 0;
        SizeHistogram sizes = SizeHistogram.NONE;
        for (QueuedTransfer queued : expected) {
            long size = queued.transfer().sizeBytes();
            bytes += Math.max(0, size);
            sizes = size < 0 ? sizes : sizes.plus(size);
        }
        assertThat(window.sizes().bytes()).isEqualTo(bytes);
        assertThat(window.sizes().histogram()).isEqualTo(sizes);
    }

    /// The priority follows from the number: one transfer has one place.
    private static QueuedTransfer queued(long id) {
        return new QueuedTransfer(
                new Transfer(
                        TransferId.of(id),
                        PipeId.of("p"),
                        END,
                        END,
                        id % 7 == 0 ? Transfer.UNKNOWN_SIZE : id * 1_000_000,
                        (int) (1 + id % 3),
                        Set.of(),
                        TransferOptions.DEFAULT),
                0,
                0,
                null);
    }
}
