// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.model.ResourceControl;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.scenario.ClockTimes;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.ScenarioDetails.TimedControl;
import io.tcn.sim.scenario.Span;
import java.util.List;

/// Sets the controls that a scenario has for a part of the run and takes them back, as an operator would.
/// Afterwards the one that held before holds again. Used by one thread.
final class ControlSchedule {
    private final Engine engine;
    private final ControlPlane plane;
    private final Scenario scenario;

    ControlSchedule(Engine engine, ControlPlane plane, Scenario scenario) {
        this.engine = engine;
        this.plane = plane;
        this.scenario = scenario;
    }

    void start() {
        for (TimedControl timed : scenario.details().timedControls()) {
            switch (timed.times()) {
                case Span span -> {
                    engine.at(span.fromNanos(), () -> settle(timed.control()));
                    if (span.untilNanos() < Long.MAX_VALUE) {
                        engine.at(span.untilNanos(), () -> settle(timed.control()));
                    }
                }
                // A timetable may go on for ever: each change of it plans the next one.
                case ClockTimes _ -> engine.at(0, () -> follow(timed));
            }
        }
    }

    private void follow(TimedControl timed) {
        settle(timed.control());
        long next = timed.times().nextChange(engine.nanoTime());
        if (next < Long.MAX_VALUE) {
            engine.at(next, () -> follow(timed));
        }
    }

    /// Sets what holds now in the place of a control: the last timed one of the list, else the lasting one,
    /// else none.
    private void settle(ResourceControl like) {
        List<TimedControl> active = scenario.details().timedControls().stream()
                .filter(timed -> timed.times().contains(engine.nanoTime()) && isSamePlace(timed.control(), like))
                .toList();
        if (!active.isEmpty()) {
            plane.set(active.getLast().control());
            return;
        }
        scenario.controls().stream()
                .filter(control -> isSamePlace(control, like))
                .findFirst()
                .ifPresentOrElse(plane::set, () -> plane.takeBack(like));
    }

    private static boolean isSamePlace(ResourceControl a, ResourceControl b) {
        return a.getClass().equals(b.getClass())
                && a.user().equals(b.user())
                && a.resourceSet().equals(b.resourceSet());
    }
}
