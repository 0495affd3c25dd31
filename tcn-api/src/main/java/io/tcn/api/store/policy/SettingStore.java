// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.policy;

import io.tcn.api.security.Operation;
import io.tcn.core.model.UserId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/// Settings of VOs, weights of activities, rights of names and drained hosts in the database. Changes run inside
/// [PolicyTransactions#change].
@Repository
public class SettingStore {
    private final JdbcTemplate jdbc;

    SettingStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    public List<GlobalConfig> globals() {
        return jdbc.query(
                "select user_id, retry, max_time_queue, global_timeout, sec_per_mb, no_streaming, show_user_dn"
                        + " from global_setting",
                (row, number) -> new GlobalConfig(
                        row.getString("user_id"),
                        Columns.integer(row, "retry"),
                        Columns.integer(row, "max_time_queue"),
                        Columns.integer(row, "global_timeout"),
                        Columns.integer(row, "sec_per_mb"),
                        Columns.flag(row, "no_streaming"),
                        Columns.flag(row, "show_user_dn")));
    }

    /// Adds settings or replaces those of that VO.
    public void save(GlobalConfig config) {
        removeGlobal(config.vo());
        jdbc.update(
                "insert into global_setting (user_id, retry, max_time_queue, global_timeout, sec_per_mb, no_streaming,"
                        + " show_user_dn) values (?, ?, ?, ?, ?, ?, ?)",
                config.vo(),
                config.retry(),
                config.maxTimeQueueHours(),
                config.globalTimeoutSeconds(),
                config.secPerMb(),
                config.noStreaming(),
                config.showUserDn());
    }

    /// Removes the settings of a VO; if there are none, that is no error.
    public void removeGlobal(String vo) {
        jdbc.update("delete from global_setting where user_id = ?", vo);
    }

    public List<ActivityShare> activityShares() {
        Map<String, Map<String, Double>> weights = new HashMap<>();
        jdbc.query("select user_id, activity, weight from activity_weight", row -> {
            weights.computeIfAbsent(row.getString("user_id"), user -> new HashMap<>())
                    .put(row.getString("activity"), row.getDouble("weight"));
        });
        List<ActivityShare> shares = new ArrayList<>();
        jdbc.query("select user_id, active from activity_share", row -> {
            String user = row.getString("user_id");
            shares.add(
                    ActivityShare.of(UserId.of(user), weights.getOrDefault(user, Map.of()), row.getBoolean("active")));
        });
        return shares;
    }

    /// Adds shares or replaces those of that user.
    public void save(ActivityShare share) {
        removeActivityShare(share.user());
        jdbc.update(
                "insert into activity_share (user_id, active) values (?, ?)",
                share.user().value(),
                share.active());
        share.weights()
                .forEach((activity, weight) -> jdbc.update(
                        "insert into activity_weight (user_id, activity, weight) values (?, ?, ?)",
                        share.user().value(),
                        activity,
                        weight));
    }

    /// Removes the shares of a user; if there are none, that is no error.
    public void removeActivityShare(UserId user) {
        jdbc.update("delete from activity_weight where user_id = ?", user.value());
        jdbc.update("delete from activity_share where user_id = ?", user.value());
    }

    public List<Grant> grants() {
        return jdbc.query(
                "select dn, operation from granted_operation",
                (row, number) -> new Grant(row.getString("dn"), Operation.valueOf(row.getString("operation"))));
    }

    /// Gives a right; if it was given before, that is no error.
    public void save(Grant grant) {
        remove(grant);
        jdbc.update(
                "insert into granted_operation (dn, operation) values (?, ?)",
                grant.dn(),
                grant.operation().name());
    }

    /// Takes a right back; if it was not given, that is no error.
    public void remove(Grant grant) {
        jdbc.update(
                "delete from granted_operation where dn = ? and operation = ?",
                grant.dn(),
                grant.operation().name());
    }

    public List<String> drainedHosts() {
        return jdbc.queryForList("select hostname from drained_host", String.class);
    }

    /// Notes whether a host is drained.
    public void setDrained(String hostname, boolean drained) {
        jdbc.update("delete from drained_host where hostname = ?", hostname);
        if (drained) {
            jdbc.update("insert into drained_host (hostname) values (?)", hostname);
        }
    }
}
