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
import java.util.List;
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
