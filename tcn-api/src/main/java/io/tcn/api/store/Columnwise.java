// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Records on their way into a table, column by column: what all of them have in common travels once, what differs as
/// an array per column, and what none of them has not at all. H2 and PostgreSQL understand it alike.
///
/// @param <T> the records
final class Columnwise<T> {
    /// A column: its name, its type in SQL, and how its value is found.
    ///
    /// @param <T> the records
    record Column<T>(String name, String type, Function<T, @Nullable Object> value) {}

    /// The type of moments in both databases.
    static final String MOMENT = "timestamp(6) with time zone";

    private static final class Values {
        private final String name;
        private final String type;
        private final @Nullable Object[] all;

        Values(String name, String type, @Nullable Object[] all) {
            this.name = name;
            this.type = type;
            this.all = all;
        }
    }

    private final List<Values> common = new ArrayList<>();
    private final List<Values> different = new ArrayList<>();
    private final String alias;

    /// @param records one at least
    /// @param alias of the rows in the statement, another one for each table in it
    Columnwise(List<Column<T>> columns, List<T> records, String alias) {
        this.alias = alias;
        for (Column<T> column : columns) {
            @Nullable Object[] values = new @Nullable Object[records.size()];
            boolean differs = false;
            for (int i = 0; i < values.length; i++) {
                values[i] = column.value().apply(records.get(i));
                differs = differs || !Objects.equals(values[i], values[0]);
            }
            if (differs) {
                different.add(new Values(column.name(), column.type(), values));
            } else if (values[0] != null) {
                common.add(new Values(column.name(), column.type(), values));
            }
        }
    }

    /// `insert into TABLE (...) select ...`, with the rows that are given and, joined to them, those of another
    /// relation.
    ///
    /// @param with name of the other relation, empty for none
    String insertInto(String table, String with) {
        StringBuilder names = new StringBuilder();
        StringBuilder values = new StringBuilder();
        StringBuilder arrays = new StringBuilder();
        StringBuilder aliases = new StringBuilder();
        for (Values column : common) {
            separate(names).append(column.name);
            separate(values).append("cast(? as ").append(column.type).append(')');
        }
        for (Values column : different) {
            separate(names).append(column.name);
            separate(values).append(alias).append('.').append(column.name);
            separate(arrays).append("cast(? as ").append(column.type).append(" array)");
            separate(aliases).append(column.name);
        }
        StringBuilder from = new StringBuilder(with);
        if (!different.isEmpty()) {
            separate(from)
                    .append("unnest(")
                    .append(arrays)
                    .append(") as ")
                    .append(alias)
                    .append(" (")
                    .append(aliases)
                    .append(')');
        }
        return "insert into " + table + " (" + names + ") select " + values + (from.isEmpty() ? "" : " from " + from);
    }

    private static StringBuilder separate(StringBuilder list) {
        return list.isEmpty() ? list : list.append(", ");
    }

    /// Sets the parameters of [#insertInto].
    ///
    /// @param first number of the first of them
    /// @return number of the parameter that comes after them
    int bind(Connection connection, PreparedStatement statement, int first) throws SQLException {
        int parameter = first;
        for (Values column : common) {
            statement.setObject(parameter++, column.all[0]);
        }
        for (Values column : different) {
            statement.setArray(parameter++, connection.createArrayOf(elementType(column.type), column.all));
        }
        return parameter;
    }

    /// The name under which PostgreSQL's driver knows a type; H2's takes any.
    private static String elementType(String type) {
        return type.equals(MOMENT) ? "timestamptz" : type;
    }
}
