// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.throughput.FlowNetwork;
import io.tcn.sim.run.ControlPlane;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Keeps the busy pipes of a run busy and the others idle. Used by one thread.
final class Workload {
    private final List<Pipe> pipes;
    private final Activity activity;
    private final Backlog backlog;
    private final ControlPlane plane;

    /// Per pipe what was submitted and has not ended.
    private final List<Map<TransferId, Transfer>> open = new ArrayList<>();

    private final Map<TransferId, Integer> pipeOf = new HashMap<>();
    private final FlowNetwork flows;
    private final RandomGenerator random;
    private long nextTransfer = 1;

    /// @param random for the sizes of files
    Workload(World world, Backlog backlog, ControlPlane plane, RandomGenerator random) {
        this.pipes = world.pipes();
        this.activity = world.activity();
        this.flows = world.network().flows();
        this.random = random;
        this.backlog = backlog;
        this.plane = plane;
        pipes.forEach(pipe -> open.add(new LinkedHashMap<>()));
    }

    /// An interval has begun: brings work to pipes that are busy from now on, takes it from those that are not.
    void begin(int interval) {
        List<Transfer> fresh = new ArrayList<>();
        for (int i = 0; i < pipes.size(); i++) {
            boolean busy = activity.isBusy(i, interval);
            if (busy && open.get(i).isEmpty()) {
                add(i, backlog.queued(), fresh);
            } else if (!busy) {
                List<Transfer> left = List.copyOf(open.get(i).values());
                open.get(i).clear();
                left.forEach(transfer -> pipeOf.remove(transfer.id()));
                left.forEach(plane::cancel);
            }
        }
        submit(fresh);
    }

    /// Fills the queues up.
    void refill(List<PipeObservation> observed) {
        if (backlog == Backlog.ENDLESS) {
            return;
        }
        List<Transfer> fresh = new ArrayList<>();
        for (int i = 0; i < pipes.size(); i++) {
            if (!open.get(i).isEmpty()) {
                add(i, backlog.queued() - observed.get(i).queuedTransfers(), fresh);
            }
        }
        submit(fresh);
    }

    /// A transfer has ended.
    void ended(TransferId transfer) {
        Integer pipe = pipeOf.remove(transfer);
        if (pipe != null) {
            open.get(pipe).remove(transfer);
        }
    }

    private void add(int pipe, int count, List<Transfer> fresh) {
        for (int k = 0; k < count; k++) {
            TransferId id = TransferId.of(nextTransfer++);
            Transfer transfer = new Transfer(
                    id,
                    pipes.get(pipe).id(),
                    URI.create("sim:///from/" + id),
                    URI.create("sim:///to/" + id),
                    backlog.fileBytes(flows.ceilingBps(pipe), random),
                    Transfer.DEFAULT_PRIORITY,
                    Set.of(),
                    TransferOptions.DEFAULT);
            open.get(pipe).put(id, transfer);
            pipeOf.put(id, pipe);
            fresh.add(transfer);
        }
    }

    private void submit(List<Transfer> fresh) {
        if (!fresh.isEmpty()) {
            plane.submit(fresh);
        }
    }
}
