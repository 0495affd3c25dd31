// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.UserId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What the pipes of a user, of a storage or of all do together. Mutable while it is made; for one thread.
public final class PipeSums {
    private final String name;
    private int pipes;
    private double throughputBps;
    private double readBps;
    private double writtenBps;
    private long open;
    private long reading;
    private long writing;
    private long running;
    private long queued;
    private long waiting;
    private long failedLately;

    /// The sums of nothing.
    public PipeSums(String name) {
        this.name = name;
    }

    /// Of all pipes together.
    public static PipeSums total(Collection<? extends PipeNow> pipes) {
        PipeSums sums = new PipeSums("all");
        pipes.forEach(sums::add);
        return sums;
    }

    /// By user, in the order of their names.
    public static List<PipeSums> byUser(Collection<? extends PipeNow> pipes) {
        Map<UserId, PipeSums> users = new HashMap<>();
        for (PipeNow pipe : pipes) {
            users.computeIfAbsent(pipe.pipe().user(), user -> new PipeSums(user.value()))
                    .add(pipe);
        }
        return sorted(users.values());
    }

    /// By storage, in the order of their names; see [#ofEndpoints].
    public static List<PipeSums> byEndpoint(Collection<? extends PipeNow> pipes) {
        return sorted(ofEndpoints(pipes).values());
    }

    /// Of each storage. A pipe counts at both of its ends, once where they are one.
    public static Map<Endpoint, PipeSums> ofEndpoints(Collection<? extends PipeNow> pipes) {
        // No sorted map: endpoints are compared by texts that are made for it.
        Map<Endpoint, PipeSums> endpoints = new HashMap<>();
        for (PipeNow pipe : pipes) {
            PipeSums source = endpoints.computeIfAbsent(pipe.pipe().source(), end -> new PipeSums(end.toString()));
            source.add(pipe);
            source.readBps += pipe.throughputBps();
            source.reading += pipe.activity().activeConnections();
            PipeSums destination =
                    endpoints.computeIfAbsent(pipe.pipe().destination(), end -> new PipeSums(end.toString()));
            if (!pipe.pipe().destination().equals(pipe.pipe().source())) {
                destination.add(pipe);
            }
            destination.writtenBps += pipe.throughputBps();
            destination.writing += pipe.activity().activeConnections();
        }
        return endpoints;
    }

    private static List<PipeSums> sorted(Collection<PipeSums> sums) {
        return sums.stream().sorted(Comparator.comparing(PipeSums::name)).toList();
    }

    private void add(PipeNow pipe) {
        pipes++;
        throughputBps += pipe.throughputBps();
        open += pipe.activity().activeConnections();
        running += pipe.activity().activeTransfers();
        queued += pipe.activity().readyTransfers();
        waiting += pipe.activity().waitingForOthers();
        failedLately += pipe.failedLately();
    }

    /// Adds what others do together.
    public void add(PipeSums other) {
        pipes += other.pipes;
        throughputBps += other.throughputBps;
        readBps += other.readBps;
        writtenBps += other.writtenBps;
        open += other.open;
        reading += other.reading;
        writing += other.writing;
        running += other.running;
        queued += other.queued;
        waiting += other.waiting;
        failedLately += other.failedLately;
    }

    /// How busy they are: what moves counts most, then what runs, then what is queued.
    public double business() {
        return business(throughputBps, running, queued);
    }

    /// The same of one pipe.
    public static double businessOf(PipeNow pipe) {
        return business(
                pipe.throughputBps(),
                pipe.activity().activeTransfers(),
                pipe.activity().readyTransfers());
    }

    private static double business(double throughputBps, long running, long queued) {
        return throughputBps + running + queued / 1e6;
    }

    /// Of whom: a user, a storage's URL, or `all`.
    public String name() {
        return name;
    }

    public int pipes() {
        return pipes;
    }

    /// What they moved in the last control interval, in bit/s.
    public double throughputBps() {
        return throughputBps;
    }

    /// What was read at a storage, in bit/s; 0 in other sums.
    public double readBps() {
        return readBps;
    }

    /// What was written at a storage, in bit/s; 0 in other sums.
    public double writtenBps() {
        return writtenBps;
    }

    /// Connections that are open.
    public long open() {
        return open;
    }

    /// Connections that read at a storage; 0 in other sums.
    public long reading() {
        return reading;
    }

    /// Connections that write at a storage; 0 in other sums.
    public long writing() {
        return writing;
    }

    /// Transfers that run.
    public long running() {
        return running;
    }

    /// Transfers that wait for a connection, those included that wait because nothing may start.
    public long queued() {
        return queued;
    }

    /// Transfers that wait for others.
    public long waiting() {
        return waiting;
    }

    /// Attempts that failed in the last control interval.
    public long failedLately() {
        return failedLately;
    }
}
