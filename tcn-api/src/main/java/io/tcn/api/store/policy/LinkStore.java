// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.policy;

import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/// Links, shares and fixed pairs in the database. Changes run inside [PolicyTransactions#change].
@Repository
public class LinkStore {
    private final JdbcTemplate jdbc;

    LinkStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    public List<Link> links() {
        return jdbc.query(
                "select name, source, destination, min_active, max_active, optimizer_mode, tcp_buffer_size, nostreams,"
                        + " no_delegation from fts_link",
                (row, number) -> new Link(
                        row.getString("name"),
                        row.getString("source"),
                        row.getString("destination"),
                        row.getInt("min_active"),
                        row.getInt("max_active"),
                        row.getInt("optimizer_mode"),
                        Columns.integer(row, "tcp_buffer_size"),
                        row.getInt("nostreams"),
                        row.getBoolean("no_delegation")));
    }

    /// Adds a link or replaces the one of that name.
    public void save(Link link) {
        removeLink(link.name());
        jdbc.update(
                "insert into fts_link (name, source, destination, min_active, max_active, optimizer_mode,"
                        + " tcp_buffer_size, nostreams, no_delegation) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                link.name(),
                link.source(),
                link.destination(),
                link.minActive(),
                link.maxActive(),
                link.optimizerMode(),
                link.tcpBufferSize(),
                link.nostreams(),
                link.noDelegation());
    }

    /// Removes a link; if there is none, that is no error.
    public void removeLink(String name) {
        jdbc.update("delete from fts_link where name = ?", name);
    }

    public List<PairShare> shares() {
        return jdbc.query(
                "select source, destination, user_id, weight from pair_share",
                (row, number) -> new PairShare(
                        row.getString("source"),
                        row.getString("destination"),
                        row.getString("user_id"),
                        row.getInt("weight")));
    }

    /// Adds a share or replaces the one of that pair and VO.
    public void save(PairShare share) {
        remove(share);
        jdbc.update(
                "insert into pair_share (source, destination, user_id, weight) values (?, ?, ?, ?)",
                share.source(),
                share.destination(),
                share.vo(),
                share.share());
    }

    /// Removes the share of that pair and VO; if there is none, that is no error.
    public void remove(PairShare like) {
        jdbc.update(
                "delete from pair_share where source = ? and destination = ? and user_id = ?",
                like.source(),
                like.destination(),
                like.vo());
    }

    public List<PinnedPair> pins() {
        return jdbc.query(
                "select source, destination, connections from pinned_pair",
                (row, number) -> new PinnedPair(
                        row.getString("source"), row.getString("destination"), row.getInt("connections")));
    }

    /// Fixes a pair, whatever it was before.
    public void save(PinnedPair pin) {
        removePin(pin.source(), pin.destination());
        jdbc.update(
                "insert into pinned_pair (source, destination, connections) values (?, ?, ?)",
                pin.source(),
                pin.destination(),
                pin.connections());
    }

    /// Lets a pair go; if it was not fixed, that is no error.
    public void removePin(String source, String destination) {
        jdbc.update("delete from pinned_pair where source = ? and destination = ?", source, destination);
    }
}
