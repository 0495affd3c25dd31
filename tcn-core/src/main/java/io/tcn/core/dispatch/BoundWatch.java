// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.port.DataPlane;
import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.TimeSource;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Looks regularly at what the pipes under bounds and guarantees have moved: so it is known what their
/// connections carry, and each bound's account is right. It looks while something is open under a
/// bound, or waits for one. Small files come and go between two looks, so that bounds are charged at
/// the end of each attempt, too.
///
/// Cost per look: O(summed bounds of the pipes with open connections); per attempt O(bounds of its
/// pipe). Mutable; owned by the dispatch loop.
final class BoundWatch {
    private final BoundSettings settings;
    private final PipeQueues pipes;
    private final ConnectionAdmission admission;
    private final ConnectionSpread spreading;
    private final BoundsInTheWay inTheWay;
    private final DataPlane dataPlane;
    private final LoopScheduler loop;
    private final TimeSource time;
    private final Consumer<Runnable> events;

    /// Pipes with open connections, those of which some may be that no attempt has, and those whose last one has closed
    /// since the last look.
    private final Set<PipeQueue> active = new LinkedHashSet<>();

    private boolean scheduled;

    /// @param events runs something as an event of the dispatch loop
    BoundWatch(
            BoundSettings settings,
            PipeQueues pipes,
            ConnectionAdmission admission,
            ConnectionSpread spreading,
            BoundsInTheWay inTheWay,
            DataPlane dataPlane,
            LoopScheduler loop,
            TimeSource time,
            Consumer<Runnable> events) {
        this.settings = settings;
        this.pipes = pipes;
        this.admission = admission;
        this.spreading = spreading;
        this.inTheWay = inTheWay;
        this.dataPlane = dataPlane;
        this.loop = loop;
        this.time = time;
        this.events = events;
    }

    /// A pipe has opened a connection.
    void opened(PipeQueue pipe) {
        watch(pipe, time.nanoTime());
        keepLooking();
    }

    /// Connections of a pipe may be open though no attempt has them: they count at each look. They teach nothing.
    void left(PipeQueue pipe) {
        if (pipe.usage().isMeasured()) {
            active.add(pipe);
            keepLooking();
        }
    }

    /// A pipe is gone, with nothing open: it counts among the known ones of its bounds no more.
    void forget(PipeQueue pipe) {
        active.remove(pipe);
    }

    /// An attempt of a pipe is over.
    void ending(PipeQueue pipe) {
        if (!pipe.usage().bounds().isEmpty()) {
            pipe.usage().charge(dataPlane.movedBytes(pipe.pipe().id()));
        }
    }

    /// Resource controls or the map have changed.
    void changed(Iterable<PipeQueue> concerned) {
        long now = time.nanoTime();
        for (PipeQueue pipe : concerned) {
            if (pipe.usage().bounds().isEmpty()) {
                pipe.usage().forgetCharged();
            }
            if (pipe.usage().open() > 0) {
                watch(pipe, now);
            } else if (pipe.usage().left() > 0) {
                left(pipe);
            }
        }
        active.removeIf(pipe -> {
            boolean goes = !pipe.usage().isMeasured();
            if (goes) {
                pipe.usage().rate().closed();
            }
            return goes;
        });
        keepLooking();
    }

    private void watch(PipeQueue pipe, long nowNanos) {
        if (pipe.usage().isMeasured()) {
            boolean isNew = active.add(pipe);
            if (isNew || (pipe.usage().left() > 0 && !pipe.usage().rate().isOpen())) {
                pipe.usage().rate().opened(nowNanos);
                count(pipe, nowNanos);
            }
        }
    }

    /// Looks again after a while, if there is anything to see.
    void keepLooking() {
        if (!scheduled && (!active.isEmpty() || admission.isBoundAwaited() || inTheWay.isAny())) {
            scheduled = true;
            loop.schedule(settings.look(), () -> events.accept(this::look));
        }
    }

    private void look() {
        scheduled = false;
        long now = time.nanoTime();
        Set<BoundGate> counted = new LinkedHashSet<>();
        for (PipeQueue pipe : active) {
            look(pipe, now);
            for (BoundGate bound : pipe.usage().bounds()) {
                if (counted.add(bound)) {
                    bound.clear();
                    bound.fade();
                }
            }
            pipe.usage().floors().forEach(GuaranteeFloor::clear);
        }
        for (Iterator<PipeQueue> each = active.iterator(); each.hasNext(); ) {
            PipeUsage usage = each.next().usage();
            for (BoundGate bound : usage.bounds()) {
                bound.look(usage);
                bound.changed(usage, usage.open());
                bound.left(usage, usage.left());
            }
            usage.floors().forEach(floor -> floor.changed(usage, usage.open()));
            if (usage.counted() == 0) {
                each.remove();
            }
        }
        for (BoundGate bound : counted) {
            bound.counted();
            bound.trial().renewIfAwaited();
            takeBack(bound, now);
        }
        for (PipeQueue pipe : active) {
            // It waits nowhere, as nothing of it is queued: nobody else tells it that there is room.
            if (pipe.mayUseMore()) {
                pipes.touch(pipe);
            }
            inTheWay.look(pipe);
        }
        inTheWay.lookAgain();
        admission.turnsOfBounds().forEach(pipes::touch);
        keepLooking();
    }

    /// Takes back what is too much from transfers that have several connections, from each pipe the same part of what
    /// it can spare.
    private void takeBack(BoundGate bound, long nowNanos) {
        double surplusBps = bound.surplusBps();
        if (surplusBps <= 0) {
            return;
        }
        List<PipeQueue> spread = active.stream()
                .filter(pipe ->
                        pipe.hasSpreadTransfers() && pipe.usage().bounds().contains(bound))
                .toList();
        double spareBps = 0;
        for (PipeQueue pipe : spread) {
            spareBps += pipe.spareConnections() * pipe.usage().rate().bps();
        }
        for (PipeQueue pipe : spread) {
            int spare = pipe.spareConnections();
            if (surplusBps > 0 && spareBps > 0) {
                int taken = (int) Math.min(spare, Math.ceil(spare * surplusBps / spareBps));
                surplusBps -= taken * pipe.usage().rate().bps();
                spareBps -= spare * pipe.usage().rate().bps();
                spreading.takeBack(pipe, taken, nowNanos);
                // At other limits there is room for others now.
                pipes.touch(pipe);
            }
        }
    }

    private void look(PipeQueue pipe, long nowNanos) {
        PipeUsage usage = pipe.usage();
        ConnectionRate rate = usage.rate();
        boolean before = rate.isKnown();
        count(pipe, nowNanos);
        rate.setFileSeconds(pipe.counters().fileSeconds(rate.movingSecondsAt(nowNanos)));
        if (!before && rate.isKnown()) {
            admission.reconsider(pipe);
            pipes.touch(pipe);
        }
    }

    /// Counts what a pipe has moved since it was counted before.
    private void count(PipeQueue pipe, long nowNanos) {
        PipeUsage usage = pipe.usage();
        ConnectionRate rate = usage.rate();
        long movedBytes = dataPlane.movedBytes(pipe.pipe().id());
        var _ = rate.look(movedBytes, rate.movingSecondsAt(nowNanos), usage.open(), nowNanos);
        usage.charge(movedBytes);
    }
}
