// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.copy;

import io.tcn.agent.transfer.AgentDataPlane;
import io.tcn.agent.transfer.AgentSettings;
import io.tcn.agent.transfer.StorageRules;
import io.tcn.agent.transfer.TpcPolicy;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// The process that copies through TCN's data plane. For each line `SOURCE DESTINATION BYTES` it makes one attempt and
/// answers with [CopyTimes] or with `failed` and the reason; it ends when its standard input does.
@Command(name = CopyWorker.NAME, hidden = true, description = "Used by the benchmark copy.")
public final class CopyWorker implements Callable<Integer> {
    static final String NAME = "copy-worker";
    private static final PipeId PIPE = PipeId.of("bench");
    private static final long LOOK_MILLIS = 2;

    @Option(names = "--tls")
    private @Nullable Path tls;

    private final HeapWatch heap = new HeapWatch();

    @Override
    public Integer call() throws IOException, InterruptedException {
        heap.start();
        AgentSettings settings = AgentSettings.builder()
                .storages(StorageRules.HERE)
                .thirdPartyCopy(TpcPolicy.OFF)
                .tls(tls == null ? null : LoopbackTls.in(tls).context())
                .build();
        try (AgentDataPlane dataPlane = new AgentDataPlane(settings);
                BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            long number = 1;
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                System.out.println(copy(dataPlane, number++, order));
                System.out.flush();
            }
        }
        return 0;
    }

    private String copy(AgentDataPlane dataPlane, long number, String order) throws InterruptedException {
        String[] parts = order.split(" ");
        long size = Long.parseLong(parts[2]);
        Transfer transfer = new Transfer(
                TransferId.of(number),
                PIPE,
                URI.create(parts[0]),
                URI.create(parts[1]),
                size,
                Transfer.DEFAULT_PRIORITY,
                Set.of(),
                TransferOptions.DEFAULT);
        AttemptId attempt = new AttemptId(transfer.id(), 1);
        long target = dataPlane.movedBytes(PIPE) + size;
        Answers answers = new Answers();

        long started = System.nanoTime();
        dataPlane.start(new Attempt(attempt, transfer, 1, PipeTuning.of(1), null), answers);
        try {
            answers.prepared.get();
            long permitted = System.nanoTime();
            dataPlane.proceed(attempt);
            long through = awaitBytes(dataPlane, target, answers.finished);
            Finished finished = answers.finished.get();
            return new CopyTimes(
                            finished.atNanos() - started,
                            through - permitted,
                            finished.checksum(),
                            Runtime.getRuntime().maxMemory(),
                            heap.peakBytes(),
                            HeapWatch.peakMemoryBytes())
                    .toLine();
        } catch (ExecutionException e) {
            return "failed " + e.getMessage();
        }
    }

    /// When all bytes had been handed to the destination, to a few milliseconds.
    private static long awaitBytes(AgentDataPlane dataPlane, long target, CompletableFuture<Finished> finished)
            throws InterruptedException, ExecutionException {
        while (dataPlane.movedBytes(PIPE) < target) {
            try {
                return finished.get(LOOK_MILLIS, TimeUnit.MILLISECONDS).atNanos();
            } catch (TimeoutException e) {
                // Still at work.
            }
        }
        return System.nanoTime();
    }

    private record Finished(long atNanos, String checksum) {}

    private static final class AttemptFailedException extends Exception {
        private static final long serialVersionUID = 1L;

        AttemptFailedException(String message) {
            super(message);
        }
    }

    private static final class Answers implements AttemptListener {
        private final CompletableFuture<Integer> prepared = new CompletableFuture<>();
        private final CompletableFuture<Finished> finished = new CompletableFuture<>();

        @Override
        public void prepared(AttemptId attempt, long sizeBytes, int connections) {
            prepared.complete(connections);
        }

        @Override
        public void finished(AttemptId attempt, long sizeBytes, @Nullable Checksum checksum) {
            finished.complete(new Finished(System.nanoTime(), checksum == null ? "unverified" : checksum.value()));
        }

        @Override
        public void failed(AttemptId attempt, TransferFailure failure, boolean destinationClean) {
            fail(failure.toString());
        }

        @Override
        public void canceled(AttemptId attempt, boolean destinationClean) {
            fail("canceled");
        }

        private void fail(String why) {
            AttemptFailedException failure = new AttemptFailedException(why);
            prepared.completeExceptionally(failure);
            finished.completeExceptionally(failure);
        }
    }
}
