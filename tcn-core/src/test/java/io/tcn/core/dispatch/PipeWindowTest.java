// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.Growth;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.GroupId;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferLimit;
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

    // --- limits

    @Test
    void aSteadyFlowOfSmallJobsDoesNotHideWhatCanStartBehindFullLimits() {
        PipeWindow window = new PipeWindow(running -> false);
        Duration pause = Duration.ofSeconds(1);
        for (int limit = 1; limit <= 3; limit++) {
            window.noteStale();
            window.loadStarted(0, pause);
            assertThat(window.queueOrder().without()).hasSize(limit - 1);
            window.loaded(List.of(limited(limit, limit), limited(limit + 10, limit)), true, Instant.EPOCH);
            assertThat(window.takeFirst(free -> true, fits -> false)).isNull();
        }

        window.noteStale();
        window.loadStarted(0, pause);
        assertThat(window.queueOrder().without()).hasSize(3);
        window.loaded(List.of(new QueuedTransfer(transfer(100), 0, 0, null)), true, Instant.EPOCH);
        assertThat(window.takeFirst(free -> true, fits -> false)).isNotNull();

        // What is held may be out of date: it is asked for again, a second for each limit after the last time.
        assertThat(window.wantsLoadSoon()).isTrue();
        window.loadStarted(Duration.ofMillis(2_999).toNanos(), pause);
        assertThat(window.queueOrder().without()).hasSize(3);
        window.loaded(List.of(), false, Instant.EPOCH);
        assertThat(window.wantsLoadSoon()).isTrue();
        window.loadStarted(pause.multipliedBy(3).toNanos(), pause);
        assertThat(window.queueOrder().without()).isEmpty();
        window.loaded(List.of(limited(1, 1), limited(2, 2), limited(3, 3)), false, Instant.EPOCH);
        assertThat(window.wantsLoadSoon()).isFalse();
        assertThat(window.wantsLoadNow(4, 1, false)).isFalse();
    }

    private static QueuedTransfer limited(long id, long limit) {
        Transfer free = transfer(id);
        return new QueuedTransfer(
                free.withOptions(free.options()
                        .withLimit(new TransferLimit(new LimitId(limit), "a token", Double.POSITIVE_INFINITY, 1))),
                0,
                0,
                null);
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
        window.loadStarted(0, Duration.ofSeconds(1));
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
