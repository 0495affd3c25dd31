// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// The number of the server that agents obey.
@Repository
public class AgentsEpoch {
    private final JdbcTemplate jdbc;
    private final DatabaseLead lead;

    AgentsEpoch(JdbcTemplate jdbc, DatabaseLead lead) {
        this.jdbc = jdbc;
        this.lead = lead;
    }

    /// Takes the next number. Only the server that leads gets one.
    ///
    /// @return 1 or more, more than any before
    @Transactional
    public long raise() {
        lead.check();
        jdbc.update("update agents_epoch set epoch = epoch + 1");
        Long raised = jdbc.queryForObject("select epoch from agents_epoch", Long.class);
        if (raised == null) {
            throw new IllegalStateException("the table agents_epoch is empty");
        }
        return raised;
    }
}
