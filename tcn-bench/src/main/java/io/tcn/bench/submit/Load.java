// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.submit;

import io.tcn.bench.BenchException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import javax.net.ssl.SSLContext;

/// Sends requests over some connections at once, each connection one request after the other.
final class Load {
    private static final int FIRST_LATENCIES = 4096;

    private final URI server;
    private final SSLContext tls;

    Load(URI server, SSLContext tls) {
        this.server = server;
        this.tls = tls;
    }

    /// What is to be done.
    ///
    /// @param request makes the n-th request, from 0; cheap
    /// @param concurrency connections
    /// @param maxRequests at most so many
    /// @param maxNanos no request is begun after so long
    /// @param each hears the text of every good answer
    record Plan(
            LongFunction<byte[]> request, int concurrency, long maxRequests, long maxNanos, Consumer<String> each) {}

    /// What was measured.
    static final class Result {
        private final long nanos;
        private final long[] latencies;
        private final long clientCpuNanos;

        private Result(long nanos, long[] sortedLatencies, long clientCpuNanos) {
            this.nanos = nanos;
            this.latencies = sortedLatencies;
            this.clientCpuNanos = clientCpuNanos;
        }

        /// Requests that were answered with 200.
        long requests() {
            return latencies.length;
        }

        double perSecond() {
            return requests() * 1e9 / nanos;
        }

        /// The latency that this part of the requests did not exceed.
        ///
        /// @param part such as 0.99
        double quantileMillis(double part) {
            int index = (int) Math.ceil(part * latencies.length) - 1;
            return latencies[Math.clamp(index, 0, latencies.length - 1)] / 1e6;
        }

        /// Processor time of this process meanwhile.
        long clientCpuNanos() {
            return clientCpuNanos;
        }
    }

    /// @throws BenchException when an answer is not 200, with its text
    Result run(Plan plan) throws BenchException, InterruptedException {
        AtomicLong next = new AtomicLong();
        ThreadFactory threads = Thread.ofPlatform().name("load-", 0).daemon().factory();
        try (ExecutorService workers = Executors.newFixedThreadPool(plan.concurrency(), threads)) {
            List<LeanConnection> connections = new ArrayList<>();
            try {
                for (int i = 0; i < plan.concurrency(); i++) {
                    connections.add(LeanConnection.open(server, tls));
                }
                long cpu = cpuNanos();
                long start = System.nanoTime();
                List<Future<long[]>> runs = new ArrayList<>();
                for (LeanConnection connection : connections) {
                    runs.add(workers.submit(() -> work(connection, plan, next, start)));
                }
                List<long[]> latencies = new ArrayList<>();
                for (Future<long[]> run : runs) {
                    latencies.add(run.get());
                }
                long nanos = System.nanoTime() - start;
                long[] all = latencies.stream()
                        .flatMapToLong(Arrays::stream)
                        .sorted()
                        .toArray();
                if (all.length == 0) {
                    throw new BenchException("no request was answered");
                }
                return new Result(nanos, all, cpuNanos() - cpu);
            } catch (ExecutionException failure) {
                throw new BenchException("a request failed: " + failure.getCause(), failure);
            } finally {
                for (LeanConnection connection : connections) {
                    connection.close();
                }
            }
        } catch (IOException broken) {
            throw new BenchException("the server at " + server + " cannot be reached (" + broken + ")", broken);
        }
    }

    private static long[] work(LeanConnection connection, Plan plan, AtomicLong next, long start) throws IOException {
        long[] latencies = new long[FIRST_LATENCIES];
        int done = 0;
        while (System.nanoTime() - start < plan.maxNanos()) {
            long number = next.getAndIncrement();
            if (number >= plan.maxRequests()) {
                break;
            }
            byte[] request = plan.request().apply(number);
            long sent = System.nanoTime();
            int status = connection.exchange(request);
            long took = System.nanoTime() - sent;
            if (status != 200) {
                String text = connection.text();
                throw new IOException("status " + status + ": " + text.substring(0, Math.min(500, text.length())));
            }
            if (done == latencies.length) {
                latencies = Arrays.copyOf(latencies, done * 2);
            }
            latencies[done++] = took;
            plan.each().accept(connection.text());
        }
        return Arrays.copyOf(latencies, done);
    }

    private static long cpuNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }
}
