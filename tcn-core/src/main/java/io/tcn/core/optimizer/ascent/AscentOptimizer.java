// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.model.MapVersion;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.start.FirstConnections;
import io.tcn.core.utility.Utility;
import java.util.List;
import java.util.random.RandomGenerator;

/// Gradient ascent of a(T(n)) under resource controls: the scheduling framework of the TCN paper (section 6.1), for
/// any [GradientSource].
///
/// ```
/// v_j   <- da/dT_j - prices that T_j pays + prices that T_j is paid
/// g     <- J^T v                                             (equation 1; J from the source)
/// gamma <- g_i / (|da/dT_i| T_i / n_i), clipped to +-1       (1: as good as a connection on its own)
/// mom   <- (1 - alpha) mom + alpha eta gamma                 (Protocol 2, line 15)
/// d     <- the step nearest to mom that keeps all limits     (PricedStep; its multipliers are the prices)
/// n     <- n + d, published as int(n)                        (line 16; equation 4)
/// ```
///
/// gamma has no unit, so one eta serves Mbit/s and Tbit/s. eta is kept per pipe: it grows while the gradient
/// keeps its sign and halves when that turns (Riedmiller and Braun, RPROP, 1993), because the optimum of a
/// throughput that is the least of several bottlenecks lies on a kink, where no gradient is small.
///
/// n is kept as a real number; published is a stochastic rounding of it, so that n = 0.25 serves a pipe in every
/// fourth interval. A pipe keeps its least number of connections m unless a bound leaves less room. An idle pipe
/// keeps its n, unless it is under a limit that it shares with others: then it begins anew. What a gradient is
/// worked out from are the connections that were open, not those decided. A pipe that cannot use what it has gets
/// no more. One that moves nothing on open connections loses half of them.
///
/// Cost per interval: O(total path length + entries of constraints), plus that of the source.
public final class AscentOptimizer implements Optimizer {
    /// omega of the paper's penalty: above 1, so that breaking a bound never pays.
    private static final double PENALTY = 2;

    private static final MapVersion NO_MAP = new MapVersion(0);

    private final AscentSettings settings;
    private final GradientSource source;
    private final ConnectionCost utility;
    private final WholeNumbers wholeNumbers;
    private final PipeStates pipes;
    private final Exploration exploration;
    private final Lingering lingering = new Lingering();
    private final PipeTable table = new PipeTable();
    private final Measurements measurements = new Measurements();
    private final ConstraintRows constraints = new ConstraintRows();
    private final StepRows rows = new StepRows();
    private final Incumbent incumbent;
    private final Urgency urgency = new Urgency();
    private final AscentLaw law;
    private final StepWishes wishes;
    private final StepPublication publication;
    /// Whether who gains most grows first.
    private final boolean ordersGrowth;
    /// Whether the utility has its optimum between the corners: there steps along full limits are short.
    private final boolean exchanges;

    private final ResourceTable resources = new ResourceTable();
    private PathIndex paths = PathIndex.none();
    private MapVersion mapVersion = NO_MAP;

    /// With first values as the settings say.
    public AscentOptimizer(AscentSettings settings, GradientSource source, Utility utility, RandomGenerator random) {
        this(settings, source, utility, FirstConnections.AS_SET, random);
    }

    /// @param first what else is known of the first values of pipes
    public AscentOptimizer(
            AscentSettings settings,
            GradientSource source,
            Utility utility,
            FirstConnections first,
            RandomGenerator random) {
        this.settings = settings;
        this.source = source;
        this.utility = new ConnectionCost(utility);
        this.wholeNumbers = new WholeNumbers(random);
        this.pipes = new PipeStates(settings, first, random);
        this.exploration = new Exploration(settings, random);
        this.incumbent = new Incumbent(source::noise);
        this.ordersGrowth = source.guardsSteps() && utility.isLinear();
        this.exchanges = source.guardsSteps() && !ordersGrowth;
        this.law = new AscentLaw(settings, source, incumbent, pipes, exchanges);
        this.wishes = new StepWishes(
                source,
                this.utility,
                constraints,
                urgency,
                pipes,
                law,
                new StepCases(pipes, incumbent, law),
                ordersGrowth,
                hasPrices());
        this.publication = new StepPublication(source, pipes, exploration, wholeNumbers, lingering, incumbent, rows);
    }

    private boolean hasPrices() {
        return settings.constraints() == AscentSettings.Constraints.PRICES;
    }

    @Override
    public Decision decide(Observation observation) {
        boolean pathsChanged = sync(observation);
        if (source.guardsSteps()) {
            lingering.observe(observation.pipes(), wholeNumbers.published());
        } else {
            lingering.ignore(observation.pipes().size());
        }
        IntervalView view = measurements.view(observation, table, resources, paths, pathsChanged, lingering.stays());
        boolean[] asked = constraints.sync(observation.constraints(), view);
        exploration.note(view.busy());
        pipes.takeBackWrongStarts(view, observation.pipes());
        int size = view.size();

        double[] weights = observation.weights();
        for (int i = 0; i < size; i++) {
            weights[i] = view.busy()[i] ? weights[i] : 0;
        }
        double value = utility.value(view.throughputBps(), view.connections(), weights);
        double[] slope = new double[size];
        double[] wouldMove = exchanges ? pipes.asDecided(view, observation.pipes()) : view.throughputBps();
        utility.slope(wouldMove, view.connections(), weights, slope);
        if (settings.constraints() == AscentSettings.Constraints.PENALTY) {
            constraints.penalise(PENALTY * StepWishes.greatest(slope), view.throughputBps());
        }
        source.observe(view);
        double[] inForce = wholeNumbers.inForce(observation.pipes());
        boolean lost = source.guardsSteps()
                && incumbent.isLost(
                        view,
                        inForce,
                        slope,
                        (bps, open) -> utility.value(bps, open, weights),
                        asked,
                        whose -> constraints.noteBest(view, whose),
                        view.isCrowdedByFiles(source::perConnectionBps));

        StepDraft step = new StepDraft(observation, view, slope, wouldMove);
        wishes.fill(step);
        if (lost) {
            wishes.leadBack(step);
        }
        solve(step, !lost);
        List<PipeDecision> decisions = publication.of(step);
        return new Decision(
                observation.interval(),
                observation.at(),
                decisions,
                value,
                value - constraints.cost(view.throughputBps()),
                constraints.reports(view.throughputBps()),
                source.doubts());
    }

    /// @return whether pipes or the paths that they take are others than before
    private boolean sync(Observation observation) {
        boolean pipesChanged = table.sync(observation.pipes());
        boolean changed = pipesChanged || !observation.map().version().equals(mapVersion);
        if (pipesChanged) {
            wholeNumbers.adopt(table);
            lingering.adopt(table);
            urgency.adopt(table);
            exploration.adopt(table);
            pipes.adopt(table, observation, law.firstReach());
        }
        if (changed) {
            PathIndex asked = PathIndex.of(observation.pipes(), observation.map());
            // Most changes of a map are elsewhere in the network, and no reason to forget or to look around here.
            changed = pipesChanged || !asked.isSameAs(paths);
            paths = changed ? asked : paths;
        }
        if (changed && (pipesChanged || paths.isTouchedBy(observation.mapChange()))) {
            exploration.restart();
        }
        mapVersion = observation.map().version();
        resources.sync(paths, table);
        return changed;
    }

    /// The step nearest to what is wanted that keeps all limits.
    ///
    /// @param bySource whether the limits of the source count: on the way back they do not, for it was there
    private void solve(StepDraft draft, boolean bySource) {
        rows.clear();
        if (hasPrices()) {
            // What a bounded pipe leaves of something full others have. To a sum that is the same, to others it is not.
            constraints.addConstraints(
                    rows, draft.view, pipes.n, ordersGrowth ? source::freeBps : pipe -> 0, source::relievedBps);
        }
        constraints.addLimits(rows, draft.observation.connectionLimits(), draft.view);
        if (bySource) {
            int first = rows.size();
            source.addRows(rows);
            if (hasPrices()) {
                constraints.makeRoom(rows, first, draft);
            }
            lingering.reserve(rows, first, draft.counted);
        }
        PricedStep.solve(
                draft.counted,
                draft.wanted,
                draft.stiffness,
                draft.least,
                draft.most,
                rows,
                draft.step,
                PricedStep.Effort.of(rows));
        if (rows.areOpposed()) {
            rows.forgetOpposition(worth(draft));
        }
        if (hasPrices()) {
            constraints.remember(rows);
        }
        if (bySource) {
            source.remember(rows);
        }
        if (ordersGrowth) {
            urgency.remember(draft.wanted, draft.step);
        }
    }

    /// Per pipe what the utility gains by a connection.
    private double[] worth(StepDraft draft) {
        double[] worth = draft.stiffness.clone();
        for (int i = 0; i < worth.length; i++) {
            worth[i] *= pipes.eta[i];
        }
        return worth;
    }
}
