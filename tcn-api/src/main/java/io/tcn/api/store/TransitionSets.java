// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.port.Transition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/// Makes the transitions that every transfer goes through with one statement for all of a kind, on databases that read
/// arrays as rows: PostgreSQL. A batch of statements there costs more for each row's way through the protocol than for
/// the row.
final class TransitionSets {
    private static final String CLAIM =
            "update transfer as t set state = 'CLAIMED', delayed = false, attempts = v.attempt"
                    + " from unnest(?, ?) as v (id, attempt)"
                    + " where t.id = v.id and t.state = 'QUEUED' and t.attempts = v.attempt - 1 returning t.id";

    private static final String ACTIVATE = "update transfer as t set state = 'ACTIVE', start_time = v.at, dirty = true,"
            + " dirty_since = coalesce(t.dirty_since, v.at), dirty_until = null,"
            + " size_bytes = case when v.size_bytes >= 0 then v.size_bytes else t.size_bytes end"
            + " from unnest(?, ?, ?, ?) as v (id, attempt, at, size_bytes)"
            + " where t.id = v.id and t.state = 'CLAIMED' and t.attempts = v.attempt returning t.id";

    private static final String FINISH = "update transfer as t set state = 'FINISHED', finish_time = v.at,"
            + " size_bytes = v.size_bytes, verified = v.verified, dirty = false, dirty_since = null,"
            + " recoverable = null, reason = null"
            + " from unnest(?, ?, ?, ?, ?) as v (id, attempt, at, size_bytes, verified)"
            + " where t.id = v.id and t.state = 'ACTIVE' and t.attempts = v.attempt returning t.id";

    private TransitionSets() {}

    /// Makes transitions of one kind, each of another transfer.
    ///
    /// @return the numbers of the transfers whose transition was made; null if nothing was done, because this kind
    ///     or this database goes row by row
    static @Nullable Set<Long> make(JdbcTemplate jdbc, List<Transition> alike) {
        return switch (alike.getFirst()) {
            case Transition.Claim _, Transition.Activate _, Transition.Finish _ ->
                DatabaseProduct.POSTGRESQL.isBehind(jdbc)
                        ? jdbc.execute((Connection connection) -> make(connection, alike))
                        : null;
            case Transition.Fail _,
                    Transition.Retry _,
                    Transition.Stopped _,
                    Transition.Release _,
                    Transition.Abandon _ -> null;
        };
    }

    private static Set<Long> make(Connection connection, List<Transition> alike) throws SQLException {
        String sql = switch (alike.getFirst()) {
            case Transition.Claim _ -> CLAIM;
            case Transition.Activate _ -> ACTIVATE;
            case Transition.Finish _ -> FINISH;
            default -> throw new IllegalArgumentException("no set of " + alike.getFirst());
        };
        Columns columns = new Columns(connection, alike);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            columns.set(
                    statement, 1, "bigint", transition -> transition.transfer().value());
            columns.set(
                    statement, 2, "integer", transition -> attempt(transition).number());
            if (!sql.equals(CLAIM)) {
                columns.set(statement, 3, "timestamptz", transition -> Rows.timestamp(transition.at()));
                columns.set(statement, 4, "bigint", TransitionSets::sizeBytes);
            }
            if (sql.equals(FINISH)) {
                columns.set(statement, 5, "varchar", TransitionSets::verified);
            }
            Set<Long> made = new HashSet<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    made.add(rows.getLong(1));
                }
            }
            return made;
        }
    }

    /// A column of what is to be done, as an array.
    private record Columns(Connection connection, List<Transition> rows) {
        void set(PreparedStatement statement, int position, String type, Function<Transition, @Nullable Object> value)
                throws SQLException {
            statement.setArray(
                    position,
                    connection.createArrayOf(type, rows.stream().map(value).toArray()));
        }
    }

    private static AttemptId attempt(Transition transition) {
        return switch (transition) {
            case Transition.Claim claim -> claim.attempt();
            case Transition.Activate activate -> activate.attempt();
            case Transition.Finish finish -> finish.attempt();
            default -> throw new IllegalArgumentException("no set of " + transition);
        };
    }

    private static Long sizeBytes(Transition transition) {
        return switch (transition) {
            case Transition.Activate activate -> activate.sizeBytes();
            case Transition.Finish finish -> finish.sizeBytes();
            default -> throw new IllegalArgumentException("no size in " + transition);
        };
    }

    private static @Nullable Object verified(Transition transition) {
        Checksum checksum = transition instanceof Transition.Finish finish ? finish.checksum() : null;
        return checksum == null ? null : checksum.toString();
    }
}
