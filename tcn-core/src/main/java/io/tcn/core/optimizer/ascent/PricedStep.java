// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

/// The step nearest to the one that the gradient asks for, among those that keep every limit:
///
/// ```
/// minimise   sum of (stiffness_i / 2) (d_i - wanted_i)^2
/// subject to sum over i of a_ri (n_i + d_i) <= limit_r   for every row r
///            least_i <= d_i <= most_i
/// ```
///
/// Solved by dual coordinate ascent (Hildreth's procedure, 1957; Bertsekas, Nonlinear Programming, section 6.2):
/// each row in turn raises or lowers its multiplier mu_r, never below zero, until its own limit is just kept; the
/// step is then `d_i = clip(wanted_i - sum of mu_r a_ri / stiffness_i)`. The multipliers are the prices of the
/// limits, and those of the interval before are where the next solution begins. So a limit that is not reached ends
/// with price zero, and one that is reached with what one more unit of it would gain.
///
/// This is the primal-dual method of the design run to its end on a linear prediction instead of one iteration per
/// interval; the stiffness plays the part of the augmented term. Cost: O(sweeps x entries), with the sweeps of an
/// [Effort]. What most of it would go to is left out: a row that no step could break is looked at once, a kept one
/// costs a product per entry, and a price that its row does not need falls at once to where halving it would lead.
final class PricedStep {
    /// How near to the exact solution it has to come.
    ///
    /// @param sweeps at most so many over all rows
    /// @param activeSweeps at most so many after each over those that count
    /// @param tolerance a row counts as kept when it is exceeded by less than this part of its limit
    record Effort(int sweeps, int activeSweeps, double tolerance) {
        /// What is measured errs by more; what is left to do the next interval begins with.
        static final Effort PER_INTERVAL = new Effort(3, 6, 1e-3);

        /// Where guarantees pull up what other limits pull down, either takes back a part of what the other has
        /// gained, so that it takes more sweeps.
        static final Effort OPPOSED = new Effort(10, 6, 1e-3);

        static Effort of(StepRows rows) {
            return rows.areOpposed() ? OPPOSED : PER_INTERVAL;
        }
    }

    /// As a rule two or three are enough.
    private static final int NEWTON_STEPS = 24;

    /// Where rows pull against each other, pipes are clipped far beyond their ends, and there is more to go through.
    private static final int OPPOSED_STEPS = 96;

    /// Ease, as one over the stiffness, beyond which there is none.
    private static final double NO_SLOPE = 1e100;

    /// A slope of less than this part of the full one is none.
    private static final double FLAT = 1e-9;

    /// A little beyond a bend, so that rounding does not leave the step before it.
    private static final double BEYOND = 1 + 1e-6;

    /// Where rows pull against each other, so many entries are looked at after the first sweep at most, or all of them
    /// so many times: with thousands of guarantees a step would take seconds. What is left to do the next interval
    /// begins with.
    private static final long LEAST_LOOKS = 2_000_000;

    private static final long MOST_LOOKS = 5;

    /// By how many connections a guarantee may pull a pipe up against other limits.
    private static final double MOST_PULL = 1000;

    private final double[] n;
    private final double[] least;
    private final double[] most;
    private final StepRows rows;
    private final double tolerance;

    /// Per pipe the step before it is clipped, and n after the clipped step: most rows are only summed up.
    private final double[] shifted;

    private final double[] after;

    /// To divide once per pipe is cheaper than once per entry and look at it.
    private final double[] ease;

    /// Whether rows pull against each other.
    private final boolean opposed;

    /// How many steps a search has, and what is left of a price that is halved in each of them.
    private final int steps;

    private final double lastHalf;

    /// How many entries may still be looked at.
    private long looksLeft = Long.MAX_VALUE;

    private double sum;
    private double slope;
    private double fullSlope;
    private boolean canFall;

    /// By how much the price of the row looked at has to fall, and to rise, until the first clipped pipe follows.
    private double nextBelow;

    private double nextAbove;

    private PricedStep(
            double[] n,
            double[] wanted,
            double[] stiffness,
            double[] least,
            double[] most,
            StepRows rows,
            double tolerance) {
        this.n = n;
        this.least = least;
        this.most = most;
        this.rows = rows;
        this.tolerance = tolerance;
        this.shifted = wanted.clone();
        this.after = new double[n.length];
        this.ease = new double[n.length];
        this.opposed = rows.areOpposed();
        this.steps = opposed ? OPPOSED_STEPS : NEWTON_STEPS;
        this.lastHalf = Math.scalb(1.0, -steps);
        for (int i = 0; i < ease.length; i++) {
            ease[i] = 1 / stiffness[i];
        }
    }

    /// Solves.
    ///
    /// @param n per pipe the real-valued connections before the step
    /// @param wanted per pipe the step that the gradient asks for
    /// @param stiffness per pipe, positive
    /// @param least per pipe the least step
    /// @param most per pipe the greatest step, at least `least`
    /// @param rows limits; their prices are where the solution begins and are overwritten. A pipe is in a row once
    /// @param step result
    /// @param effort how near to the exact solution
    static void solve(
            double[] n,
            double[] wanted,
            double[] stiffness,
            double[] least,
            double[] most,
            StepRows rows,
            double[] step,
            Effort effort) {
        PricedStep solution = new PricedStep(n, wanted, stiffness, least, most, rows, effort.tolerance());
        solution.begin();
        solution.sweep(effort);
        for (int i = 0; i < n.length; i++) {
            step[i] = solution.clipped(i);
        }
    }

    /// A pipe that moves nothing has no slope, and would leap to either end at any price: so far where rows pull
    /// against each other that no number holds it. There it is as easy to move as the easiest of the others.
    private void makeComparable() {
        double easiest = 0;
        for (double each : ease) {
            easiest = each < NO_SLOPE ? Math.max(easiest, each) : easiest;
        }
        for (int i = 0; i < ease.length; i++) {
            ease[i] = ease[i] < NO_SLOPE ? ease[i] : easiest > 0 ? easiest : 1;
        }
    }

    private void begin() {
        if (opposed) {
            makeComparable();
        }
        for (int r = 0; r < rows.size(); r++) {
            double price = rows.price(r);
            if (price > 0 || price < 0) {
                for (int k = rows.start(r); k < rows.end(r); k++) {
                    int i = rows.pipe(k);
                    shifted[i] -= price * rows.coefficient(k) * ease[i];
                }
            }
        }
        for (int i = 0; i < after.length; i++) {
            after[i] = n[i] + clipped(i);
        }
    }

    private double clipped(int i) {
        return Math.clamp(shifted[i], least[i], most[i]);
    }

    /// Most limits are far from being reached: between two looks at all of them only the others are worked on.
    private void sweep(Effort effort) {
        int[] open = new int[rows.size()];
        int openRows = 0;
        for (int r = 0; r < open.length; r++) {
            if (rows.price(r) > 0 || canBeBroken(r)) {
                open[openRows++] = r;
            }
        }
        if (opposed) {
            relaxUpper(open, openRows);
        }
        int[] active = new int[openRows];
        for (int sweep = 0; sweep < effort.sweeps(); sweep++) {
            boolean settled = true;
            int activeRows = 0;
            for (int k = 0; k < openRows && looksLeft > 0; k++) {
                int r = open[k];
                boolean still = relax(r);
                settled &= still;
                if (!still || rows.price(r) > 0) {
                    active[activeRows++] = r;
                }
            }
            if (settled || looksLeft <= 0) {
                return;
            }
            if (opposed && sweep == 0) {
                looksLeft = Math.max(LEAST_LOOKS, MOST_LOOKS * entries());
            }
            settle(active, activeRows, effort);
        }
    }

    private long entries() {
        return rows.size() == 0 ? 0 : rows.end(rows.size() - 1);
    }

    /// What upper limits cost before guarantees pull: those would begin with as much as is needed against a price that
    /// is none any more, and either would come down only by what the other leaves it.
    private void relaxUpper(int[] open, int openRows) {
        for (int k = 0; k < openRows; k++) {
            if (!rows.pullsUp(open[k])) {
                relax(open[k]);
            }
        }
    }

    private void settle(int[] active, int activeRows, Effort effort) {
        for (int sweep = 0; sweep < effort.activeSweeps(); sweep++) {
            boolean settled = true;
            for (int k = 0; k < activeRows && looksLeft > 0; k++) {
                settled &= relax(active[k]);
            }
            if (settled || looksLeft <= 0) {
                return;
            }
        }
    }

    /// Whether the greatest steps, or where a coefficient is negative the least ones, would break a row. Rounding is
    /// monotone: what these keep every other step keeps to the last bit.
    private boolean canBeBroken(int row) {
        double greatest = 0;
        for (int k = rows.start(row); k < rows.end(row); k++) {
            int i = rows.pipe(k);
            double a = rows.coefficient(k);
            greatest += a * (n[i] + (a > 0 ? most[i] : least[i]));
        }
        return !isKept(greatest, row);
    }

    private boolean isKept(double sumOfRow, int row) {
        return sumOfRow - rows.limit(row) <= tolerance * Math.abs(rows.limit(row));
    }

    /// Moves the multiplier of one row to where its limit is just kept, all others staying as they are. As steps
    /// are clipped this is a monotone, piecewise linear equation, neither convex nor concave. Newton's method
    /// alone may go round in circles on it, so its steps are held between bounds on the solution. Where rows pull
    /// against each other, it leaves a flat part at its end: a price that was right for a guarantee which no step
    /// could reach may be a million times what is needed without it, and would take as many steps to come down.
    /// So it does wherever a limit is exceeded: a wish that has grown by prices of before may be far beyond it.
    ///
    /// @return whether hardly anything had to be moved
    private boolean relax(int row) {
        double limit = rows.limit(row);
        double price = rows.price(row);
        double near = tolerance * Math.abs(limit);
        double now = sum(row);
        // Most rows are kept, and to see that takes neither slopes nor clipping.
        if (price > 0 ? Math.abs(now - limit) <= near : now - limit <= near) {
            return true;
        }
        if (price > 0 && now < limit && needsNone(row, price, near)) {
            // Where the search below would end after its last step.
            look(row, lastHalf * price - price);
            rows.setPrice(row, lastHalf * price);
            return false;
        }
        double below = 0;
        double above = dearest(row);
        double change = 0;
        for (int newton = 0; newton < steps; newton++) {
            look(row, change);
            double excess = sum - limit;
            boolean kept = Math.abs(excess) <= near || (excess < 0 && price <= 0);
            boolean hopeless = excess > 0 && (!canFall || price >= above);
            if (kept || !(fullSlope > 0) || hopeless) {
                // Also where the limit cannot be kept at all: a higher price would change nothing any more.
                rows.setPrice(row, price);
                return newton == 0;
            }
            if (excess > 0) {
                below = Math.max(below, price);
            } else {
                above = Math.min(above, price);
            }
            // Where all pipes are clipped, the full slope leads out of the flat part in the right direction.
            boolean flat = !(slope > FLAT * fullSlope);
            double next = price + excess / (flat ? fullSlope : slope);
            if (flat && (opposed || excess > 0)) {
                next = leaveFlat(row, price, next, excess);
            }
            if (next < below || next > above) {
                next = above < Double.POSITIVE_INFINITY ? below + (above - below) / 2 : Math.max(below, next);
            }
            change = next - price;
            price = next;
        }
        look(row, change);
        rows.setPrice(row, price);
        return false;
    }

    /// To the first bend at least, in the direction of the solution.
    private double leaveFlat(int row, double price, double next, double excess) {
        noteBends(row);
        double bend = BEYOND * (excess < 0 ? nextBelow : nextAbove);
        if (!(bend < Double.POSITIVE_INFINITY)) {
            return next;
        }
        return excess < 0 ? Math.min(next, price - bend) : Math.max(next, price + bend);
    }

    private double sum(int row) {
        looksLeft -= rows.end(row) - rows.start(row);
        double sumOfRow = 0;
        for (int k = rows.start(row); k < rows.end(row); k++) {
            sumOfRow += rows.coefficient(k) * after[rows.pipe(k)];
        }
        return sumOfRow;
    }

    /// Whether a row is kept without its price, by so much that Newton's method leads below zero from every price up to
    /// the present one: a sum that is less and a slope that is flatter only lead farther.
    private boolean needsNone(int row, double price, double near) {
        double sumOfRow = 0;
        double allSlope = 0;
        for (int k = rows.start(row); k < rows.end(row); k++) {
            int i = rows.pipe(k);
            double a = rows.coefficient(k);
            double pull = a * ease[i];
            double d = shifted[i] + price * pull;
            sumOfRow += a * (n[i] + Math.min(Math.max(d, least[i]), most[i]));
            allSlope += a * pull;
        }
        double excess = sumOfRow - rows.limit(row);
        return excess < -near && price * allSlope + excess < 0;
    }

    /// Changes the price of a row by so much and sums up what that makes of it.
    private void look(int row, double change) {
        looksLeft -= rows.end(row) - rows.start(row);
        double sumOfRow = 0;
        double freeSlope = 0;
        double allSlope = 0;
        boolean falls = false;
        for (int k = rows.start(row); k < rows.end(row); k++) {
            int i = rows.pipe(k);
            double a = rows.coefficient(k);
            double d = shifted[i] - change * a * ease[i];
            shifted[i] = d;
            double bend = a * a * ease[i];
            allSlope += bend;
            falls |= a > 0 ? d > least[i] : d < most[i];
            if (d <= least[i]) {
                d = least[i];
            } else if (d >= most[i]) {
                d = most[i];
            } else {
                freeSlope += bend;
            }
            after[i] = n[i] + d;
            sumOfRow += a * after[i];
        }
        sum = sumOfRow;
        slope = freeSlope;
        fullSlope = allSlope;
        canFall = falls;
    }

    private void noteBends(int row) {
        nextBelow = Double.POSITIVE_INFINITY;
        nextAbove = Double.POSITIVE_INFINITY;
        for (int k = rows.start(row); k < rows.end(row); k++) {
            noteBends(rows.pipe(k), rows.coefficient(k));
        }
    }

    private void noteBends(int i, double a) {
        double d = shifted[i];
        double pull = Math.abs(a) * ease[i];
        if (d < least[i]) {
            double away = (least[i] - d) / pull;
            if (a > 0) {
                nextBelow = Math.min(nextBelow, away);
            } else {
                nextAbove = Math.min(nextAbove, away);
            }
        } else if (d > most[i]) {
            double away = (d - most[i]) / pull;
            if (a > 0) {
                nextAbove = Math.min(nextAbove, away);
            } else {
                nextBelow = Math.min(nextBelow, away);
            }
        }
    }

    /// The highest price of a row. A guarantee (negative coefficients) may ask for what other limits refuse;
    /// then both prices would rise without end. So it pays for [#MOST_PULL] connections and no more, and gives
    /// way. Upper limits need no such price: with every pipe at its least there is nothing left to fall.
    private double dearest(int row) {
        double dearest = 0;
        for (int k = rows.start(row); k < rows.end(row); k++) {
            double a = rows.coefficient(k);
            if (a > 0) {
                return Double.POSITIVE_INFINITY;
            }
            dearest = Math.max(dearest, MOST_PULL / (-a * ease[rows.pipe(k)]));
        }
        return dearest;
    }
}
