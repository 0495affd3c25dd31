// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferState;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;

/// Goes through all ranges of some pipes' queues, several side by side: transfers of many pipes that were submitted
/// together lie on the same pages, and each page is then changed once and not once for each pipe. The ranges side by
/// side are of one state, and the next state begins when all of them are done.
final class QueueRanges {
    /// First what could come back to a queue that was gone through; last what has moved on meanwhile, or come back.
    private static final List<TransferState> PASSES = List.of(
            TransferState.ACTIVE,
            TransferState.CLAIMED,
            TransferState.QUEUED,
            TransferState.WAITING,
            TransferState.CLAIMED,
            TransferState.ACTIVE,
            TransferState.QUEUED);

    /// Priorities of transfers, and whether they wait for a retry.
    private static final int PRIORITIES = 5;

    private static final int RANGES = 2 * PRIORITIES;

    /// The first group of a range of the queue from one on; `>=` as in [QueueReader#HEAD_FROM].
    static final String GROUP_FROM = "select group_id from transfer where pipe_id = ? and state = ? and delayed = ?"
            + " and group_id >= ? order by pipe_id, state, delayed, group_id limit 1";

    private final JdbcTemplate jdbc;
    private final List<PipeId> pipes;
    private final int sideBySide;

    /// @param sideBySide ranges at most
    QueueRanges(JdbcTemplate jdbc, List<PipeId> pipes, int sideBySide) {
        this.jdbc = jdbc;
        this.pipes = List.copyOf(pipes);
        this.sideBySide = sideBySide;
    }

    /// The cursor with as many ranges as may be side by side, none of them empty; with none if all are done.
    CancelCursor opened(CancelCursor at) {
        CancelCursor cursor = at;
        List<QueueRange> ranges = new ArrayList<>(at.ranges());
        while (ranges.size() < sideBySide && mayOpen(cursor, ranges)) {
            PipeId pipe = pipe(cursor);
            TransferState state = state(cursor);
            if (cursor.step() % RANGES == 0 && cursor.group() == 0 && isEmpty(pipe, state)) {
                cursor = cursor.atStep(cursor.step() + RANGES, 0, 0);
                continue;
            }
            int range = cursor.step() % RANGES;
            QueueRange next =
                    new QueueRange(pipe, state, range >= PRIORITIES, cursor.group(), range % PRIORITIES + 1, 0);
            if (!isEmpty(next)) {
                ranges.add(next);
            }
            cursor = afterRange(pipe, state, cursor);
        }
        return cursor.atRanges(ranges);
    }

    private boolean mayOpen(CancelCursor cursor, List<QueueRange> ranges) {
        return !isAtEnd(cursor) && (ranges.isEmpty() || ranges.getFirst().state() == state(cursor));
    }

    /// Whether no range is left to open.
    boolean isAtEnd(CancelCursor cursor) {
        return cursor.step() >= PASSES.size() * pipes.size() * RANGES;
    }

    private PipeId pipe(CancelCursor cursor) {
        return pipes.get(cursor.step() / RANGES % pipes.size());
    }

    private TransferState state(CancelCursor cursor) {
        return PASSES.get(cursor.step() / RANGES / pipes.size());
    }

    /// The next range of the same group; after the last range the next group; after the last group the next pipe.
    private CancelCursor afterRange(PipeId pipe, TransferState state, CancelCursor cursor) {
        int step = cursor.step() + 1;
        if (step % RANGES != 0) {
            return cursor.atStep(step, cursor.group(), 0);
        }
        OptionalLong group = Stream.of(false, true)
                .flatMap(
                        delayed -> jdbc
                                .queryForList(
                                        GROUP_FROM, Long.class, pipe.value(), state.name(), delayed, cursor.group() + 1)
                                .stream())
                .mapToLong(Long::longValue)
                .min();
        return group.isEmpty() ? cursor.atStep(step, 0, 0) : cursor.atStep(step - RANGES, group.getAsLong(), 0);
    }

    private boolean isEmpty(QueueRange range) {
        Object[] values = Stream.concat(Stream.of(range.values()), Stream.of(1)).toArray();
        return jdbc.queryForList(
                        "select id from transfer where " + QueueRange.IS_IN + QueueRange.IN_ORDER, Long.class, values)
                .isEmpty();
    }

    private boolean isEmpty(PipeId pipe, TransferState state) {
        return jdbc.queryForList(
                        "select id from transfer where pipe_id = ? and state = ? limit 1",
                        Long.class,
                        pipe.value(),
                        state.name())
                .isEmpty();
    }
}
