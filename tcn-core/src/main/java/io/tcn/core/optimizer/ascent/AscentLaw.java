// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

/// Where the gradient leads a pipe, for the usual case that it is busy and measured:
///
/// ```
/// gamma <- g_i / (|da/dT_i| T_i / n_i), clipped to +-1
/// eta   <- eta * 1.5 if gamma keeps its sign, eta / 2 if it turns, between 0.05 and the reach
/// mom   <- (1 - alpha) mom + alpha eta gamma                (Protocol 2, line 15), within the reach
/// d     <- mom
/// ```
///
/// The reach is the most that a step adds: longer while the gradient has never turned and limits guard the step,
/// shorter where what is full has to be exchanged. What is different in special cases is in [StepCases].
final class AscentLaw {
    /// Least part of a step to which eta shrinks.
    private static final double LEAST_ETA = 0.05;

    private static final double ETA_GROWS = 1.5;
    private static final double ETA_SHRINKS = 0.5;

    /// How many times as far as usual a step may lead while the gradient of a pipe has never turned and limits
    /// guard it.
    private static final double FIRST_REACH = 4;

    private static final double FIRST_GROWTH = 2;

    /// The greatest step size of a pipe where a capacity is full and the utility is concave, as a part of its
    /// connections. Longer steps would come back from the other side, for what is measured is what was.
    private static final double MOST_EXCHANGED = 0.7;

    private final AscentSettings settings;
    private final GradientSource source;
    private final Incumbent incumbent;
    private final PipeStates pipes;
    private final boolean exchanges;

    /// @param exchanges whether the utility has its optimum between the corners: there steps along full limits are
    ///     short
    AscentLaw(
            AscentSettings settings, GradientSource source, Incumbent incumbent, PipeStates pipes, boolean exchanges) {
        this.settings = settings;
        this.source = source;
        this.incumbent = incumbent;
        this.pipes = pipes;
        this.exchanges = exchanges;
    }

    /// Works out what a pipe wants.
    ///
    /// @param relative gamma before it is clipped
    /// @param own the part of it that the pipe's own throughput has paid in prices: they are paid in the step
    ///     again
    /// @param urgent how much of the growth its turn allows
    /// @return the reach
    double climb(StepDraft draft, int i, double relative, double own, double urgent) {
        double gamma = Double.isFinite(relative) ? Math.clamp(relative, -1, 1) : 0;
        draft.gamma[i] = gamma;
        double agreement = gamma * pipes.gammaBefore[i];
        if (agreement < 0) {
            pipes.turned[i] = true;
        }
        double reach = pipes.turned[i] ? usualReach(draft.view) : Math.max(firstReach(), firstGrowth() * pipes.n[i]);
        if (agreement > 0) {
            pipes.eta[i] *= ETA_GROWS;
        } else if (agreement < 0) {
            pipes.eta[i] *= ETA_SHRINKS;
        }
        if (exchanges && pipes.refused[i] && source.sharesWhatIsFull(i)) {
            reach = Math.min(reach, MOST_EXCHANGED * Math.max(1, pipes.n[i]));
        }
        pipes.eta[i] = Math.clamp(pipes.eta[i], LEAST_ETA, reach);
        pipes.gammaBefore[i] = gamma;
        double momentum = Math.clamp(
                (1 - settings.alpha()) * pipes.momentum[i] + settings.alpha() * pipes.eta[i] * gamma, -reach, reach);
        pipes.momentum[i] = Math.min(momentum, incumbent.trust(i) * reach);
        draft.wanted[i] = (pipes.momentum[i] > 0 ? urgent : 1) * pipes.momentum[i] + pipes.eta[i] * own;
        draft.most[i] = Math.min(draft.most[i], reach);
        draft.reasons[i] = source.reasonOf(i);
        return reach;
    }

    /// The step size of a pipe that was led astray.
    void turn(int i) {
        pipes.momentum[i] = 0;
        pipes.eta[i] = Math.max(LEAST_ETA, pipes.eta[i] * ETA_SHRINKS);
        pipes.turned[i] = true;
    }

    /// The most connections that a step adds to a pipe of which the gradient has never turned.
    double firstReach() {
        return source.guardsSteps() ? FIRST_REACH * settings.stepMax() : settings.stepMax();
    }

    private double firstGrowth() {
        return source.guardsSteps() ? FIRST_GROWTH * settings.stepGrowth() : settings.stepGrowth();
    }

    /// The most connections that a step adds to a pipe of which the gradient has turned.
    private double usualReach(IntervalView view) {
        return source.guardsSteps() ? view.reach() * settings.stepMax() : settings.stepMax();
    }
}
