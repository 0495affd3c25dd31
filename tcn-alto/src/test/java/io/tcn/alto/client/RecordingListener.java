// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Remembers what an update stream told.
final class RecordingListener implements UpdateListener {
    final List<List<SubstreamContent>> changes = new ArrayList<>();
    final List<Instant> confirmations = new ArrayList<>();
    final List<Boolean> ups = new ArrayList<>();
    final List<String> faults = new ArrayList<>();

    @Override
    public void changed(List<SubstreamContent> contents, Instant at) {
        changes.add(contents);
    }

    @Override
    public void confirmed(Instant at) {
        confirmations.add(at);
    }

    @Override
    public void up(boolean isUp) {
        ups.add(isUp);
    }

    @Override
    public void fault(String reason) {
        faults.add(reason);
    }
}
