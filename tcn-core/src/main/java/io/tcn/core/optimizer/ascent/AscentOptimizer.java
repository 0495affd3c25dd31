// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.model.PipeLimits;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.start.FirstConnections;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.utility.Utility;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    /// Least and greatest part of a step to which eta shrinks and grows.
    private static final double LEAST_ETA = 0.05;

    private static final double ETA_GROWS = 1.5;
    private static final double ETA_SHRINKS = 0.5;

    /// A pipe without least number of connections is served in one of this many intervals at least.
    private static final double LEAST_SHARE = 1.0 / 32;

    /// Slope of the utility below which a pipe's own slope is no measure, as part of the greatest slope. With a
    /// concave utility a pipe that has moved but one small file in an interval has a slope thousands of times that
    /// of others: they are not to wait for it.
    private static final double LEAST_SLOPE = 1e-6;

    /// How many times as far as usual a step may lead while the gradient of a pipe has never turned and limits
    /// guard it.
    private static final double FIRST_REACH = 4;

    private static final double FIRST_GROWTH = 2;

    /// The greatest step size of a pipe where a capacity is full and the utility is concave, as a part of its
    /// connections. Longer steps would come back from the other side, for what is measured is what was.
    private static final double MOST_EXCHANGED = 0.7;

    /// A limit has refused a part of a step if it is shorter than wished by more than this many connections.
    private static final double REFUSED = 0.01;

    /// A pipe whose open connections are far from those decided is not believed to move as much less or more.
    private static final double MOST_RESCALED = 4;

    /// Stands for the n of a pipe that is new.
    private static final double NOT_DRAWN = -1;

    /// Part of what a connection was expected to move below which the first value of its pipe was wrong.
    private static final double DISAPPOINTING = 0.5;

    private static final double EXPLORATION_DECAY = 0.93;

    /// omega of the paper's penalty: above 1, so that breaking a bound never pays.
    private static final double PENALTY = 2;

    private final AscentSettings settings;
    private final GradientSource source;
    private final ConnectionCost utility;
    private final FirstConnections first;
    private final RandomGenerator random;
    private final WholeNumbers wholeNumbers;
    private final Lingering lingering = new Lingering();
    private final PipeTable table = new PipeTable();
    private final Measurements measurements = new Measurements();
    private final ConstraintRows constraints = new ConstraintRows();
    private final StepRows rows = new StepRows();
    private final Incumbent incumbent = new Incumbent();
    private final Urgency urgency = new Urgency();
    /// Whether who gains most grows first.
    private final boolean ordersGrowth;
    /// Whether the utility has its optimum between the corners: there steps along full limits are short.
    private final boolean exchanges;

    private PathIndex paths = PathIndex.none();
    private NetworkMapSnapshot map = NetworkMapSnapshot.empty(Instant.EPOCH);
    private double exploration;

    private double[] n = {};
    private double[] momentum = {};
    private double[] eta = {};
    private double[] gammaBefore = {};
    private boolean[] wasBusy = {};
    private boolean[] turned = {};
    private boolean[] refused = {};
    /// What a connection of a pipe is expected to move that began with more than its first value, in bit/s; 0 once that
    /// is known.
    private double[] expectedBps = {};
    private List<Constraint> controls = List.of();

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
        this.first = first;
        this.source = source;
        this.utility = new ConnectionCost(utility);
        this.random = random;
        this.wholeNumbers = new WholeNumbers(random);
        this.exploration = settings.exploration();
        this.ordersGrowth = source.guardsSteps() && utility.isLinear();
        this.exchanges = source.guardsSteps() && !ordersGrowth;
    }

    @Override
    public Decision decide(Observation observation) {
        boolean pathsChanged = sync(observation);
        if (source.guardsSteps()) {
            lingering.observe(observation.pipes(), wholeNumbers.published());
        } else {
            lingering.ignore(observation.pipes().size());
        }
        IntervalView view = measurements.view(observation, table, paths, pathsChanged, lingering.stays());
        boolean controlsChanged = !observation.constraints().equals(controls);
        controls = observation.constraints();
        constraints.sync(controls);
        noteBusy(view);
        takeBackWrongStarts(view, observation.pipes());
        int size = view.size();

        double[] weights = observation.weights();
        for (int i = 0; i < size; i++) {
            weights[i] = view.busy()[i] ? weights[i] : 0;
        }
        double value = utility.value(view.throughputBps(), view.connections(), weights);
        double[] slope = new double[size];
        double[] wouldMove = exchanges ? asDecided(view, observation.pipes()) : view.throughputBps();
        utility.slope(wouldMove, view.connections(), weights, slope);
        if (settings.constraints() == AscentSettings.Constraints.PENALTY) {
            constraints.penalise(PENALTY * greatest(slope), view.throughputBps());
        }
        source.observe(view);
        double[] inForce = wholeNumbers.inForce(observation.pipes());
        boolean lost = source.guardsSteps()
                && incumbent.isLost(view, inForce, slope, value, source::noise, pathsChanged || controlsChanged);

        Step step = new Step(observation, view, slope, wouldMove);
        step.prepare();
        if (lost) {
            step.leadBack();
        }
        step.solve(!lost);
        List<PipeDecision> decisions = step.publish();
        return new Decision(
                observation.interval(),
                observation.at(),
                decisions,
                value,
                value - constraints.cost(view.throughputBps()),
                constraints.reports(view.throughputBps()),
                source.doubts());
    }

    /// What pipes would move on the connections that were decided, in bit/s: files that stay keep more open,
    /// and what those move is no reason to take still more from their pipe.
    private double[] asDecided(IntervalView view, List<PipeObservation> pipes) {
        double[] throughput = view.throughputBps().clone();
        for (int i = 0; i < throughput.length; i++) {
            double open = view.connections()[i];
            if (view.usable()[i] && open > 0 && n[i] > 0) {
                double more = Urgency.canUseMore(pipes.get(i)) ? MOST_RESCALED : 1;
                throughput[i] *= Math.clamp(n[i] / open, 1 / MOST_RESCALED, more);
            }
        }
        return throughput;
    }

    /// The most connections that a step adds to a pipe of which the gradient has never turned.
    private double firstReach() {
        return source.guardsSteps() ? FIRST_REACH * settings.stepMax() : settings.stepMax();
    }

    private double firstGrowth() {
        return source.guardsSteps() ? FIRST_GROWTH * settings.stepGrowth() : settings.stepGrowth();
    }

    private static double greatest(double[] values) {
        double greatest = 0;
        for (double value : values) {
            greatest = Math.max(greatest, value);
        }
        return greatest;
    }

    @SuppressWarnings("ReferenceEquality") // the same map again is the usual case
    private boolean sync(Observation observation) {
        boolean pipesChanged = table.sync(observation.pipes());
        boolean changed = pipesChanged
                || (observation.map() != map && !observation.map().version().equals(map.version()));
        if (pipesChanged) {
            n = table.carry(n, NOT_DRAWN);
            momentum = table.carry(momentum, 0);
            eta = table.carry(eta, -1);
            gammaBefore = table.carry(gammaBefore, 0);
            wholeNumbers.adopt(table);
            lingering.adopt(table);
            urgency.adopt(table);
            wasBusy = table.carry(wasBusy, false);
            turned = table.carry(turned, false);
            refused = table.carry(refused, false);
            expectedBps = table.carry(expectedBps, 0);
            boolean[] isNew = new boolean[n.length];
            for (int i = 0; i < n.length; i++) {
                if (n[i] < 0) {
                    PipeLimits limits = observation.pipes().get(i).pipe().limits();
                    n[i] = settings.start().draw(limits, random);
                    eta[i] = firstReach();
                    isNew[i] = true;
                }
            }
            first.raise(observation, isNew, n, expectedBps);
        }
        if (changed) {
            paths = PathIndex.of(observation.pipes(), observation.map());
            // What has changed elsewhere in the network is no reason to look around here.
            if (pipesChanged || paths.isTouchedBy(observation.mapChange())) {
                restartExploration();
            }
        }
        map = observation.map();
        return changed;
    }

    /// A first value from elsewhere is taken back where a connection moves far less than it was expected to: then the
    /// network is another one.
    private void takeBackWrongStarts(IntervalView view, List<PipeObservation> pipes) {
        for (int i = 0; i < view.size(); i++) {
            double open = view.connections()[i];
            if (expectedBps[i] > 0 && view.usable()[i] && open > 0) {
                if (view.throughputBps()[i] < DISAPPOINTING * expectedBps[i] * open) {
                    n[i] = Math.min(
                            n[i], settings.start().draw(pipes.get(i).pipe().limits(), random));
                }
                expectedBps[i] = 0;
            }
        }
    }

    private void noteBusy(IntervalView view) {
        for (int i = 0; i < view.size(); i++) {
            if (view.busy()[i] != wasBusy[i]) {
                restartExploration();
            }
            wasBusy[i] = view.busy()[i];
        }
        exploration = Math.max(settings.explorationFloor(), EXPLORATION_DECAY * exploration);
    }

    private void restartExploration() {
        exploration = settings.exploration();
    }

    /// The step of one interval.
    private final class Step {
        private final Observation observation;
        private final IntervalView view;
        private final double[] slope;
        private final double[] wouldMove;
        private final int size;
        private final double[] gamma;
        private final double[] wanted;
        /// Connections before the step, as limits count them.
        private final double[] counted;
        private final double[] stiffness;
        private final double[] least;
        private final double[] most;
        private final double[] floor;
        private final double[] step;
        private final Reason[] reasons;

        Step(Observation observation, IntervalView view, double[] slope, double[] wouldMove) {
            this.observation = observation;
            this.view = view;
            this.slope = slope;
            this.wouldMove = wouldMove;
            this.size = view.size();
            this.gamma = new double[size];
            this.wanted = new double[size];
            this.counted = new double[size];
            this.stiffness = new double[size];
            this.least = new double[size];
            this.most = new double[size];
            this.floor = new double[size];
            this.step = new double[size];
            this.reasons = new Reason[size];
        }

        /// What the gradient asks for, and what it may get.
        void prepare() {
            double[] v = slope.clone();
            constraints.charge(v);
            double[] gradient = new double[size];
            source.gradient(v, gradient);
            utility.charge(wouldMove, slope, gradient);
            double leastSlope = LEAST_SLOPE * greatest(slope);
            double[] urgent = ordersGrowth ? urgency.of(view, observation.pipes(), gradient) : new double[0];
            boolean priced = settings.constraints() == AscentSettings.Constraints.PRICES;
            setFloors();
            boolean[] limited = new boolean[size];
            constraints.markLimited(observation.connectionLimits(), limited);
            for (int i = 0; i < size; i++) {
                PipeObservation pipe = observation.pipes().get(i);
                double perConnection = source.perConnectionBps(i);
                double unit = Math.max(slope[i], leastSlope) * perConnection;
                resetUnlessFinite(i);
                n[i] = Math.clamp(n[i], 0, pipe.pipe().limits().maxConnections());
                least[i] = floor[i] - n[i];
                most[i] = pipe.pipe().limits().maxConnections() - n[i];
                counted[i] = n[i];
                stiffness[i] = 1;
                if (!view.busy()[i]) {
                    if (limited[i]) {
                        // Its room under a limit goes to others meanwhile.
                        n[i] = Math.min(n[i], floor[i]);
                        least[i] = floor[i] - n[i];
                    }
                    hold(i, Reason.IDLE);
                } else if (isStuck(i)) {
                    double half = -n[i] / 2;
                    wanted[i] = half;
                    momentum[i] = 0;
                    reasons[i] = Reason.NOTHING_MOVES;
                    stiffness[i] = Math.max(unit, Double.MIN_NORMAL);
                } else if (!view.usable()[i] || !(unit > 0)) {
                    hold(i, Reason.NOTHING_MEASURED);
                    stiffness[i] = unit > 0 ? unit / eta[i] : 1;
                } else {
                    // The prices that the gradient has paid on the pipe's own throughput are paid in the step again.
                    double own = priced ? (slope[i] - v[i]) * perConnection : 0;
                    climb(i, gradient[i] / unit, own / unit, ordersGrowth ? urgent[i] : 1, pipe);
                    stiffness[i] = unit / eta[i];
                }
                stayNear(i);
                if (least[i] > most[i]) {
                    least[i] = most[i];
                }
            }
        }

        /// Not farther from the best than the step is trusted.
        private void stayNear(int i) {
            double radius = incumbent.radius(i);
            if (view.busy()[i] && radius < Double.POSITIVE_INFINITY && least[i] <= most[i]) {
                double away = incumbent.connections(i) - n[i];
                most[i] = Math.clamp(away + radius, least[i], most[i]);
                least[i] = Math.clamp(away - radius, least[i], most[i]);
            }
        }

        /// To the best that was seen, instead of along the gradient.
        void leadBack() {
            for (int i = 0; i < size; i++) {
                if (view.busy()[i]) {
                    wanted[i] = incumbent.connections(i) - n[i];
                    reasons[i] = Reason.BACK_TO_BEST;
                    momentum[i] = 0;
                    eta[i] = Math.max(LEAST_ETA, eta[i] * ETA_SHRINKS);
                    turned[i] = true;
                    least[i] = Math.min(least[i], wanted[i]);
                    most[i] = Math.max(most[i], wanted[i]);
                }
            }
        }

        private void resetUnlessFinite(int i) {
            if (!Double.isFinite(n[i]) || !Double.isFinite(momentum[i]) || !Double.isFinite(eta[i])) {
                n[i] = floor[i];
                momentum[i] = 0;
                eta[i] = settings.stepMax();
                gammaBefore[i] = 0;
            }
        }

        private void setFloors() {
            for (int i = 0; i < size; i++) {
                int min = observation.pipes().get(i).pipe().limits().minConnections();
                floor[i] = min > 0 ? min : LEAST_SHARE;
            }
            constraints.lowerFloors(floor, observation.connectionLimits(), view);
        }

        private void hold(int i, Reason reason) {
            wanted[i] = 0;
            momentum[i] = 0;
            reasons[i] = reason;
            // Limits may take connections away, nothing gives more. A floor that has risen is followed.
            most[i] = Math.clamp(least[i], 0, Math.max(0, most[i]));
        }

        /// Open connections and no byte moved, and that is credible by now.
        private boolean isStuck(int i) {
            return view.usable()[i] && !(view.throughputBps()[i] > 0);
        }

        /// The most connections that a step adds to a pipe of which the gradient has turned.
        private double usualReach() {
            return source.guardsSteps() ? view.reach() * settings.stepMax() : settings.stepMax();
        }

        private void climb(int i, double relative, double own, double urgent, PipeObservation pipe) {
            gamma[i] = Double.isFinite(relative) ? Math.clamp(relative, -1, 1) : 0;
            double agreement = gamma[i] * gammaBefore[i];
            if (agreement < 0) {
                turned[i] = true;
            }
            double reach = turned[i] ? usualReach() : Math.max(firstReach(), firstGrowth() * n[i]);
            if (agreement > 0) {
                eta[i] *= ETA_GROWS;
            } else if (agreement < 0) {
                eta[i] *= ETA_SHRINKS;
            }
            if (exchanges && refused[i] && source.sharesWhatIsFull(i)) {
                reach = Math.min(reach, MOST_EXCHANGED * Math.max(1, n[i]));
            }
            eta[i] = Math.clamp(eta[i], LEAST_ETA, reach);
            gammaBefore[i] = gamma[i];
            momentum[i] = Math.clamp(
                    (1 - settings.alpha()) * momentum[i] + settings.alpha() * eta[i] * gamma[i], -reach, reach);
            momentum[i] = Math.min(momentum[i], incumbent.trust() * reach);
            wanted[i] = (momentum[i] > 0 ? urgent : 1) * momentum[i] + eta[i] * own;
            most[i] = Math.min(most[i], reach);
            reasons[i] = source.reasonOf(i);
            if (!Urgency.canUseMore(pipe)) {
                // Others may have what it leaves: to them it counts with what it uses.
                most[i] = Math.min(most[i], 0);
                wanted[i] = Math.min(wanted[i], 0);
                counted[i] = Math.min(n[i], pipe.meanActiveConnections());
                least[i] = Math.max(least[i], -counted[i]);
                reasons[i] = Reason.NO_BACKLOG;
            }
            boolean lagging = pipe.activeConnections() > n[i] + reach;
            if (lagging) {
                // It has more open than it is given: running transfers are not ended. Lowering n further has no effect.
                least[i] = Math.max(least[i], Math.min(0, most[i]));
                wanted[i] = Math.max(wanted[i], 0);
            }
        }

        /// @param bySource whether the limits of the source count: on the way back they do not, for it was there
        void solve(boolean bySource) {
            rows.clear();
            if (settings.constraints() == AscentSettings.Constraints.PRICES) {
                constraints.addConstraints(rows, view, n);
            }
            constraints.addLimits(rows, observation.connectionLimits(), view);
            if (bySource) {
                int first = rows.size();
                source.addRows(rows);
                lingering.reserve(rows, first, counted);
            }
            PricedStep.solve(counted, wanted, stiffness, least, most, rows, step, PricedStep.Effort.PER_INTERVAL);
            if (settings.constraints() == AscentSettings.Constraints.PRICES) {
                constraints.remember(rows);
            }
            if (bySource) {
                source.remember(rows);
            }
            if (ordersGrowth) {
                urgency.remember(wanted, step);
            }
        }

        List<PipeDecision> publish() {
            double[] varied = new double[size];
            for (int i = 0; i < size; i++) {
                refused[i] = step[i] < wanted[i] - REFUSED;
                n[i] += Double.isFinite(step[i]) ? step[i] : 0;
                // What a limit has refused must not come back as momentum.
                if (Math.abs(step[i]) < Math.abs(momentum[i])) {
                    momentum[i] = step[i];
                }
                varied[i] = n[i];
                // Below one connection rounding varies it enough, and a variation cut off at zero would add to it.
                boolean explores = source.wantsExploration() && view.busy()[i] && n[i] >= 1;
                if (explores && reasons[i] != Reason.NO_BACKLOG) {
                    double z = Math.clamp(random.nextGaussian(), -2, 2);
                    // A floor that a bound has lowered does not cut it off, for what is cut off exceeds the bound.
                    int min = observation.pipes().get(i).pipe().limits().minConnections();
                    double lowest = floor[i] < min ? 0 : Math.min(n[i], floor[i]);
                    varied[i] = Math.max(lowest, n[i] + exploration * z);
                }
            }
            int[] whole = wholeNumbers.round(
                    varied,
                    n,
                    rows,
                    observation.connectionLimits(),
                    view.busy(),
                    lingering.staying(),
                    observation.pipes());
            boolean[] limited = limited();
            List<PipeDecision> decisions = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                decisions.add(PipeDecision.of(observation.pipes().get(i), whole[i], n[i], rationale(i, limited[i])));
            }
            return decisions;
        }

        /// Which pipes have all that their own maximum, a bound, a capacity or a limit allows.
        private boolean[] limited() {
            boolean[] limited = new boolean[size];
            for (int i = 0; i < size; i++) {
                limited[i] = n[i] > observation.pipes().get(i).pipe().limits().maxConnections() - REFUSED;
            }
            for (int row = 0; row < rows.size(); row++) {
                if (rows.price(row) > 0 && !source.isCaution(row)) {
                    for (int k = rows.start(row); k < rows.end(row); k++) {
                        limited[rows.pipe(k)] = true;
                    }
                }
            }
            return limited;
        }

        private Rationale rationale(int i, boolean limited) {
            if (reasons[i] == Reason.IDLE || reasons[i] == Reason.NOTHING_MEASURED) {
                return Rationale.of(reasons[i]);
            }
            boolean held = refused[i] && reasons[i] != Reason.NO_BACKLOG;
            // Near a best that is gone back to, the gradient is followed in steps that are trusted.
            boolean nearBest = incumbent.radius(i) < Double.POSITIVE_INFINITY;
            Reason why = limited ? Reason.LIMIT_HELD : nearBest ? reasons[i] : Reason.CAREFUL_STEP;
            return Rationale.of(held ? why : reasons[i], Map.of("gradient", gamma[i], "step", step[i], "n", n[i]));
        }
    }
}
