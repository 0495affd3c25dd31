// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.model.TransferId;
import io.tcn.sim.scenario.ArrivalProcess;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.Scenario.TransferSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/// All transfers of a scenario but infinite backlogs, in the order of their submission ([SubmitTimes]): listed ones
/// first, then those of the arrival processes in the order of the file. Of a process only the next transfer is ever
/// there. Used by one thread.
final class TransferFeed {
    private static final class Source {
        private final int place;
        private final ArrivalProcess process;
        private final Iterator<ArrivalProcess.Arrival> arrivals;
        private ArrivalProcess.Arrival next;

        private Source(int place, ArrivalProcess process, Iterator<ArrivalProcess.Arrival> arrivals) {
            this.place = place;
            this.process = process;
            this.arrivals = arrivals;
            this.next = arrivals.next();
        }

        private long atNanos() {
            return next.atNanos();
        }

        private int place() {
            return place;
        }
    }

    private final List<TransferSpec> listed;
    private final Map<TransferId, Long> submitNanos;
    private int nextListed;
    private final PriorityQueue<Source> sources =
            new PriorityQueue<>(Comparator.comparingLong(Source::atNanos).thenComparingInt(Source::place));
    private long lastId;

    /// @param seed 0 for the scenario's own chance, else another one
    /// @param lastId transfers that arrive by a rule get the numbers after this one
    TransferFeed(Scenario scenario, long seed, long lastId) {
        this.submitNanos = SubmitTimes.of(scenario.transfers());
        this.listed = scenario.transfers().stream()
                .sorted(Comparator.comparingLong(this::nanosOf))
                .toList();
        this.lastId = lastId;
        List<ArrivalProcess> processes = scenario.details().arrivals();
        for (int i = 0; i < processes.size(); i++) {
            ArrivalProcess process = processes.get(i).withSeed(processes.get(i).seed() ^ seed);
            Iterator<ArrivalProcess.Arrival> arrivals = process.arrivals();
            if (arrivals.hasNext()) {
                sources.add(new Source(i, process, arrivals));
            }
        }
    }

    private long nanosOf(TransferSpec spec) {
        return submitNanos.getOrDefault(spec.id(), spec.arrivalNanos());
    }

    /// When the next transfer comes, in virtual nanoseconds; [Long#MAX_VALUE] if none does.
    long nextNanos() {
        long atListed = nextListed < listed.size() ? nanosOf(listed.get(nextListed)) : Long.MAX_VALUE;
        Source source = sources.peek();
        return source == null ? atListed : Math.min(atListed, source.atNanos());
    }

    /// Takes the transfers of one moment: all listed ones, since they may wait for one another, and of the others
    /// no more than make it so many.
    List<TransferSpec> take(long nanos, int most) {
        List<TransferSpec> taken = new ArrayList<>();
        while (nextListed < listed.size() && nanosOf(listed.get(nextListed)) == nanos) {
            taken.add(listed.get(nextListed++));
        }
        for (Source source = sources.peek();
                taken.size() < most && source != null && source.atNanos() == nanos;
                source = sources.peek()) {
            sources.remove();
            taken.add(new TransferSpec(
                    TransferId.of(++lastId),
                    source.process.name() + "/" + source.next.number(),
                    source.next.pipe(),
                    source.next.bytes(),
                    nanos,
                    Set.of(),
                    null,
                    source.process.priority()));
            if (source.arrivals.hasNext()) {
                source.next = source.arrivals.next();
                sources.add(source);
            }
        }
        return taken;
    }
}
