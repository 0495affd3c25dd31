// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.TestPostgres;
import io.tcn.api.loop.Failures;
import io.tcn.api.store.ServerLease.AwayException;
import io.tcn.api.store.ServerLease.Member;
import io.tcn.api.store.ServerLease.Seen;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/// The lease of the lead in a real database.
@Tag("it")
class PostgresLeaseTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Member ONE = new Member("id-1", "tcn1:8446", "tcn1", null, null, "1");

    private static String url = "";
    private static ConfigurableApplicationContext context;
    private ServerLease leases;

    @BeforeAll
    static void start() throws SQLException {
        url = TestPostgres.freshSchema("lease");
        context = new SpringApplicationBuilder(JpaStoreContract.StoreAlone.class)
                .web(WebApplicationType.NONE)
                .properties("spring.datasource.url=" + url, "spring.main.banner-mode=off")
                .run();
    }

    @AfterAll
    static void stop() {
        context.getBean(ServerLease.class).close();
        context.close();
    }

    @BeforeEach
    void nobodyLeads() throws SQLException {
        leases = context.getBean(ServerLease.class);
        try (Connection database = DriverManager.getConnection(url);
                Statement statement = database.createStatement()) {
            statement.execute("update server_lease set holder = null, ends = null");
            statement.execute("delete from server_member");
            statement.execute("delete from drained_host");
        }
    }

    private long take(String id, Duration length) throws AwayException {
        OptionalLong term = leases.take(id, "secret of " + id, length);
        assertThat(term).isPresent();
        return term.getAsLong();
    }

    @Test
    void oneHasItUntilItIsGivenBack() throws AwayException {
        long first = take("id-1", LONG);
        assertThat(leases.take("id-2", "x", LONG)).isEmpty();
        assertThat(leases.renew("id-2", first, LONG)).isFalse();
        assertThat(leases.renew("id-1", first, LONG)).isTrue();
        leases.release("id-2", first);
        assertThat(leases.look().holder())
                .as("nobody gives back what is another's")
                .isEqualTo("id-1");
        leases.release("id-1", first);
        assertThat(leases.look().isFree()).isTrue();
        assertThat(take("id-2", LONG)).isGreaterThan(first);
        assertThat(leases.renew("id-1", first, LONG)).isFalse();
    }

    @Test
    void aConnectionThatTheDatabaseEndsIsNoDefectAndTheNextIsGood() throws AwayException, SQLException {
        take("id-1", LONG);
        try (Connection database = DriverManager.getConnection(url);
                Statement statement = database.createStatement()) {
            statement.execute("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
                    + " and query like '%server_lease%'");
        }
        assertThatThrownBy(leases::look).isInstanceOf(AwayException.class).matches(Failures::isDatabase);
        assertThat(leases.look().holder()).isEqualTo("id-1");
    }

    @Test
    void itEndsByItselfAndWhoHadItMayRenewItUntilSomebodyTakesIt() throws AwayException {
        long first = take("id-1", SHORT);
        await().atMost(Duration.ofSeconds(10)).until(() -> leases.look().isFree());
        assertThat(leases.renew("id-1", first, SHORT))
                .as("nothing has happened meanwhile")
                .isTrue();
        await().atMost(Duration.ofSeconds(10)).until(() -> leases.look().isFree());
        long second = take("id-2", LONG);
        assertThat(second).isGreaterThan(first);
        assertThat(leases.renew("id-1", first, LONG)).isFalse();
    }

    private static void execute(String sql) throws SQLException {
        try (Connection database = DriverManager.getConnection(url);
                Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    /// What a jump of the database's clock is for the lease.
    private static void jumpForward() throws SQLException {
        execute("update server_lease set ends = ends - interval '1 hour'");
    }

    @Test
    void aClockThatJumpsForwardGivesItToTheNextAndTheOneBeforeFindsOut() throws AwayException, SQLException {
        long first = take("id-1", LONG);
        assertThat(leases.raise(first)).isTrue();
        jumpForward();
        long second = take("id-2", LONG);
        assertThat(leases.renew("id-1", first, LONG)).isFalse();
        assertThat(leases.raise(second)).isTrue();
        assertThat(leases.raise(first)).isFalse();
    }

    @Test
    void aJumpForwardThatTheServerThatLeadsSeesFirstChangesNothing() throws AwayException, SQLException {
        long first = take("id-1", LONG);
        jumpForward();
        assertThat(leases.renew("id-1", first, LONG)).isTrue();
        assertThat(leases.take("id-2", "x", LONG)).isEmpty();
    }

    @Test
    void aClockThatJumpsBackMakesItLastLongerUntilItIsRenewed() throws AwayException, SQLException {
        long first = take("id-1", LONG);
        execute("update server_lease set ends = ends + interval '1 hour'");
        assertThat(leases.take("id-2", "x", LONG)).isEmpty();
        assertThat(leases.renew("id-1", first, SHORT)).isTrue();
        assertThat(leases.look().left()).isLessThanOrEqualTo(SHORT);
        await().atMost(Duration.ofSeconds(10)).until(() -> leases.look().isFree());
        assertThat(take("id-2", LONG)).isGreaterThan(first);
        assertThat(leases.renew("id-1", first, LONG)).isFalse();
    }

    @Test
    void whoIsDrainedLeavesItToOneThatLivesAndIsNot() throws AwayException, SQLException {
        leases.sign(new Member("id-1", "tcn1:8446", "tcn1", "https://tcn1:8446", null, "1"));
        leases.sign(new Member("id-2", "tcn2:8446", "tcn2", "https://tcn2:8446", null, "1"));
        execute("insert into drained_host (hostname) values ('tcn1')");
        assertThat(leases.take("id-1", "x", LONG)).isEmpty();
        assertThat(leases.others("id-1")).isEqualTo(new ServerLease.Others(true, true, true));
        assertThat(leases.others("id-2")).isEqualTo(new ServerLease.Others(false, false, true));
        long term = take("id-2", LONG);
        leases.release("id-2", term);

        execute("update server_member set last_sign = clock_timestamp() - interval '6 seconds' where id = 'id-2'");
        assertThat(leases.others("id-1")).isEqualTo(new ServerLease.Others(true, false, false));
        leases.release("id-1", take("id-1", LONG));

        leases.sign(new Member("id-2", "tcn2:8446", "tcn2", "https://tcn2:8446", null, "1"));
        assertThat(leases.take("id-1", "x", LONG)).isEmpty();
        execute("insert into drained_host (hostname) values ('tcn2')");
        assertThat(take("id-1", LONG)).as("all are drained").isPositive();
    }

    @Test
    void theServersAreSeenWithTheOneThatLeads() throws AwayException {
        leases.sign(ONE);
        Member listening = new Member("id-1", "tcn1:8446", "tcn1", "https://tcn1:8446", "ab", "1");
        leases.sign(listening);
        leases.sign(new Member("id-2", "tcn2:8446", "tcn2", null, null, "1"));
        long term = take("id-1", LONG);
        Seen seen = leases.look();
        assertThat(Objects.requireNonNull(seen.leader()).address()).isEqualTo("https://tcn1:8446");
        assertThat(seen.term()).isEqualTo(term);
        assertThat(seen.secret()).isEqualTo("secret of id-1");
        assertThat(seen.ends()).isAfter(seen.now());
        assertThat(leases.members())
                .extracting(present -> present.member().name())
                .containsExactly("tcn1:8446", "tcn2:8446");
        leases.forgetOthers(new Member("id-3", "tcn2:8446", "tcn2", null, null, "1"));
        assertThat(leases.members())
                .extracting(present -> present.member().id())
                .containsExactly("id-1");
        leases.leave(listening);
        assertThat(leases.members()).isEmpty();
        assertThat(leases.look().leader()).isNull();
    }

    @Test
    void aTransactionThatTheOldLeaderHasOpenDoesNotHoldUpTheNewOne() throws AwayException, SQLException {
        long term = take("id-1", LONG);
        try (Connection old = DriverManager.getConnection(url);
                Statement statement = old.createStatement()) {
            old.setAutoCommit(false);
            statement.execute("update server_lead set batch = batch + 1 where part = 'STORE'");
            assertThat(leases.raise(term)).isTrue();
            assertThatThrownBy(old::commit).isInstanceOf(SQLException.class);
        }
        assertThat(leases.raise(term)).as("once more does no harm").isTrue();
        assertThat(leases.raise(term - 1)).as("a term of before").isFalse();
    }

    @Test
    void whatAnOldLeaderDeclaresIsNotStored() throws AwayException {
        DatabaseLead lead = context.getBean(DatabaseLead.class);
        DirectoryStore store = context.getBean(DirectoryStore.class);
        AtomicInteger told = new AtomicInteger();
        long term = take("id-1", LONG);
        assertThat(leases.raise(term)).isTrue();
        lead.lead(term, () -> true, told::incrementAndGet);
        store.save(User.of(UserId.of("before")));
        assertThat(leases.raise(term + 1)).isTrue();
        assertThatThrownBy(() -> store.save(User.of(UserId.of("after")))).isInstanceOf(LeadLostException.class);
        assertThat(told).hasValue(1);
        assertThat(store.users()).extracting(User::id).containsExactly(UserId.of("before"));
    }
}
