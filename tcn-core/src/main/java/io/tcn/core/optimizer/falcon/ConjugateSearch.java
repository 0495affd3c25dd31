// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

import java.util.Arrays;

/// Conjugate gradient ascent over several whole numbers (Falcon, section 5.4; Marlin, section 3.2): it measures
/// where it stands and one step aside along each axis, which gives the gradient, then follows one direction,
/// with strides that double, as long as the utility rises, and measures a new gradient from the best point of
/// that line.
///
/// The direction is `d = g + b d'` with d' the one before and `b = max(0, g (g - g') / g'^2)` (Polak and
/// Ribiere). The papers name the method and nothing more. As in [GradientDescentSearch] slopes are relative
/// changes: one component of g is `x_i (u_i - u) / |u|`, so that a utility that grows with x_i in proportion
/// asks for another x_i of it; a first stride is at most x_i, and at least one along the axis that gains most.
///
/// A gradient takes one trial more than there are axes; nothing is tried twice at once. Mutable; for one job.
public final class ConjugateSearch {
    private enum Phase {
        BASE,
        AXES,
        LINE
    }

    private final int[] least;
    private final int[] most;
    private Phase phase = Phase.BASE;
    private int[] base;
    private double baseUtility;
    private int axis;
    private final double[] gradient;
    private double[] gradientBefore;
    private double[] direction;
    private double stride;
    private int[] tried;
    private int[] best;
    private double bestUtility;

    /// @param start where it begins
    /// @param least lower ends, one per axis
    /// @param most upper ends
    public ConjugateSearch(int[] start, int[] least, int[] most) {
        if (start.length == 0 || start.length != least.length || start.length != most.length) {
            throw new IllegalArgumentException("start and limits need one number per axis, given were " + start.length
                    + ", " + least.length + " and " + most.length);
        }
        this.least = least.clone();
        this.most = most.clone();
        base = clamp(start.clone());
        tried = base.clone();
        best = base.clone();
        gradient = new double[start.length];
        gradientBefore = new double[start.length];
        direction = new double[start.length];
    }

    /// What to try first.
    public int[] first() {
        return base.clone();
    }

    /// What to try next.
    ///
    /// @param utility what was seen of the point tried last
    public int[] next(double utility) {
        switch (phase) {
            case BASE -> {
                baseUtility = utility;
                best = base.clone();
                bestUtility = utility;
                axis = 0;
                phase = Phase.AXES;
                tried = aside();
            }
            case AXES -> {
                learn(utility);
                axis++;
                if (axis < base.length) {
                    tried = aside();
                } else {
                    turn();
                }
            }
            case LINE -> follow(utility);
        }
        return tried.clone();
    }

    /// One step along the axis: up, or down from the upper end.
    private int[] aside() {
        int[] point = base.clone();
        point[axis] += point[axis] < most[axis] ? 1 : -1;
        return clamp(point);
    }

    private void learn(double utility) {
        int step = tried[axis] - base[axis];
        double scale = Math.max(1e-9, Math.abs(baseUtility));
        gradient[axis] = step == 0 ? 0 : Math.max(1, base[axis]) * (utility - baseUtility) / (step * scale);
        if (utility > bestUtility) {
            best = tried.clone();
            bestUtility = utility;
        }
    }

    private void turn() {
        double product = 0;
        double before = 0;
        for (int i = 0; i < gradient.length; i++) {
            product += gradient[i] * (gradient[i] - gradientBefore[i]);
            before += gradientBefore[i] * gradientBefore[i];
        }
        double keep = before > 0 ? Math.max(0, product / before) : 0;
        double[] newDirection = new double[gradient.length];
        double steepest = 0;
        for (int i = 0; i < gradient.length; i++) {
            double reach = Math.max(1, base[i]);
            newDirection[i] = Math.clamp(gradient[i] + keep * direction[i], -reach, reach);
            steepest = Math.max(steepest, Math.abs(newDirection[i]));
        }
        direction = newDirection;
        gradientBefore = gradient.clone();
        if (steepest <= 0) {
            restart();
            return;
        }
        // The steepest axis moves by one at least.
        stride = Math.max(1, 1 / steepest);
        phase = Phase.LINE;
        stepAlong();
    }

    private void stepAlong() {
        int[] point = base.clone();
        for (int i = 0; i < point.length; i++) {
            point[i] = (int) Math.round(base[i] + stride * direction[i]);
        }
        clamp(point);
        if (Arrays.equals(point, tried) || Arrays.equals(point, base)) {
            restart();
        } else {
            tried = point;
        }
    }

    private void follow(double utility) {
        if (utility > bestUtility) {
            best = tried.clone();
            bestUtility = utility;
            stride *= 2;
            stepAlong();
        } else {
            restart();
        }
    }

    private void restart() {
        base = best.clone();
        tried = base.clone();
        phase = Phase.BASE;
    }

    private int[] clamp(int[] point) {
        for (int i = 0; i < point.length; i++) {
            point[i] = Math.clamp(point[i], least[i], most[i]);
        }
        return point;
    }
}
