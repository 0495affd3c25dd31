// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.ActivityShare;
import io.tcn.api.store.policy.AuditEntry;
import io.tcn.api.store.policy.BanStore;
import io.tcn.api.store.policy.DnBan;
import io.tcn.api.store.policy.GlobalConfig;
import io.tcn.api.store.policy.Grant;
import io.tcn.api.store.policy.Link;
import io.tcn.api.store.policy.LinkStore;
import io.tcn.api.store.policy.OperationLimit;
import io.tcn.api.store.policy.PairShare;
import io.tcn.api.store.policy.PinnedPair;
import io.tcn.api.store.policy.PolicyQueries;
import io.tcn.api.store.policy.PolicyTransactions;
import io.tcn.api.store.policy.SeBan;
import io.tcn.api.store.policy.SettingStore;
import io.tcn.api.store.policy.StorageConfig;
import io.tcn.api.store.policy.StorageConfigStore;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;

/// What operators configure, in a database: what is written comes back, once, with its audit.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PolicyStoreContract {
    static final UserId CMS = UserId.of("cms");
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final String SE = "https://a.example.org";
    private static final String LONG_DN = "/CN=" + "x".repeat(1020);

    private @Nullable ConfigurableApplicationContext context;

    /// JDBC address of an empty database or schema.
    abstract String url() throws Exception;

    /// Names of the indices that are there, in small letters.
    abstract List<String> indices();

    @BeforeAll
    void open() throws Exception {
        context = new SpringApplicationBuilder(JpaStoreContract.StoreAlone.class)
                .web(WebApplicationType.NONE)
                .properties("spring.datasource.url=" + url(), "spring.main.banner-mode=off")
                .run();
    }

    @AfterAll
    void close() {
        if (context != null) {
            context.close();
        }
    }

    final <T> T bean(Class<T> type) {
        if (context == null) {
            throw new IllegalStateException("the store was not started");
        }
        return context.getBean(type);
    }

    final void change(Runnable change) {
        bean(PolicyTransactions.class).change(List.of(), change);
    }

    @Test
    void bansComeBackAndAreReplacedNotDoubled() {
        BanStore store = bean(BanStore.class);
        SeBan first = new SeBan(SE, CMS, SeBan.Status.CANCEL, "it's \"full\"", NOW, LONG_DN);
        SeBan second = new SeBan(SE, CMS, SeBan.Status.WAIT_AS, "", NOW.plusMillis(1), "/CN=B");
        DnBan name = new DnBan(LONG_DN, "", NOW, "/CN=B");
        change(() -> store.save(first));
        assertThat(store.storages()).containsExactly(first);
        change(() -> store.save(second));
        change(() -> store.save(name));
        change(() -> store.save(name));
        assertThat(store.storages()).containsExactly(second);
        assertThat(store.names()).containsExactly(name);
        change(() -> store.remove(SE, CMS));
        change(() -> store.remove(LONG_DN));
        change(() -> store.remove(LONG_DN));
        assertThat(store.storages()).isEmpty();
        assertThat(store.names()).isEmpty();
    }

    @Test
    void linksSharesAndPinsComeBack() {
        LinkStore store = bean(LinkStore.class);
        Link link = new Link("l", SE, "*", 2, 9, 3, 4096, 5, true);
        Link less = new Link("l", SE, "*", 0, 1, 1, null, 0, false);
        change(() -> store.save(link));
        assertThat(store.links()).containsExactly(link);
        change(() -> store.save(less));
        assertThat(store.links()).containsExactly(less);
        // A pair has one link.
        assertThatThrownBy(() -> change(() -> store.save(new Link("m", SE, "*", 0, 1, 1, null, 0, false))))
                .isInstanceOf(DataIntegrityViolationException.class);
        change(() -> store.removeLink("l"));
        assertThat(store.links()).isEmpty();

        PairShare share = new PairShare(SE, "*", "cms", 80);
        change(() -> store.save(new PairShare(SE, "*", "cms", 10)));
        change(() -> store.save(share));
        assertThat(store.shares()).containsExactly(share);
        change(() -> store.remove(share));
        assertThat(store.shares()).isEmpty();

        change(() -> store.save(new PinnedPair(SE, SE, 3)));
        change(() -> store.save(new PinnedPair(SE, SE, 4)));
        assertThat(store.pins()).containsExactly(new PinnedPair(SE, SE, 4));
        change(() -> store.removePin(SE, SE));
        assertThat(store.pins()).isEmpty();
    }

    @Test
    void storagesComeBackWithTheirNulls() {
        StorageConfigStore store = bean(StorageConfigStore.class);
        StorageConfig none =
                new StorageConfig(SE, null, null, null, null, null, null, null, null, null, null, null, null);
        StorageConfig all = new StorageConfig(SE, 1, 2, 3.5, 4.5, true, false, "m", "s", 3, true, "PULL", false);
        OperationLimit limit = new OperationLimit(SE, "cms", "staging", 3);
        change(() -> store.save(none));
        assertThat(store.configs()).containsExactly(none);
        change(() -> {
            store.save(all);
            store.save(limit);
            store.save(limit);
        });
        assertThat(store.configs()).containsExactly(all);
        assertThat(store.operations()).containsExactly(limit);
        change(() -> store.remove(SE));
        assertThat(store.configs()).isEmpty();
        assertThat(store.operations()).isEmpty();
    }

    @Test
    void settingsComeBack() {
        SettingStore store = bean(SettingStore.class);
        GlobalConfig some = new GlobalConfig("cms", 3, null, 60, null, true, null);
        change(() -> store.save(GlobalConfig.unset("cms")));
        change(() -> store.save(some));
        assertThat(store.globals()).containsExactly(some);
        change(() -> store.removeGlobal("cms"));
        assertThat(store.globals()).isEmpty();

        ActivityShare share = ActivityShare.of(CMS, Map.of("Prod", 0.7, "it's", 0.3), true);
        change(() -> store.save(ActivityShare.of(CMS, Map.of("other", 1.0), false)));
        change(() -> store.save(share));
        assertThat(store.activityShares()).containsExactly(share);
        change(() -> store.removeActivityShare(CMS));
        assertThat(store.activityShares()).isEmpty();

        Grant grant = new Grant(LONG_DN, Operation.CONFIG);
        change(() -> store.save(grant));
        change(() -> store.save(grant));
        assertThat(store.grants()).containsExactly(grant);
        change(() -> store.remove(grant));
        assertThat(store.grants()).isEmpty();

        change(() -> store.setDrained("h", true));
        change(() -> store.setDrained("h", true));
        assertThat(store.drainedHosts()).containsExactly("h");
        change(() -> store.setDrained("h", false));
        assertThat(store.drainedHosts()).isEmpty();
    }

    @Test
    void theIndexOfQueuesByActivityIsThereAsLongAsSharesAreInForce() {
        SettingStore store = bean(SettingStore.class);
        ActivityIndex index = bean(ActivityIndex.class);
        index.fit();
        assertThat(indices()).doesNotContain("transfer_by_activity");
        assertThat(index.fit()).as("nothing is left to do").isFalse();

        change(() -> store.save(ActivityShare.of(CMS, Map.of("Prod", 1.0), false)));
        assertThat(index.fit()).as("shares that are not in force").isFalse();
        change(() -> store.save(ActivityShare.of(CMS, Map.of("Prod", 1.0), true)));
        assertThat(index.fit()).isTrue();
        assertThat(indices()).contains("transfer_by_activity");
        assertThat(index.fit()).isFalse();

        change(() -> store.removeActivityShare(CMS));
        assertThat(index.fit()).isTrue();
        assertThat(indices()).doesNotContain("transfer_by_activity");
    }

    @Test
    void theAuditHasTheNewestHundredAndNothingOfAChangeThatFailed() {
        PolicyTransactions transactions = bean(PolicyTransactions.class);
        for (int i = 0; i < 103; i++) {
            transactions.change(List.of(new AuditEntry(NOW, "/CN=A", "drain", "number " + i)), () -> {});
        }
        SettingStore settings = bean(SettingStore.class);
        assertThatThrownBy(() -> transactions.change(
                        List.of(new AuditEntry(NOW, "/CN=A", "drain", "x".repeat(5000))),
                        () -> settings.setDrained("half", true)))
                .isInstanceOf(RuntimeException.class);
        assertThat(settings.drainedHosts()).isEmpty();
        assertThatThrownBy(() -> transactions.change(List.of(new AuditEntry(NOW, "/CN=A", "drain", "no")), () -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessageContaining("no");
        List<AuditEntry> newest = transactions.newest();
        assertThat(newest).hasSize(100);
        assertThat(newest.getFirst()).isEqualTo(new AuditEntry(NOW, "/CN=A", "drain", "number 102"));
        assertThat(newest.getLast().config()).isEqualTo("number 3");
    }

    @Test
    void theAuditKeepsWhyAndWhatThereWasAndReadsEntriesOfServersOfBefore() {
        PolicyTransactions transactions = bean(PolicyTransactions.class);
        String large = "{\"dns\": \"" + "ü".repeat(50_000) + "\"}";
        AuditEntry whole = new AuditEntry(NOW, "/CN=A", "set-rc", "rc", "größer", "{\"a\": 1}", large, null);
        transactions.change(List.of(whole, new AuditEntry(NOW, "/CN=A", "drain", "on")), () -> {});
        // As a server of schema V23 writes.
        bean(JdbcTemplate.class)
                .update(
                        "insert into config_audit (at, dn, action, config) values (?, '/CN=B', 'drain', 'off')",
                        Rows.timestamp(NOW));
        assertThat(transactions.newest(new PolicyTransactions.AuditFilter(null, null, null, 3)))
                .extracting(PolicyTransactions.Numbered::entry)
                .containsExactly(
                        new AuditEntry(NOW, "/CN=B", "drain", "off"),
                        new AuditEntry(NOW, "/CN=A", "drain", "on"),
                        whole);
    }

    @Test
    void jobsAndSubmittersAreFoundWithoutWildcards() {
        JdbcTemplate jdbc = bean(JdbcTemplate.class);
        jdbc.update("insert into tcn_user (id, weight) values ('cms', 1)");
        jdbc.update("insert into pipe (id, source, destination, user_id, min_connections, max_connections)"
                + " values ('p', 'https://a', 'https://b', 'cms', 1, 9)");
        for (String job : List.of("one", "two")) {
            jdbc.update(
                    "insert into job (id, user_id, user_dn, credential_id, type, state, submit_time, priority, retry,"
                            + " retry_delay, verify_checksum, submit_host, cancel_requested, total, started, finished,"
                            + " failed, canceled) values (?, 'cms', ?, '', 'N', 'SUBMITTED', ?, 3, 0, 0, 'n',"
                            + " 'here', false, 1, false, 0, 0, 0)",
                    job,
                    "/CN=100%_" + job,
                    Rows.timestamp(NOW));
            jdbc.update(
                    "insert into transfer (id, job_id, file_index, pipe_id, source, destination, state, priority,"
                            + " user_size, size_bytes, checksum, checksum_mode, overwrite, max_retries,"
                            + " retry_delay_ms, activity, attempts, retries, dirty, unreleased) values"
                            + " (?, ?, 0, 'p', 'https://a/x', 'https://b/x', ?, 3, -1, -1, 'ADLER32', 'NONE', false, 0,"
                            + " 0, 'default', 0, 0, false, false)",
                    job.equals("one") ? 1 : 2,
                    job,
                    job.equals("one") ? "QUEUED" : "FINISHED");
        }
        PolicyQueries queries = bean(PolicyQueries.class);
        assertThat(queries.jobsWaitingOn(List.of(PipeId.of("p"), PipeId.of("q"))))
                .containsExactly("one");
        assertThat(queries.jobsWaitingOn(List.of())).isEmpty();
        assertThat(queries.submittersLike("/CN=100%", 10)).containsExactly("/CN=100%_one", "/CN=100%_two");
        assertThat(queries.submittersLike("/CN=%", 10)).isEmpty();
        assertThat(queries.submittersLike("/CN=100%_", 1)).hasSize(1);
        assertThat(queries.submittersLike("' or 1=1 --", 10)).isEmpty();
    }
}
