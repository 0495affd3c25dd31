// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.tcn.api.loop.LoopLoad;
import io.tcn.api.loop.LoopState;
import io.tcn.api.loop.Loops;
import io.tcn.api.runtime.GrowingMetrics;
import io.tcn.api.store.JpaTransferStore;
import java.util.Set;
import org.springframework.stereotype.Component;

/// How much the loops and the thread of the store work, and which loops fail.
@Component
final class LoopMetrics implements GrowingMetrics {
    private static final String STORE = "store";

    private final Loops loops;
    private final JpaTransferStore store;

    LoopMetrics(Loops loops, JpaTransferStore store) {
        this.loops = loops;
        this.store = store;
    }

    @Override
    public void addTo(MeterRegistry to, Set<String> there) {
        if (there.add("loop " + STORE)) {
            addLoad(to, STORE, store.load());
        }
        for (LoopState loop : loops.all()) {
            if (there.add("loop " + loop.name())) {
                Gauge.builder("tcn.loop.failing", loop, it -> it.trouble().isPresent() ? 1 : 0)
                        .description("1 while the last run of a loop failed")
                        .tag("loop", loop.name())
                        .register(to);
                addLoad(to, loop.name(), loop.load());
            }
        }
    }

    private static void addLoad(MeterRegistry to, String name, LoopLoad load) {
        Tags loop = Tags.of("loop", name);
        FunctionCounter.builder("tcn.loop.events", load, LoopLoad::events)
                .description("events of a loop that have ended; of the store its transactions")
                .tags(loop)
                .register(to);
        FunctionCounter.builder("tcn.loop.busy.seconds", load, LoopLoad::busySeconds)
                .description("how long the events of a loop took together")
                .tags(loop)
                .register(to);
        Gauge.builder("tcn.loop.slowest.seconds", load, LoopLoad::slowestSeconds)
                .description("how long the slowest event of the last one to two minutes with work took")
                .tags(loop)
                .register(to);
        Gauge.builder("tcn.loop.waiting", load, LoopLoad::waiting)
                .description("events that are due and have not begun")
                .tags(loop)
                .register(to);
    }
}
