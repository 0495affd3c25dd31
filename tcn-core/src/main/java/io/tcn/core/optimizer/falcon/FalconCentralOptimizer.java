// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.job.Shares;
import io.tcn.core.utility.Utility;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Falcon's central mode (section 4 and 5.7): one search for all busy pipes together, fed with their summed
/// throughput; what it says is shared out by the weights of pipes and users, whole connections, one at least to
/// each.
///
/// The paper shares out evenly and speaks of policies; ours are the weights. A pipe that comes or goes does not
/// start the search anew, and one limited by its own M does not hand its share on. The loss of all is the mean over
/// what they carry; a pipe of which it is not known counts as one without.
public final class FalconCentralOptimizer implements Optimizer {
    private final ConcurrencySearch search;
    private final FalconUtility falconUtility;
    private final Utility reported;
    private boolean begun;

    /// @param search looks for the best number of connections in all
    /// @param falconUtility what it climbs
    /// @param reported what is reported as utility of all
    public FalconCentralOptimizer(ConcurrencySearch search, FalconUtility falconUtility, Utility reported) {
        this.search = search;
        this.falconUtility = falconUtility;
        this.reported = reported;
    }

    @Override
    public Decision decide(Observation observation) {
        double[] weights = observation.weights();
        int least = 0;
        long most = 0;
        int tried = 0;
        double throughputBps = 0;
        double lostBps = 0;
        for (int i = 0; i < weights.length; i++) {
            PipeObservation pipe = observation.pipes().get(i);
            if (pipe.hasWork()) {
                least += Math.max(1, pipe.pipe().limits().minConnections());
                most += pipe.pipe().limits().maxConnections();
                tried += pipe.decidedConnections();
                throughputBps += pipe.throughputBps();
                lostBps += pipe.throughputBps() * pipe.lossRatioOrZero();
            } else {
                weights[i] = 0;
            }
        }
        int upper = Math.clamp(most, Math.max(1, least), Integer.MAX_VALUE / 2);
        double loss = throughputBps > 0 ? lostBps / throughputBps : 0;
        int total = least == 0 ? 0 : next(tried, throughputBps, loss, least, upper);
        double utility = reported.value(observation.throughputBps(), observation.weights());
        return Decision.unpriced(observation, shared(observation, total, weights), utility, utility);
    }

    private int next(int tried, double throughputBps, double loss, int least, int most) {
        if (!begun || tried == 0) {
            begun = true;
            return search.first(least, most);
        }
        return search.next(tried, falconUtility.of(tried, throughputBps, loss), least, most);
    }

    private static List<PipeDecision> shared(Observation observation, int total, double[] weights) {
        int[] shares = Shares.of(total, weights);
        List<PipeDecision> decisions = new ArrayList<>();
        for (int i = 0; i < shares.length; i++) {
            PipeObservation pipe = observation.pipes().get(i);
            int least = Math.max(1, pipe.pipe().limits().minConnections());
            int most = Math.max(least, pipe.pipe().limits().maxConnections());
            decisions.add(
                    weights[i] > 0
                            ? PipeDecision.of(
                                    pipe,
                                    Math.clamp(shares[i], least, most),
                                    Rationale.of(Reason.PROBE, Map.of("total", (double) total)))
                            : PipeDecision.of(
                                    pipe,
                                    Math.clamp(pipe.decidedConnections(), least, most),
                                    Rationale.of(Reason.IDLE)));
        }
        return decisions;
    }
}
