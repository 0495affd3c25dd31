// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A query in the making: its text, and the arguments of the question marks in it. Conditions on null are left out.
final class Conditions {
    private final StringBuilder sql;
    private final List<Object> arguments = new ArrayList<>();

    /// @param begin of the query, up to its first condition
    Conditions(String begin, Object... arguments) {
        this.sql = new StringBuilder(begin);
        this.arguments.addAll(List.of(arguments));
    }

    /// @param condition with one question mark
    Conditions and(String condition, @Nullable Object value) {
        if (value != null) {
            sql.append(" and ").append(condition);
            arguments.add(value);
        }
        return this;
    }

    Conditions andIn(String column, @Nullable List<String> values) {
        if (values != null) {
            sql.append(" and ")
                    .append(column)
                    .append(" in (")
                    .append(InQuery.marks(values.size()))
                    .append(')');
            arguments.addAll(values);
        }
        return this;
    }

    /// Of transfers: those that are somebody's.
    Conditions andOf(JobReader.Of of) {
        and("pipe_id in (select id from pipe where user_id = ?)", of.user());
        if (of.userDn() != null) {
            and("job_id in (select id from job where user_dn = ?", of.userDn());
            and("credential_id = ?", of.credentialId());
            sql.append(')');
        }
        return this;
    }

    /// Of transfers whose job is named: its owner. While a job moves to the archive its own row is in one place, its
    /// transfers in both.
    Conditions andOwner(String column, @Nullable String value) {
        if (value != null) {
            sql.append(" and job_id in (select id from job where ")
                    .append(column)
                    .append(" = ? union all select id from archived_job where ")
                    .append(column)
                    .append(" = ?)");
            arguments.add(value);
            arguments.add(value);
        }
        return this;
    }

    /// What is no condition, such as an order.
    Conditions then(String text, Object... values) {
        sql.append(text);
        arguments.addAll(List.of(values));
        return this;
    }

    String sql() {
        return sql.toString();
    }

    Object[] arguments() {
        return arguments.toArray();
    }

    /// The arguments with one more behind them.
    Object[] argumentsAnd(Object last) {
        return argumentsAnd(List.of(last));
    }

    /// The arguments with more behind them.
    Object[] argumentsAnd(List<?> last) {
        List<Object> all = new ArrayList<>(arguments);
        all.addAll(last);
        return all.toArray();
    }
}
