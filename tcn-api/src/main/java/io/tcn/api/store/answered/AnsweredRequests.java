// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.answered;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Remembers for a week what was answered to requests that may be sent again.
@Repository
public class AnsweredRequests {
    private static final Duration KEPT = Duration.ofDays(7);

    private final JdbcTemplate jdbc;

    AnsweredRequests(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// The answer to a request with this id, if there was one.
    @Transactional(readOnly = true)
    public Optional<Answered> find(String id) {
        return jdbc
                .query(
                        "select id, asked, answer from answered_request where id = ?",
                        (row, number) ->
                                new Answered(row.getString("id"), row.getString("asked"), row.getString("answer")),
                        id)
                .stream()
                .findFirst();
    }

    /// Remembers an answer, in the transaction that makes the change, and forgets those that are a week old.
    ///
    /// @param answered null for a request that is not sent again
    /// @throws org.springframework.dao.DuplicateKeyException if there is one with its id already
    @Transactional
    public void add(@Nullable Answered answered, Instant now) {
        if (answered == null) {
            return;
        }
        jdbc.update("delete from answered_request where at < ?", now.minus(KEPT).atOffset(ZoneOffset.UTC));
        jdbc.update(
                "insert into answered_request (id, asked, answer, at) values (?, ?, ?, ?)",
                answered.id(),
                answered.asked(),
                answered.answer(),
                now.atOffset(ZoneOffset.UTC));
    }
}
