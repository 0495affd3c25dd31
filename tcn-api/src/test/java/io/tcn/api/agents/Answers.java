// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.AttemptListener;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Remembers what became of attempts, in words. Where nothing is said of connections it was one.
final class Answers implements AttemptListener {
    final List<String> given = new ArrayList<>();
    final List<TransferFailure> failures = new ArrayList<>();

    @Override
    public void prepared(AttemptId attempt, long sizeBytes, int connections) {
        given.add("prepared " + attempt + (connections == 1 ? "" : " for " + connections));
    }

    @Override
    public void uses(AttemptId attempt, int connections) {
        given.add(attempt + " uses " + connections);
    }

    @Override
    public void finished(AttemptId attempt, long sizeBytes, @Nullable Checksum checksum) {
        given.add("finished " + attempt + " " + sizeBytes + " " + checksum);
    }

    @Override
    public void failed(AttemptId attempt, TransferFailure failure, boolean destinationClean) {
        given.add("failed " + attempt + (destinationClean ? " clean" : " dirty"));
        failures.add(failure);
    }

    @Override
    public void canceled(AttemptId attempt, boolean destinationClean) {
        given.add("canceled " + attempt + (destinationClean ? " clean" : " dirty"));
    }
}
