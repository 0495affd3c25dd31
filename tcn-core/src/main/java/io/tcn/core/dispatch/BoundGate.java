// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.port.TimeSource;
import io.tcn.core.throughput.RateText;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The bound of a user on one resource, kept where transfers start: b bit/s for all connections of the user's pipes
/// through the resource.
///
/// - **At every moment:** with L the sum of what the open connections carry and c what one more of this pipe carries,
///   it may be opened if L + c <= b, or if nothing is open.
/// - **Over a window W:** b bit/s flow into an account, what was really moved flows out of it; it holds at most
///   b W / 5. In debt nothing is opened. If L <= b < L + c, one more may be opened if the account is full, or holds
///   what it takes too much while it runs, (L + c - b) min(d, W) with d the usual time of its files; with d > W only
///   if L is clearly below b. So what does not fit exactly is allowed in a part of the time, the time that connections
///   need between two files is not lost, and a connection that is faster than the bound waits until its last file is
///   paid for.
/// - **What began before the bound was set or lowered** is not ended and not owed: while it carries more than b nothing
///   is opened, and the account does not fall.
/// - **Little is known of a pipe:** what was measured on k of its connections lets it have 2 k, more only if they fit
///   with [#DOUBTED] times that rate.
/// - **Nothing is known of a pipe:** it has one connection, and no other pipe of which nothing is known has one,
///   see [TrialGate]. It counts as the fastest known pipe of the bound; while none is known, as the whole bound.
///   Once [#FEW] are known, several unknown ones may be open and count twice as much.
/// - **Transfers with several connections** give some back: in debt, or if L exceeds b by more than a connection.
///
/// So what is open takes at most one connection's worth more than b, as far as connections carry what is known of
/// them. Mutable; owned by the dispatch loop.
final class BoundGate extends Gate {
    /// Known pipes from which on others are thought to be like them.
    private static final int FEW = 4;

    /// How much faster than all known pipes an unknown one is thought to be, if several may be open.
    private static final double FASTER = 2;

    /// A debt of this part of b W is none: reports of bytes come in lumps.
    private static final double NO_DEBT = 0.01;

    /// The most that is kept of what was not used, as a part of b W.
    private static final double MOST_CREDIT = 0.2;

    /// The most that has to be paid back, as a part of b W: files may run for much longer than the window.
    private static final double MOST_DEBT = 10;

    /// Two sums of rates that differ by this part of a connection are the same.
    private static final double ERROR = 0.1;

    /// A file that runs for longer than the window is not started beyond what fits for less than this part of a
    /// connection, and of the bound.
    private static final double WORTH_IT = 0.25;

    private static final double WORTH_IT_OF_BOUND = 0.05;

    /// By how much faster connections may be than those few that were measured.
    private static final double DOUBTED = 4;

    private static final double ROUNDING = 1e-9;

    /// Copies that pass through a data plane move in pieces, as of 64 kB. Below this many bit/s it takes so long until
    /// one may pass that a copy which the bound holds looks like one whose storage does not answer.
    private static final double STEADY_BPS = 1e5;

    private final String what;
    private @Nullable ResourceSetName set;
    private final TimeSource time;
    private final double windowSeconds;
    private double boundBps;
    private double knownLoadBps;
    private double leftKnownBps;
    private int leftUnknown;
    private int open;
    private int unknownOpen;
    private int silentOpen;

    /// Of which nothing was known when its connection was opened, the last one.
    private @Nullable PipeUsage tried;

    private double fastestBps;
    private final Set<PipeUsage> knownPipes = new HashSet<>();

    /// What was known of how fast they are may be another now.
    private boolean isFastestStale;

    private final TrialGate trial = new TrialGate(this);
    private double accountBits;
    private long accountNanos;

    /// Whether what is open began when more was allowed, and still carries more than b.
    private boolean isOutgrown;

    /// @param what whose bound it is, and where, in words
    /// @param set the resources that it was set for; null if it was set for none
    /// @param boundBps in bit/s, positive
    /// @param windowSeconds W in seconds; 0 if the bound holds at every moment only
    BoundGate(String what, @Nullable ResourceSetName set, double boundBps, double windowSeconds, TimeSource time) {
        this.what = what;
        this.set = set;
        this.boundBps = boundBps;
        this.windowSeconds = windowSeconds;
        this.time = time;
        this.accountNanos = time.nanoTime();
    }

    /// Where pipes wait of which nothing is known.
    TrialGate trial() {
        return trial;
    }

    void setBound(ResourceSetName changedSet, double changedBps) {
        settleAccount();
        // One connection that does not fit is to be paid for under each of them.
        isOutgrown |= open > 0 && changedBps < boundBps && loadBps() > changedBps + fastestBps();
        boundBps = changedBps;
        set = changedSet;
    }

    /// The bound is new to what is open, if anything is. [#counted()] is called after each look.
    void beginBesideWhatIsOpen() {
        isOutgrown = open > 0;
    }

    /// It concerns from now on a pipe that another one did, for the map has changed: what the pipe moved is owed here,
    /// too, as far as it is owed there.
    ///
    /// @param bits what the pipe may owe
    /// @param isRunning whether it has connections open
    void continueFrom(BoundGate other, double bits, boolean isRunning) {
        settleAccount();
        accountBits = Math.max(Math.min(accountBits, other.accountBits()), accountBits - bits);
        isOutgrown |= isRunning && other.isOutgrown;
    }

    /// Whether another one was set for the same resources.
    boolean isOfSameSet(BoundGate other) {
        return set != null && set.equals(other.set);
    }

    /// What was moved more than the bound lets, in bits.
    double debtBits() {
        return windowSeconds > 0 ? Math.max(0, -accountBits()) : 0;
    }

    @Override
    String name() {
        return what + ", " + RateText.of(boundBps);
    }

    @Override
    int room(PipeUsage usage) {
        if (isInDebt()) {
            return 0;
        }
        boolean known = usage.rate().isKnown();
        double one = known ? usage.rate().bps() : likelyBps();
        double load = loadBps();
        double left = boundBps - load;
        int fitting =
                (int) Math.min(known ? Integer.MAX_VALUE : 1, left / one + (windowSeconds > 0 ? ERROR : ROUNDING));
        if (known && usage.open() + Math.max(1, fitting) > spokenFor(usage)) {
            double doubted = (left - (DOUBTED - 1) * usage.open() * one) / (DOUBTED * one);
            return (int) Math.min(fitting, Math.max(0, Math.max(doubted, spokenFor(usage) - usage.open())));
        }
        return fitting > 0 ? fitting : mayExceed(load, one, usage.rate().fileSeconds()) ? 1 : 0;
    }

    /// How many connections of a pipe what was measured of it speaks for.
    private static double spokenFor(PipeUsage usage) {
        return Math.max(1, 2.0 * usage.rate().provenConnections());
    }

    /// Whether it was set for transfers on whatever pipes, and not for pipes on resources.
    boolean isOfManyPipes() {
        return set == null;
    }

    /// Whether a pipe of which nothing is known may have its connection beside those that have theirs.
    boolean mayTryAnother() {
        return unknownOpen == 0 || knownPipes.size() >= FEW;
    }

    /// Which pipe has the connection that others wait for to know what it carries; null if none does.
    @Nullable
    PipeId triedNow() {
        PipeUsage usage = tried;
        return usage == null || usage.counted() == 0 || usage.rate().isKnown() ? null : usage.pipe();
    }

    /// What a connection of an unknown pipe is thought to carry: as much as the fastest known one, more if it is not
    /// the only unknown one.
    private double likelyBps() {
        if (knownPipes.isEmpty()) {
            return boundBps;
        }
        return Math.min(boundBps, (unknownOpen == 0 ? 1 : FASTER) * fastestBps());
    }

    /// Whether one more may be opened that does not fit.
    private boolean mayExceed(double loadBps, double oneBps, double fileSeconds) {
        if (open == silentOpen) {
            return true;
        }
        double leftBps = boundBps - loadBps;
        double seconds = Math.min(fileSeconds, windowSeconds);
        boolean isLong = fileSeconds > windowSeconds;
        double leastBps = isLong ? Math.max(WORTH_IT * oneBps, WORTH_IT_OF_BOUND * boundBps) : -ERROR * oneBps;
        return windowSeconds > 0
                && leftBps >= leastBps
                && accountBits() >= Math.min((oneBps - leftBps) * seconds, (1 - ROUNDING) * mostCreditBits());
    }

    /// What the open connections carry, in bit/s, those of unknown pipes as much as is likely.
    private double loadBps() {
        return knownLoadBps + unknownOpen * likelyBps();
    }

    /// By how much less the open connections ought to carry, in bit/s, if some can be taken back from transfers that
    /// have several: in debt, all above b; else only once it is more than a connection's worth. Zero or less: none.
    double surplusBps() {
        // What nobody answers for keeps others from beginning; those that run do not give way to it.
        double excessBps = loadBps() - leftKnownBps - leftUnknown * likelyBps() - boundBps;
        return excessBps > 0 && (isInDebt() || excessBps > fastestBps()) ? excessBps : 0;
    }

    /// Whether more was moved than the bound lets, so that nothing is opened.
    boolean isInDebt() {
        return windowSeconds > 0 && accountBits() < -NO_DEBT * boundBps * windowSeconds;
    }

    /// Whether it keeps a pipe from another connection, or from moving anything with those that it has, by what is
    /// known: not as long as it is not known what a connection of the pipe carries.
    boolean isInTheWayOf(PipeUsage usage) {
        if (isInDebt()) {
            return true;
        }
        return usage.rate().isKnown()
                ? room(usage) <= 0
                : usage.open() > 0 && usage.rate().isSilent() && boundBps < STEADY_BPS;
    }

    private double accountBits() {
        double earned = boundBps * ((time.nanoTime() - accountNanos) / 1e9);
        return Math.clamp(accountBits + earned, -MOST_DEBT * boundBps * windowSeconds, mostCreditBits());
    }

    private double mostCreditBits() {
        return MOST_CREDIT * boundBps * windowSeconds;
    }

    private void settleAccount() {
        accountBits = accountBits();
        accountNanos = time.nanoTime();
    }

    /// Bits were moved since the last time.
    void moved(double bits) {
        double before = accountBits;
        settleAccount();
        accountBits -= bits;
        if (isOutgrown) {
            accountBits = Math.max(accountBits, Math.min(0, before));
        }
    }

    /// All that is open has been counted anew. Of what nothing is known yet may carry more.
    void counted() {
        isOutgrown &= loadBps() > boundBps || unknownOpen > 0;
    }

    /// It gets room as time passes. A pipe that waits for files of hours elsewhere has the place kept there, and begins
    /// soon after that.
    @Override
    boolean keepsAPlaceFor(PipeUsage first) {
        return first.limitsHaveRoom();
    }

    @Override
    void changed(PipeUsage usage, int connections) {
        open += connections;
        if (usage.rate().isKnown()) {
            knownLoadBps =
                    open == 0 ? 0 : knownLoadBps + connections * usage.rate().bps();
        } else if (usage.rate().isSilent()) {
            silentOpen += connections;
        } else {
            unknownOpen += connections;
            tried(usage, connections);
        }
        if (connections < 0) {
            // What begins from now on is to be paid for, although it may carry more than b by itself.
            counted();
        }
    }

    /// Connections that no attempt has may be open, or cease to be if negative.
    void left(PipeUsage usage, int connections) {
        changed(usage, connections);
        if (usage.rate().isKnown()) {
            leftKnownBps += connections * usage.rate().bps();
        } else if (!usage.rate().isSilent()) {
            leftUnknown += connections;
        }
    }

    private void tried(PipeUsage usage, int connections) {
        if (connections > 0 && !usage.equals(tried)) {
            tried = usage;
            trial.renewIfAwaited();
        }
    }

    /// Begins to count anew what is open.
    void clear() {
        open = 0;
        unknownOpen = 0;
        silentOpen = 0;
        knownLoadBps = 0;
        leftKnownBps = 0;
        leftUnknown = 0;
        tried = null;
    }

    /// Looks at what is known of a pipe that it concerns.
    void look(PipeUsage usage) {
        if (usage.rate().isKnown()) {
            knownPipes.add(usage);
            fastestBps = Math.max(fastestBps, usage.rate().bps());
        } else if (knownPipes.remove(usage)) {
            isFastestStale = true;
        }
    }

    /// It does not concern a pipe any more.
    void forget(PipeUsage usage) {
        knownPipes.remove(usage);
    }

    /// The pipes that it concerns are counted anew.
    void forgetKnown() {
        knownPipes.clear();
    }

    /// Forgets slowly how fast the fastest was, but not how fast those are that are known.
    void fade() {
        fastestBps *= 0.999;
        isFastestStale = true;
    }

    /// What a connection of the fastest known pipe carries, in bit/s. Cost: O(known pipes) once after each look.
    private double fastestBps() {
        if (isFastestStale) {
            isFastestStale = false;
            for (PipeUsage usage : knownPipes) {
                fastestBps = Math.max(fastestBps, usage.rate().bps());
            }
        }
        return fastestBps;
    }
}
