// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.TransferCredentials;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/// A running store of its own with one user and some pipes.
final class StoreWorld {
    static final UserId USER = UserId.of("cms");
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123456Z");

    private final ConfigurableApplicationContext context;

    private StoreWorld(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static StoreWorld open(String url, PipeId... pipes) {
        return open(url, new LostAnswers(), pipes);
    }

    /// @param answers loses answers of the database when it is told to
    static StoreWorld open(String url, LostAnswers answers, PipeId... pipes) {
        StoreWorld world = new StoreWorld(new SpringApplicationBuilder(JpaStoreContract.StoreAlone.class)
                .web(WebApplicationType.NONE)
                .initializers(context -> context.getBeanFactory().addBeanPostProcessor(answers))
                .properties("spring.datasource.url=" + url, "spring.main.banner-mode=off")
                .run());
        world.bean(DatabaseLead.class).take();
        world.store().start();
        world.bean(DirectoryStore.class).save(User.of(USER));
        for (PipeId pipe : pipes) {
            world.bean(DirectoryStore.class)
                    .save(new Pipe(
                            pipe,
                            Endpoint.parse("https://a-" + pipe),
                            Endpoint.parse("https://b"),
                            USER,
                            new PipeLimits(1, 10)));
        }
        return world;
    }

    void close() throws InterruptedException {
        store().stop();
        bean(DatabaseLead.class).release();
        context.close();
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    JpaTransferStore store() {
        return bean(JpaTransferStore.class);
    }

    JdbcTemplate jdbc() {
        return bean(JdbcTemplate.class);
    }

    /// Stores a job of one transfer.
    TransferId submit(NewTransfer transfer) {
        return submit(job(UUID.randomUUID().toString(), List.of(transfer))).getFirst();
    }

    List<TransferId> submit(NewJob job) {
        return bean(SubmissionStore.class).store(job, NOW, "tcn.example.org");
    }

    /// A file of unknown size that waits for no other.
    static NewTransfer file(int index, PipeId pipe, String destination) {
        return file(index, pipe, destination, -1, false, List.of(), Set.of());
    }

    /// @param index in its job
    /// @param bytes -1 if unknown
    /// @param spare whether it is another source of the file before
    /// @param after indices of files of the same job that must be there first
    /// @param afterExisting transfers of other jobs that must be over first
    static NewTransfer file(
            int index,
            PipeId pipe,
            String destination,
            long bytes,
            boolean spare,
            List<Integer> after,
            Set<TransferId> afterExisting) {
        return new NewTransfer(
                index,
                pipe,
                "davs://a.example.org/f" + index,
                destination,
                bytes,
                "ADLER32",
                ChecksumMode.BOTH,
                NewTransfer.Overwrite.NEVER,
                3,
                2,
                Duration.ofMinutes(2),
                null,
                "default",
                null,
                NewTransfer.Shown.NOTHING,
                TransferCredentials.NONE,
                spare,
                after,
                afterExisting);
    }

    static NewJob job(String id, List<NewTransfer> transfers) {
        return job(id, null, transfers);
    }

    static NewJob job(String id, NewJob.@Nullable Group group, List<NewTransfer> transfers) {
        return new NewJob(
                id,
                USER,
                "/DC=org/CN=Alice",
                "15c918e83400085d",
                'N',
                null,
                3,
                2,
                120,
                null,
                group,
                new NewJob.Shown(null, 'n', null, null, null, null, null, false),
                transfers);
    }

    List<Boolean> apply(Transition... transitions) {
        CompletableFuture<List<Boolean>> answer = new CompletableFuture<>();
        store().apply(List.of(transitions), answer::complete);
        return answer.orTimeout(30, TimeUnit.SECONDS).join();
    }

    void made(Transition... transitions) {
        assertThat(apply(transitions)).as("made").doesNotContain(false);
    }

    JobView jobOf(TransferId transfer) {
        String job = bean(JobReader.class)
                .findTransfer(transfer.value())
                .orElseThrow()
                .jobId();
        return bean(JobReader.class).find(job).orElseThrow();
    }
}
