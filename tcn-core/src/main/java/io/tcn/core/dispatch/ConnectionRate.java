// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

/// What one connection of a pipe carries while it moves bytes, in bit/s: measured if it was, else what the map says
/// that it can be at most. Mutable; owned by the dispatch loop.
///
/// Bytes become known when storages report them, every one to five seconds and at the end of a file. So the time
/// between two reports counts when the later one is there, and what came before the first report of all does not
/// count: it holds the set-up. Both sums fade with a time constant of [#MEMORY_SECONDS], down to [#LEAST_SECONDS].
///
/// Where files run for longer than [#HOLD_SECONDS] a mistake cannot be mended soon. There it counts what is remembered
/// for as long as nothing contradicts it, with a time constant of [#STEADY_SECONDS], and [#CAUTION] standard errors of
/// that, so that noise does not open what has to be paid for later. While many connections begin, each has something
/// outstanding, and what is measured is too little: so the most of the hold time, or of twice that time, counts.
///
/// The first file may be slow: a cold storage, a long way on which TCP begins slowly. So few reports count with their
/// possible error, and it is known over how many connections they were made ([#provenConnections()]).
final class ConnectionRate {
    private static final double MEMORY_SECONDS = 20;

    /// Less connection time than this teaches nothing.
    private static final double LEAST_SECONDS = 0.5;

    private static final double SILENT_SECONDS = 30;

    private static final double HOLD_SECONDS = 30;

    /// Time constant of what is remembered as long as nothing contradicts it.
    private static final double STEADY_SECONDS = 300;

    /// What was measured lately contradicts what is remembered if it is off by so many standard errors.
    private static final double CONTRADICTS = 4;

    /// Standard errors above what was measured: as much as a connection may well carry.
    private static final double CAUTION = 2;

    /// Connections that move, over the most of them that were measured, from which on they are measured anew.
    private static final double GROWN = 1.5;

    /// Standard error of the first report, as a part; of k reports at least a k-th of that.
    private static final double FIRST_ERROR = 0.3;

    private int moving;
    private double movingSeconds;
    private long countedNanos;

    private long lookedBytes = -1;
    private double lookedSeconds;
    private long reportNanos;
    private double pendingSeconds;
    private int reports;
    private double measuredMoving = 1;
    private int openBefore;
    private int provenConnections;
    private int reportsAsProven;
    private double bits;
    private double seconds;
    private double errorSquared;
    private double steadyBits;
    private double steadySeconds;
    private double steadyErrorSquared;
    private int steadyReports;
    private double bps;
    private double heldBps;
    private double heldBeforeBps;
    private long heldSinceNanos;
    private double ceilingBps;
    private double fileSeconds = Double.POSITIVE_INFINITY;
    private boolean isOpen;
    private long openSinceNanos;
    private int silentPeriods;

    /// Connections begin to move bytes, or end if negative.
    void moving(int connections, long nowNanos) {
        movingSeconds = movingSecondsAt(nowNanos);
        countedNanos = nowNanos;
        moving += connections;
    }

    /// Integral of the moving connections over time, in connection-seconds.
    double movingSecondsAt(long nowNanos) {
        return movingSeconds + moving * ((nowNanos - countedNanos) / 1e9);
    }

    /// What the map says that a connection carries at most, in bit/s; 0 if it does not say.
    void setCeilingBps(double mostBps) {
        ceilingBps = mostBps;
    }

    /// Sets how long its files move usually, in seconds.
    void setFileSeconds(double usually) {
        fileSeconds = usually;
    }

    /// How long its files move usually, in seconds; infinite while that is not known.
    double fileSeconds() {
        return fileSeconds;
    }

    /// It has connections, if it had none until now.
    void opened(long nowNanos) {
        if (!isOpen) {
            isOpen = true;
            openSinceNanos = nowNanos;
        }
    }

    /// Whether it has connections, as far as it was told.
    boolean isOpen() {
        return isOpen;
    }

    /// Its last connection was closed: the next one may teach something.
    void closed() {
        isOpen = false;
        silentPeriods = 0;
    }

    /// Whether nothing is known of it although it has had a connection for [#SILENT_SECONDS]: its storage does not
    /// answer, and others do not wait for what it will teach.
    boolean isSilent() {
        return silentPeriods > 0;
    }

    /// For how many times [#SILENT_SECONDS] that has been so; 0 if it is not.
    int silentPeriods() {
        return silentPeriods;
    }

    /// A look at the counters of the pipe.
    ///
    /// @param movedBytes what it has moved so far
    /// @param connectionSeconds for how long connections have moved bytes so far, in connection-seconds
    /// @param open connections that are open
    /// @return bits that were reported since the look before
    double look(long movedBytes, double connectionSeconds, int open, long nowNanos) {
        if (open > 0) {
            opened(nowNanos);
        }
        if (lookedBytes < 0) {
            lookedBytes = movedBytes;
            lookedSeconds = connectionSeconds;
            reportNanos = nowNanos;
            return 0;
        }
        double moved = 8.0 * Math.max(0, movedBytes - lookedBytes);
        pendingSeconds += Math.max(0, connectionSeconds - lookedSeconds);
        lookedBytes = Math.max(lookedBytes, movedBytes);
        lookedSeconds = connectionSeconds;
        if (moved > 0) {
            report(moved, open, nowNanos);
        }
        setBps(nowNanos);
        double openSeconds = (nowNanos - openSinceNanos) / 1e9;
        silentPeriods = isOpen && !isKnown() ? (int) (openSeconds / SILENT_SECONDS) : 0;
        return moved;
    }

    private void report(double moved, int open, long nowNanos) {
        reports++;
        if (reports > 1) {
            double since = (nowNanos - reportNanos) / 1e9;
            if (growsBeyondWhatWasMeasured(pendingSeconds / Math.max(since, LEAST_SECONDS))) {
                beginAnew(open, nowNanos);
                return;
            }
            provenConnections = Math.max(provenConnections, openBefore);
            reportsAsProven++;
            double keep = kept(seconds, since / MEMORY_SECONDS);
            double keepSteady = kept(steadySeconds, since / STEADY_SECONDS);
            bits = bits * keep + moved;
            seconds = seconds * keep + pendingSeconds;
            steadyBits = steadyBits * keepSteady + moved;
            steadySeconds = steadySeconds * keepSteady + pendingSeconds;
            steadyReports++;
            double error = steadySeconds > 0 ? moved - steadyBits / steadySeconds * pendingSeconds : 0;
            errorSquared = errorSquared * keep * keep + error * error;
            steadyErrorSquared = steadyErrorSquared * keepSteady * keepSteady + error * error;
        }
        endReport(open, nowNanos);
    }

    /// How much of what was learnt counts on. What makes a pipe known stays: one of small files that waits long for its
    /// turn would never be known else.
    private static double kept(double seconds, double timeConstants) {
        double known = seconds > 0 ? Math.min(1, LEAST_SECONDS / seconds) : 1;
        return Math.max(Math.exp(-timeConstants), known);
    }

    private boolean growsBeyondWhatWasMeasured(double connections) {
        boolean grows = connections > GROWN * measuredMoving;
        measuredMoving = Math.max(measuredMoving, connections);
        return grows;
    }

    /// What connections carry is learnt anew once there are many more: each has something outstanding yet, and what was
    /// measured on few of them counts little from now on.
    private void beginAnew(int open, long nowNanos) {
        reportsAsProven = 0;
        if (seconds > LEAST_SECONDS) {
            bits *= LEAST_SECONDS / seconds;
            seconds = LEAST_SECONDS;
        }
        endReport(open, nowNanos);
    }

    private void endReport(int open, long nowNanos) {
        openBefore = open;
        reportNanos = nowNanos;
        pendingSeconds = 0;
    }

    private void setBps(long nowNanos) {
        if (!isMeasured()) {
            bps = 0;
            return;
        }
        forgetWhatIsContradicted();
        double steady = steadyBits / steadySeconds;
        if ((nowNanos - heldSinceNanos) / 1e9 > HOLD_SECONDS) {
            heldBeforeBps = heldBps;
            heldBps = 0;
            heldSinceNanos = nowNanos;
        }
        heldBps = Math.max(heldBps, steady);
        double error = Math.sqrt(steadyErrorSquared) / steadySeconds + FIRST_ERROR * steady / steadyReports;
        bps = fileSeconds > HOLD_SECONDS
                ? Math.max(steady + CAUTION * error, Math.max(heldBps, heldBeforeBps))
                : bits / seconds * (1 + CAUTION * FIRST_ERROR / Math.max(1, reportsAsProven));
    }

    private void forgetWhatIsContradicted() {
        double off = Math.abs(bits / seconds - steadyBits / steadySeconds);
        if (off > CONTRADICTS * Math.sqrt(errorSquared) / seconds) {
            steadyBits = bits;
            steadySeconds = seconds;
            steadyErrorSquared = errorSquared;
        }
    }

    private boolean isMeasured() {
        return seconds >= LEAST_SECONDS && bits > 0;
    }

    /// Connections that were open while they were measured: the most of all times between two reports. Without limit
    /// if nothing was measured and what is known comes from the map.
    int provenConnections() {
        return isMeasured() ? provenConnections : Integer.MAX_VALUE;
    }

    /// Whether anything is known of it.
    boolean isKnown() {
        return isMeasured() || ceilingBps > 0;
    }

    /// What a connection carries, in bit/s; 0 where nothing is known.
    double bps() {
        return bps > 0 ? bps : ceilingBps;
    }
}
