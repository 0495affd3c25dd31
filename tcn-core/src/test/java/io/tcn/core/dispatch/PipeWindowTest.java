// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.Growth;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.GroupId;
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
import java.util.stream.Stream;
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

        assertThat(IntStream.range(0, 2).mapToObj(i -> window.takeFirst(free -> true, fits -> true)))
                .extracting(taken -> taken.transfer().id().value())
                .containsExactly(1L, 3L);
        assertThat(window.takeFirst(free -> true, fits -> true)).isNull();
    }

    // --- groups

    @Test
    void groupsGoOneAfterTheOtherAndTakeTurnsWithWhatIsInNone() {
        PipeWindow window = grouped(List.of(8L, 7L), 7, 7, 8, 8, 0, 0, 0);
        assertThat(taken(window)).containsExactly(3L, 5L, 4L, 6L, 1L, 7L, 2L);
    }

    @Test
    void withoutAnOrderGroupsGoByNumber() {
        assertThat(taken(grouped(List.of(), 8, 7, 8, 7))).containsExactly(2L, 4L, 1L, 3L);
    }

    @Test
    void anotherOrderSortsWhatIsInMemoryAndAsksTheStoreAgain() {
        PipeWindow window = grouped(List.of(7L, 8L), 7, 8, 7, 8);
        window.setGroupOrder(List.of(new GroupId(8), new GroupId(7)));
        assertThat(window.wantsLoadSoon()).isTrue();
        assertThat(taken(window)).containsExactly(2L, 4L, 1L, 3L);
    }

    @Test
    void aGroupThatCameOrWentIsNoReasonToAskTheStoreAgain() {
        PipeWindow window = grouped(List.of(7L, 8L), 7, 8);
        window.setGroupOrder(List.of(new GroupId(7), new GroupId(9), new GroupId(8)));
        window.setGroupOrder(List.of(new GroupId(9), new GroupId(8)));
        assertThat(window.wantsLoadSoon()).isFalse();
        assertThat(window.queueOrder().groups()).containsExactly(new GroupId(9), new GroupId(8));
    }

    private static List<Long> taken(PipeWindow window) {
        return Stream.generate(() -> window.takeFirst(free -> true, fits -> true))
                .limit(window.size())
                .map(one -> one.transfer().id().value())
                .toList();
    }

    /// Transfers 1, 2, ... in the groups given; 0 for none.
    private static PipeWindow grouped(List<Long> order, int... groups) {
        PipeWindow window = new PipeWindow(running -> false);
        window.setGroupOrder(order.stream().map(GroupId::new).toList());
        List<QueuedTransfer> all = IntStream.range(0, groups.length)
                .mapToObj(i -> new QueuedTransfer(
                        transfer(i + 1), 0, 0, null, QueuedTransfer.DEFAULT_ACTIVITY, new GroupId(groups[i])))
                .toList();
        window.loadStarted();
        window.loaded(all, false, Instant.EPOCH);
        return window;
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
