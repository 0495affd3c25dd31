// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.remote.Message.Report;
import io.tcn.core.model.AttemptId;
import io.tcn.core.port.Attempt;
import java.util.ArrayList;
import java.util.List;

/// Remembers what it was told to do, and with which rights.
final class RecordingRunner implements OrderRunner {
    final List<String> done = new ArrayList<>();
    final List<Report> reports = new ArrayList<>();
    final List<Long> changes = new ArrayList<>();
    final List<Boolean> newest = new ArrayList<>();
    final List<OrderRight> rights = new ArrayList<>();

    @Override
    public void start(Message.Start order, Attempt attempt, OrderRight right, boolean newestBounds) {
        done.add("start " + attempt.id());
        rights.add(right);
        newest.add(newestBounds);
    }

    @Override
    public void proceed(AttemptId attempt) {
        done.add("proceed " + attempt);
    }

    @Override
    public void cancel(AttemptId attempt) {
        done.add("cancel " + attempt);
    }

    @Override
    public void giveBack(AttemptId attempt) {
        done.add("give back " + attempt);
    }

    @Override
    public void adjust(AttemptId attempt, int connections, long change) {
        done.add("adjust " + attempt + " to " + connections);
        changes.add(change);
    }

    @Override
    public void shape(Message.Shape bounds) {
        done.add("shape " + bounds.to().sequence());
    }

    @Override
    public void report(Report report) {
        reports.add(report);
    }
}
