// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/// FTS's check for duplicates: a destination belongs to one transfer until that is over. On only if the setting
/// `tcn.fts.check-duplicates` names users, or `*` for all. The first source of a file with several holds the claim.
@Repository
@ConditionalOnProperty("tcn.fts.check-duplicates")
class DestinationClaims implements StateJournal {
    private static final int BLOCK = 500;

    private final JdbcTemplate jdbc;
    private final List<String> users;

    DestinationClaims(JdbcTemplate jdbc, @Value("${tcn.fts.check-duplicates}") String users) {
        this.jdbc = jdbc;
        this.users = Arrays.stream(users.split(",", -1)).map(String::strip).toList();
    }

    /// Whether a job was refused because of a destination.
    static boolean isCauseOf(DataIntegrityViolationException violation) {
        return String.valueOf(violation.getMessage())
                .toLowerCase(java.util.Locale.ROOT)
                .contains("destination_claim");
    }

    @Override
    public void record(List<StateChange> changes) {
        List<Long> submitted = new ArrayList<>();
        List<Object[]> over = new ArrayList<>();
        for (StateChange change : changes) {
            if (change.kind() == StateChange.Kind.SUBMITTED) {
                submitted.add(change.transfer().value());
            } else if (change.state().isTerminal()) {
                over.add(new Object[] {change.transfer().value()});
            }
        }
        for (int from = 0; from < submitted.size(); from += BLOCK) {
            claim(submitted.subList(from, Math.min(submitted.size(), from + BLOCK)));
        }
        if (!over.isEmpty()) {
            jdbc.batchUpdate("delete from destination_claim where transfer_id = ?", over);
        }
    }

    private void claim(List<Long> transfers) {
        List<Object> arguments = new ArrayList<>(transfers);
        String ofUsers = "";
        if (!users.contains("*")) {
            ofUsers = " and j.user_id in (" + InQuery.marks(users.size()) + ")";
            arguments.addAll(users);
        }
        jdbc.update(
                "insert into destination_claim (destination, transfer_id) select t.destination, t.id from transfer t"
                        + " join job j on j.id = t.job_id where not (j.type = 'R' and t.state = 'WAITING') and t.id in ("
                        + InQuery.marks(transfers.size()) + ")" + ofUsers,
                arguments.toArray());
    }
}
