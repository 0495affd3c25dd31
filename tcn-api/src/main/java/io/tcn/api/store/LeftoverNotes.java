// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.TransferId;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// What the reason of a file that is over says of its destination, at its end and in brackets.
@Repository
public class LeftoverNotes {
    private static final String BEGIN = " [destination: ";

    private final JdbcTemplate jdbc;

    LeftoverNotes(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// What became of a leftover.
    public enum Note {
        /// It may be there; TCN goes on trying.
        LEFT("a part of the file may be left there; TCN removes it when the storage lets it"),
        /// It is gone.
        REMOVED("the part of the file that was left there has been removed"),
        /// It may be there; TCN has given up.
        GIVEN_UP("a part of the file may be left there; TCN could not remove it");

        private final String text;

        Note(String text) {
            this.text = text;
        }
    }

    /// Puts a note in the place of an earlier one. A transfer that is not over is left alone: its reason is not the
    /// last.
    @Transactional
    public void note(TransferId transfer, Note note) {
        jdbc.query(
                "select reason from transfer where id = ? and state in ('FAILED', 'CANCELED')",
                row -> {
                    String reason = row.getString("reason") == null ? "" : row.getString("reason");
                    int before = reason.indexOf(BEGIN);
                    String own = before < 0 ? reason : reason.substring(0, before);
                    String end = BEGIN + note.text + "]";
                    int room = 2000 - end.length();
                    jdbc.update(
                            "update transfer set reason = ? where id = ?",
                            (own.length() <= room ? own : own.substring(0, room)) + end,
                            transfer.value());
                },
                transfer.value());
    }
}
