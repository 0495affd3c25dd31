// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.QueuedTransfer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Which attempts agents were given: a row for each transfer, which counts while the transfer is in that attempt. It is
/// there before the agent hears of the order, so that an attempt without a row runs in no other process, unless a
/// server of before gave it. Only the server that leads writes here.
@Repository
public class AgentOrders {
    /// A row of an attempt that has not ended, as far as the store knows. In a subquery on the table `transfer`.
    private static final String UNDER_WAY =
            "t.attempts = o.attempt and (t.state in ('CLAIMED', 'ACTIVE') or (t.state = 'CANCELED' and t.finish_time is"
                    + " null))";

    /// Of a transfer of which no agent was given the present attempt.
    static final String NOT_GIVEN =
            " and not exists (select 1 from agent_order o where o.transfer_id = transfer.id and o.attempt ="
                    + " transfer.attempts)";

    private final JdbcTemplate jdbc;
    private final DatabaseLead lead;
    private final TransferLimitStore limits;

    AgentOrders(JdbcTemplate jdbc, DatabaseLead lead, TransferLimitStore limits) {
        this.jdbc = jdbc;
        this.lead = lead;
        this.limits = limits;
    }

    /// Notes what agents are about to be given; what was noted of the same transfers before goes.
    @Transactional
    public void record(Collection<AgentOrder> given) {
        lead.check();
        delete(given.stream().map(each -> each.attempt().transfer().value()).toList());
        jdbc.batchUpdate(
                "insert into agent_order (transfer_id, attempt, agent, instance, term, epoch, order_number,"
                        + " order_connections) values (?, ?, ?, ?, ?, ?, ?, ?)",
                given.stream()
                        .map(each -> new Object[] {
                            each.attempt().transfer().value(),
                            each.attempt().number(),
                            each.agent(),
                            each.instance(),
                            each.term(),
                            each.epoch(),
                            each.number(),
                            each.connections()
                        })
                        .toList());
    }

    /// Forgets orders that are over, unless the store does not know of their end yet.
    ///
    /// @param numbers of the orders
    @Transactional
    public void forget(Collection<Long> numbers) {
        lead.check();
        List<Long> over = new ArrayList<>();
        InQuery.run(
                jdbc,
                "select o.transfer_id from agent_order o left join transfer t on t.id = o.transfer_id and " + UNDER_WAY
                        + " where t.id is null and o.order_number in",
                numbers,
                "",
                row -> {
                    over.add(row.getLong("transfer_id"));
                });
        delete(over);
    }

    private void delete(Collection<Long> transfers) {
        InQuery.update(jdbc, "delete from agent_order where transfer_id" + InQuery.ANY, "bigint", transfers);
    }

    // --- at a start

    /// Forgets all: nothing that runs is to be taken over.
    void forgetAll() {
        jdbc.update("delete from agent_order");
    }

    /// The attempts that agents were given and that have not ended. All other rows are gone afterwards, those of
    /// transfers that cannot be read included.
    List<GoneOn> goneOn() {
        List<Row> rows = new ArrayList<>();
        jdbc.query(
                "select " + Rows.QUEUED_COLUMNS + ", t.state, t.start_time, o.* from agent_order o join transfer t on"
                        + " t.id = o.transfer_id and " + UNDER_WAY + " order by o.order_number",
                row -> {
                    QueuedTransfer transfer = Rows.readable(row);
                    if (transfer != null) {
                        rows.add(new Row(goneOn(row, transfer), row.getLong("limit_id")));
                    }
                });
        limits.know(rows.stream().map(Row::limit).filter(limit -> limit > 0).toList());
        List<GoneOn> found =
                rows.stream().map(this::withLimit).flatMap(Optional::stream).toList();
        Set<Long> kept = new HashSet<>();
        found.forEach(each -> kept.add(each.transfer().transfer().id().value()));
        delete(jdbc.queryForList("select transfer_id from agent_order", Long.class).stream()
                .filter(transfer -> !kept.contains(transfer))
                .toList());
        return found;
    }

    /// @param limit 0 if it is under none
    private record Row(GoneOn found, long limit) {}

    private static GoneOn goneOn(ResultSet row, QueuedTransfer transfer) throws SQLException {
        AgentOrder order = new AgentOrder(
                new AttemptId(TransferId.of(row.getLong("transfer_id")), row.getInt("attempt")),
                Objects.requireNonNull(row.getString("agent")),
                Objects.requireNonNull(row.getString("instance")),
                row.getLong("term"),
                row.getLong("epoch"),
                row.getLong("order_number"),
                Math.max(1, row.getInt("order_connections")));
        // One that waits for another attempt, or has not been let write in this one, has none.
        Instant started = Rows.instant(row, "start_time");
        Instant dirtySince = Rows.instant(row, "dirty_since");
        return new GoneOn(
                order,
                transfer,
                started == null || dirtySince == null ? started : dirtySince,
                "CANCELED".equals(row.getString("state")));
    }

    private Optional<GoneOn> withLimit(Row row) {
        if (row.limit() == 0) {
            return Optional.of(row.found());
        }
        return limits.limit(new LimitId(row.limit())).map(limit -> {
            GoneOn found = row.found();
            Transfer transfer = found.transfer().transfer();
            return new GoneOn(
                    found.order(),
                    found.transfer()
                            .withTransfer(
                                    transfer.withOptions(transfer.options().withLimit(limit))),
                    found.writingFrom(),
                    found.isCanceled());
        });
    }
}
