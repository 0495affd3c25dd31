// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;

/// Queries of the form `... in (?, ?, ...)` over any number of values, in blocks, because databases limit the
/// parameters of a statement, and answers are to be bounded. PostgreSQL gets a block as an array, so that the statement
/// is the same however many values there are, and is planned once. H2 would compare every row that it finds with every
/// value of an array.
final class InQuery {
    /// Values of one statement.
    static final int BLOCK = 1000;

    /// The end of a statement for many values.
    static final String ANY = " = any (?)";

    private static final String IN = " in";

    private InQuery() {}

    /// The marks between the brackets of an `in` over some values; `null`, which nothing equals, if there are none.
    static String marks(int count) {
        return count == 0 ? "null" : "?, ".repeat(count - 1) + "?";
    }

    /// Runs the query once per block of values; without values not at all.
    ///
    /// @param before the statement up to and without the bracket; ends in `in`
    /// @param values all numbers, or all texts
    /// @param after what follows the bracket
    static void run(JdbcTemplate jdbc, String before, Collection<?> values, String after, RowCallbackHandler each) {
        run(jdbc, new Conditions(before), values, after, each);
    }

    /// The same with parameters of its own in what is before the bracket.
    static void run(JdbcTemplate jdbc, Conditions query, Collection<?> values, String after, RowCallbackHandler each) {
        String before = query.sql();
        if (!before.endsWith(IN)) {
            throw new IllegalArgumentException("a query for many values goes on after \"" + IN + "\": " + before);
        }
        if (values.isEmpty()) {
            return;
        }
        boolean asArrays = DatabaseProduct.POSTGRESQL.isBehind(jdbc);
        List<?> all = List.copyOf(values);
        for (int from = 0; from < all.size(); from += BLOCK) {
            List<?> part = all.subList(from, Math.min(all.size(), from + BLOCK));
            if (asArrays && part.size() == 1) {
                // PostgreSQL plans a question with an array anew each time.
                jdbc.query(
                        before.substring(0, before.length() - IN.length()) + " = ?" + after,
                        each,
                        query.argumentsAnd(part.getFirst()));
            } else if (asArrays) {
                String sql = before.substring(0, before.length() - IN.length()) + ANY + after;
                jdbc.query(connection -> withArray(connection, sql, query.arguments(), part), each);
            } else {
                jdbc.query(before + " (" + marks(part.size()) + ")" + after, each, query.argumentsAnd(part));
            }
        }
    }

    private static PreparedStatement withArray(Connection connection, String sql, Object[] before, List<?> values)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < before.length; i++) {
            statement.setObject(i + 1, before[i]);
        }
        String type = values.getFirst() instanceof Number ? "bigint" : "varchar";
        statement.setArray(before.length + 1, connection.createArrayOf(type, values.toArray()));
        return statement;
    }

    /// Runs a statement that ends in [#ANY] with all values in its place; without values not at all. PostgreSQL
    /// gets them as an array. H2 would compare every row that it finds with every value of the array, so it gets a
    /// batch of statements, one for each value.
    ///
    /// @param type of the values, in SQL
    /// @param arguments the parameters before
    static void update(JdbcTemplate jdbc, String sql, String type, Collection<?> values, Object... arguments) {
        if (values.isEmpty()) {
            return;
        }
        if (!sql.endsWith(ANY)) {
            throw new IllegalArgumentException("a statement for many values ends in \"" + ANY + "\": " + sql);
        }
        jdbc.execute((Connection connection) -> {
            boolean inProcess = DatabaseProduct.H2.isBehind(connection);
            String text = inProcess ? sql.substring(0, sql.length() - ANY.length()) + " = ?" : sql;
            try (PreparedStatement statement = connection.prepareStatement(text)) {
                for (int i = 0; i < arguments.length; i++) {
                    statement.setObject(i + 1, arguments[i]);
                }
                int last = arguments.length + 1;
                if (inProcess) {
                    for (Object value : values) {
                        statement.setObject(last, value);
                        statement.addBatch();
                    }
                    statement.executeBatch();
                } else {
                    statement.setArray(last, connection.createArrayOf(type, values.toArray()));
                    statement.executeUpdate();
                }
                return values.size();
            }
        });
    }
}
