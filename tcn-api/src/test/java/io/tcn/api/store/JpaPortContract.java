// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.dispatch.CanceledTransfer;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.GroupId;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.TransferStore;
import io.tcn.core.port.TransferStoreContract;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/// The suite of the port on a database. Its tests number their transfers themselves, so that rows are written
/// here as they are; each transfer is a job of its own, which is how one of them can be cancelled.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JpaPortContract extends TransferStoreContract {
    private static final UserId USER = UserId.of("cms");
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private @Nullable ConfigurableApplicationContext context;

    /// JDBC address of an empty database or schema.
    abstract String url() throws Exception;

    @BeforeAll
    void startStore() throws Exception {
        context = new SpringApplicationBuilder(JpaStoreContract.StoreAlone.class)
                .web(WebApplicationType.NONE)
                .properties("spring.datasource.url=" + url(), "spring.main.banner-mode=off")
                .run();
        bean(JpaTransferStore.class).start();
        bean(DirectoryStore.class).save(User.of(USER));
        for (PipeId pipe : List.of(P, Q)) {
            bean(DirectoryStore.class)
                    .save(new Pipe(
                            pipe,
                            Endpoint.parse("https://a-" + pipe),
                            Endpoint.parse("https://b"),
                            USER,
                            new PipeLimits(1, 10)));
        }
    }

    @AfterAll
    void stopStore() throws InterruptedException {
        if (context != null) {
            bean(JpaTransferStore.class).stop();
            context.close();
        }
    }

    private <T> T bean(Class<T> type) {
        if (context == null) {
            throw new IllegalStateException("the store was not started");
        }
        return context.getBean(type);
    }

    @Override
    protected TransferStore createStore() {
        JdbcTemplate jdbc = bean(JdbcTemplate.class);
        jdbc.update("delete from transfer_after");
        jdbc.update("delete from transfer_retry");
        jdbc.update("delete from transfer");
        jdbc.update("delete from job");
        return bean(JpaTransferStore.class);
    }

    @Override
    protected void add(List<Transfer> transfers) {
        JdbcTemplate jdbc = bean(JdbcTemplate.class);
        for (Transfer transfer : transfers) {
            jdbc.update(
                    "insert into job (id, user_id, user_dn, credential_id, type, state, submit_time, priority, retry,"
                            + " retry_delay, verify_checksum, submit_host, cancel_requested, total, started, finished,"
                            + " failed, canceled) values (?, 'cms', '/CN=A', '', 'N', 'SUBMITTED', ?, 3, 0, 0, 'n',"
                            + " 'here', false, 1, false, 0, 0, 0)",
                    job(transfer.id()),
                    Rows.timestamp(NOW));
            Checksum checksum = transfer.options().checksum();
            jdbc.update(
                    "insert into transfer (id, job_id, file_index, pipe_id, source, destination, state, priority,"
                            + " user_size, size_bytes, checksum, checksum_mode, overwrite, max_retries,"
                            + " retry_delay_ms, timeout_ms, activity, attempts, retries, dirty, unreleased) values"
                            + " (?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'default', 0, 0, false, ?)",
                    transfer.id().value(),
                    job(transfer.id()),
                    transfer.pipe().value(),
                    transfer.source().toString(),
                    transfer.destination().toString(),
                    transfer.after().isEmpty() ? "QUEUED" : "WAITING",
                    transfer.priority(),
                    transfer.sizeBytes(),
                    transfer.sizeBytes(),
                    checksum == null ? Checksum.ADLER32 : checksum.toString(),
                    transfer.options().checksumMode().name(),
                    transfer.options().overwrite(),
                    transfer.options().maxRetries(),
                    transfer.options().retryDelay().toMillis(),
                    transfer.options().timeout() == null
                            ? null
                            : transfer.options().timeout().toMillis(),
                    !transfer.after().isEmpty());
        }
        transfers.forEach(this::addLimit);
        for (Transfer transfer : transfers) {
            for (TransferId predecessor : transfer.after()) {
                jdbc.update(
                        "insert into transfer_after (transfer_id, after_id) values (?, ?)",
                        transfer.id().value(),
                        predecessor.value());
            }
        }
    }

    private void addLimit(Transfer transfer) {
        TransferLimit limit = transfer.options().limit();
        if (limit == null) {
            return;
        }
        JdbcTemplate jdbc = bean(JdbcTemplate.class);
        if (jdbc.queryForList(
                        "select id from transfer_limit where id = ?", limit.id().value())
                .isEmpty()) {
            String[] holder = limit.holder().split(" by ");
            jdbc.update(
                    "insert into transfer_limit (id, credential_id, issuer, subject, max_bps, max_connections, created)"
                            + " values (?, ?, ?, ?, ?, ?, ?)",
                    limit.id().value(),
                    "credential-" + limit.id(),
                    holder[1],
                    holder[0].substring("the token of ".length()),
                    limit.limitsThroughput() ? limit.maxBps() : 0,
                    limit.limitsConnections() ? limit.maxConnections() : 0,
                    Rows.timestamp(NOW));
        }
        jdbc.update(
                "update transfer set limit_id = ? where id = ?",
                limit.id().value(),
                transfer.id().value());
    }

    @Override
    protected void add(Transfer transfer, GroupId group) {
        add(List.of(transfer));
        bean(JdbcTemplate.class)
                .update(
                        "update transfer set group_id = ? where id = ?",
                        group.value(),
                        transfer.id().value());
    }

    @Override
    protected void add(Transfer transfer, String activity) {
        add(List.of(transfer));
        bean(JdbcTemplate.class)
                .update(
                        "update transfer set activity = ? where id = ?",
                        activity,
                        transfer.id().value());
    }

    @Override
    protected Optional<TransferState> cancel(TransferId transfer) {
        List<CanceledTransfer> canceled = new ArrayList<>();
        bean(JpaTransferStore.class)
                .cancel(new CancelScope.OfJob(job(transfer)), "canceled", NOW, canceled::addAll)
                .join();
        return canceled.stream().findFirst().map(CanceledTransfer::from);
    }

    @Override
    protected Optional<TransferState> stateOf(TransferId transfer) {
        return bean(JobReader.class).findTransfer(transfer.value()).map(TransferView::state);
    }

    @Test
    void aTransferWhoseLimitIsNotInTheStoreCostsItselfAlone() {
        add(List.of(transfer(1), transfer(2)));
        bean(JdbcTemplate.class).update("update transfer set limit_id = 999 where id = 1");
        assertThat(queue()).containsExactly(2L);
        assertThat(stateOf(TransferId.of(1))).contains(TransferState.FAILED);
    }

    @Test
    void theRateOfAJobComesWithItsTransfersAndGoesWithTheJob() {
        add(List.of(transfer(1)));
        TransferLimitStore limits = bean(TransferLimitStore.class);
        String job = job(TransferId.of(1));
        TransferLimit rate = limits.ofJob(job, 5e6, NOW);
        assertThat(limits.ofJob(job, 5e6, NOW)).isEqualTo(rate);
        bean(JdbcTemplate.class)
                .update(
                        "update transfer set limit_id = ? where id = 1",
                        rate.id().value());
        assertThat(bean(QueueReader.class).queuedOf(List.of(TransferId.of(1))))
                .singleElement()
                .satisfies(queued -> {
                    TransferLimit read = queued.transfer().options().limit();
                    assertThat(read).isEqualTo(TransferLimit.rate(rate.id(), "job " + job, 5e6));
                });
        assertThat(limits.find(rate.id())).as("a token's").isEmpty();

        assertThat(limits.forget(NOW.plusSeconds(1), 10)).isZero();
        bean(JdbcTemplate.class).update("delete from transfer where id = 1");
        bean(JdbcTemplate.class).update("delete from job where id = ?", job);
        assertThat(limits.forget(NOW, 10)).as("as old as it may be").isZero();
        assertThat(limits.forget(NOW.plusSeconds(1), 10)).isEqualTo(1);
    }

    private static String job(TransferId transfer) {
        return "job-" + transfer;
    }
}
