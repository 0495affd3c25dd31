// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.TransferId;
import io.tcn.core.port.EarlierWrite;
import io.tcn.core.port.Transition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/// Keeps the list of leftovers in step with the ends of attempts, in the transaction that stores them: who ends unclean
/// gets a row for his destination, who ends clean removes that of his destination, whoever left it.
@Repository
class EndedWrites {
    private final JdbcTemplate jdbc;
    private final LeftoverStore leftovers;

    EndedWrites(JdbcTemplate jdbc, LeftoverStore leftovers) {
        this.jdbc = jdbc;
        this.leftovers = leftovers;
    }

    /// How an attempt has ended.
    ///
    /// @param writtenUntil until when it may have written at the latest
    /// @param reason what the list shows
    /// @param isOver whether no other attempt of the transfer follows
    private record End(boolean clean, Instant writtenUntil, String reason, boolean isOver) {}

    /// Transitions that were made, of different transfers.
    void record(List<Transition> made) {
        Map<TransferId, End> ends = new TreeMap<>();
        for (Transition transition : made) {
            End end = endOf(transition);
            if (end != null) {
                ends.put(transition.transfer(), end);
            }
        }
        List<String> clean = new ArrayList<>();
        List<LeftoverStore.Unclean> unclean = new ArrayList<>();
        InQuery.run(
                jdbc,
                "select id, destination, size_bytes, dirty, dirty_since, dirty_until from transfer where id in",
                ends.keySet().stream().map(TransferId::value).toList(),
                "",
                row -> {
                    TransferId transfer = TransferId.of(row.getLong("id"));
                    End end = Objects.requireNonNull(ends.get(transfer));
                    if (end.clean()) {
                        clean.add(row.getString("destination"));
                    } else if (row.getBoolean("dirty")) {
                        EarlierWrite write = Rows.earlier(row);
                        unclean.add(new LeftoverStore.Unclean(
                                transfer,
                                row.getString("destination"),
                                write,
                                end.reason(),
                                end.isOver() ? end.writtenUntil() : null));
                    }
                });
        leftovers.remove(clean);
        leftovers.add(unclean);
    }

    private static @Nullable End endOf(Transition transition) {
        return switch (transition) {
            case Transition.Finish finish -> new End(true, finish.at(), "", true);
            case Transition.Fail fail ->
                new End(fail.destinationClean(), fail.at(), fail.failure().toReason(), true);
            case Transition.Retry retry ->
                new End(
                        retry.destinationClean(),
                        retry.writtenUntil(),
                        retry.failure().toReason(),
                        false);
            case Transition.Stopped stopped ->
                new End(stopped.destinationClean(), stopped.writtenUntil(), "canceled while it ran", true);
            case Transition.Claim _, Transition.Activate _, Transition.Release _, Transition.Abandon _ -> null;
        };
    }
}
