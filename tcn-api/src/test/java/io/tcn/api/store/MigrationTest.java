// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.api.harness.TestPostgres;
import io.tcn.core.model.Bound;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.UserId;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/// A database of an older version is brought up to date with all that it holds.
@Tag("it")
class MigrationTest {
    private static final UserId CMS = UserId.of("cms");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void whatVersion1StoredIsKeptOnH2() {
        whatVersion1StoredIsKept("jdbc:h2:file:" + folder.resolve("tcn") + ";WRITE_DELAY=0");
    }

    @Test
    void whatVersion1StoredIsKeptOnPostgres() throws SQLException {
        whatVersion1StoredIsKept(TestPostgres.freshSchema("migration"));
    }

    private static void whatVersion1StoredIsKept(String url) {
        try (ConfigurableApplicationContext old =
                open(url, "--spring.flyway.target=1", "--spring.jpa.hibernate.ddl-auto=none")) {
            JdbcTemplate jdbc = old.getBean(JdbcTemplate.class);
            jdbc.update("insert into tcn_user (id, weight) values ('cms', 2)");
            jdbc.update("insert into pipe (id, source, destination, user_id, min_connections, max_connections)"
                    + " values ('p', 'https://a', 'https://b', 'cms', 1, 9)");
            jdbc.update("insert into resource_control (user_id, resource_set, kind, amount)"
                    + " values ('cms', 'all-links', 'RATE', 1e9), ('cms', 'all-storages', 'SHARE', 0.25)");
        }
        try (ConfigurableApplicationContext present = open(url)) {
            DirectoryStore store = present.getBean(DirectoryStore.class);
            TimedControl rate = always(new Bound(CMS, ResourceSet.ALL_LINKS.name(), new Bound.Rate(1e9)));
            TimedControl share = always(new Bound(CMS, ResourceSet.ALL_STORAGES.name(), new Bound.CapacityShare(0.25)));
            assertThat(store.resourceControls()).containsExactlyInAnyOrder(rate, share);
            assertThat(store.pipes())
                    .containsExactly(new Pipe(
                            PipeId.of("p"),
                            Endpoint.parse("https://a"),
                            Endpoint.parse("https://b"),
                            CMS,
                            new PipeLimits(1, 9)));
            assertThat(store.endpointLimits()).isEmpty();
            TimedControl guarantee = always(new Guarantee(CMS, ResourceSet.ALL_LINKS.name(), 5e8));
            store.saveAll(List.of(guarantee));
            assertThat(store.resourceControls()).containsExactlyInAnyOrder(rate, share, guarantee);
        }
        try (ConfigurableApplicationContext again = open(url)) {
            assertThat(again.getBean(DirectoryStore.class).resourceControls()).hasSize(3);
        }
    }

    @Test
    void whatWasArchivedBeforeTheMonthsIsOnePartition() throws SQLException {
        String url = TestPostgres.freshSchema("migration_archive");
        try (ConfigurableApplicationContext old =
                open(url, "--spring.flyway.target=16", "--spring.jpa.hibernate.ddl-auto=none")) {
            JdbcTemplate jdbc = old.getBean(JdbcTemplate.class);
            jdbc.update("insert into archived_job (id, user_id, user_dn, credential_id, type, state, submit_time,"
                    + " finish_time, priority, retry, retry_delay, verify_checksum, copy_pin_lifetime, bring_online,"
                    + " archive_timeout, dst_file_report, submit_host, cancel_requested, total, finished, failed,"
                    + " canceled) values ('j', 'cms', '/CN=Alice', 'c', 'N', 'FINISHED', '2025-05-01 00:00:00+00',"
                    + " '2025-05-02 00:00:00+00', 3, 0, 0, 'n', -1, -1, -1, false, 'h', false, 1, 1, 0, 0)");
            jdbc.update("insert into archived_transfer (id, job_id, file_index, pipe_id, source, destination, state,"
                    + " priority, user_size, size_bytes, checksum, activity, attempts, retries, unreleased, finish_time)"
                    + " values (7, 'j', 0, 'p', 'https://a/f', 'https://b/f', 'FINISHED', 3, 1, 1, '', 'default', 1, 1,"
                    + " false, '2025-05-02 00:00:00+00')");
            jdbc.update("insert into archived_retry (transfer_id, attempt, at, reason)"
                    + " values (7, 1, '2025-05-01 00:00:00+00', 'slow')");
        }
        try (ConfigurableApplicationContext present = open(url)) {
            JdbcTemplate jdbc = present.getBean(JdbcTemplate.class);
            JobReader reader = present.getBean(JobReader.class);
            assertThat(reader.find("j")).isPresent();
            assertThat(reader.findTransfer(7)).isPresent();
            assertThat(reader.retriesOf("j", 7)).hasSize(1);
            // As a server of the version before does, which leads until it is handed over.
            jdbc.update("insert into archived_retry (transfer_id, attempt, at, reason)"
                    + " values (7, 2, '2025-05-01 00:00:00+00', 'slow again')");
            assertThat(reader.retriesOf("j", 7)).hasSize(2);
            ArchivePartitions partitions = new ArchivePartitions(jdbc);
            Instant now = Objects.requireNonNull(jdbc.queryForObject("select now()", OffsetDateTime.class))
                    .toInstant();
            // Months before are in it already; the next one is not.
            partitions.cover(List.of(Instant.parse("2025-01-01T00:00:00Z"), now));
            assertThat(partitionsOf(jdbc)).hasSize(1);
            partitions.cover(List.of(now.plus(Duration.ofDays(32))));
            assertThat(partitionsOf(jdbc)).hasSize(2);
            // It stays until all of its last month is old.
            assertThat(reader.find("j")).isPresent();
            present.getBean(ArchiveStore.class).deleteNext(now);
            assertThat(reader.find("j")).isPresent();
            present.getBean(ArchiveStore.class).deleteNext(now.plus(Duration.ofDays(32)));
            assertThat(reader.find("j")).isEmpty();
            assertThat(reader.findTransfer(7)).isEmpty();
            assertThat(partitionsOf(jdbc)).hasSize(1);
        }
    }

    private static List<String> partitionsOf(JdbcTemplate jdbc) {
        return jdbc.queryForList(
                "select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid"
                        + " where i.inhparent = 'archived_transfer'::regclass order by 1",
                String.class);
    }

    @Test
    void aDatabaseOfANewerVersionIsRefusedInOneLine() {
        String url = "jdbc:h2:file:" + folder.resolve("newer") + ";WRITE_DELAY=0";
        try (ConfigurableApplicationContext present = open(url)) {
            present.getBean(JdbcTemplate.class)
                    .update("insert into \"flyway_schema_history\" (\"installed_rank\", \"version\", \"description\","
                            + " \"type\", \"script\", \"checksum\", \"installed_by\", \"execution_time\", \"success\")"
                            + " values (1000, '999', 'later', 'SQL', 'V999__later.sql', 1, 'tcn', 1, true)");
        }
        assertThatThrownBy(() -> open(url))
                .rootCause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "the database was changed by a newer TCN (schema 999): start that one, or restore the backup"
                                + " that was made before it was installed");
    }

    private static ConfigurableApplicationContext open(String url, String... arguments) {
        return new SpringApplicationBuilder(JpaStoreContract.StoreAlone.class)
                .web(WebApplicationType.NONE)
                .properties("spring.datasource.url=" + url, "spring.main.banner-mode=off")
                .run(arguments);
    }

    private static TimedControl always(ResourceControl control) {
        return new TimedControl(control, null);
    }
}
