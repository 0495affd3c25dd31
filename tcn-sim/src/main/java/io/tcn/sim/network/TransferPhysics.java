// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

/// Details of connections and files that the TCN paper leaves out; each has its switch, and all are off in
/// [#NONE]. The page docs/model.md tells what each is for, where it comes from and what it leaves out.
///
/// - **RTT bias.** TCP connections that share a bottleneck get less the longer their round trip is. The weight of
///   a connection is `(RTT0 / RTT)^beta` with `RTT0` = [#REFERENCE_RTT_SECONDS]; beta 0 is off, 1 is what Reno
///   does (Mathis et al. 1997), CUBIC lies between. A pipe of unknown RTT has weight 1.
/// - **Ramp-up.** A new connection begins with slow start (RFC 5681): from [#INITIAL_WINDOW_BYTES] (RFC 6928) the
///   window W doubles every RTT until it fills the connection's ceiling, `x = ceiling RTT / (8 W0)` times larger.
///   That takes `RTT log2(x)` and moves `W0 (x - 1) / ln 2` bytes, for which the full rate `x W0 / RTT` would
///   need `RTT (1 - 1/x) / ln 2`. The difference is what slow start costs: a dead time of `RTT (log2(x) - (1 -
///   1/x) / ln 2)` before the connection goes at its full share; zero for x <= 1.
/// - **Cost per file**, see [FileCost].
/// - **Loss.** Where the connections of a resource could send more than it carries, packets are dropped and sent
///   again. With the demand `D` (the sum of n_i times the ceilings) above the capacity C, senders that ignore loss
///   would lose the part `1 - C/D`. Congestion control takes back all of it but the part `loss`: the goodput is
///   `C (1 - loss (1 - C/D))`. Goodput as throughput less retransmissions: Floyd and Fall 1999.
///
/// @param rttBias beta, zero or more
/// @param rampUp whether new connections pay for their slow start
/// @param fileCost what each file costs beside its bytes
/// @param loss the part of the over-subscription that is lost, 0 to 1
public record TransferPhysics(double rttBias, boolean rampUp, FileCost fileCost, double loss) {
    /// RTT0: the round trip at which a connection has weight 1, in seconds.
    public static final double REFERENCE_RTT_SECONDS = 0.1;

    /// W0: ten segments of 1460 bytes.
    public static final double INITIAL_WINDOW_BYTES = 14_600;

    /// How long the connections of a pipe stay warm after a file has left them, in seconds. Later, the next file
    /// finds them cold: it pays slow start, and does not gain from pipelining.
    public static final double KEEP_WARM_SECONDS = 10;

    /// What a file costs before its bytes flow: `seconds + rtts RTT`, for handshakes, name space and checksum.
    /// For a file that follows on warm connections of its pipe it is divided by the pipelining depth, since so
    /// many requests are on their way at once. While it is set up, a file uses no capacity.
    ///
    /// @param seconds fixed time, zero or more
    /// @param rtts round trips, zero or more
    /// @param spread the cost of a file is drawn uniformly from 1 - spread to 1 + spread times that; 0 to 1
    public record FileCost(double seconds, double rtts, double spread) {
        public static final FileCost NONE = new FileCost(0, 0, 0);

        public FileCost {
            if (!(seconds >= 0) || !(rtts >= 0) || Double.isInfinite(seconds) || Double.isInfinite(rtts)) {
                throw new IllegalArgumentException(
                        "a file costs zero or more seconds and round trips, given were " + seconds + " and " + rtts);
            }
            if (!(spread >= 0 && spread <= 1)) {
                throw new IllegalArgumentException(
                        "the spread of the cost of files is a part of it, 0 to 1, given was " + spread);
            }
        }
    }

    /// The paper's world: every detail is off.
    public static final TransferPhysics NONE = new TransferPhysics(0, false, FileCost.NONE, 0);

    public TransferPhysics {
        if (!(rttBias >= 0) || Double.isInfinite(rttBias)) {
            throw new IllegalArgumentException("the RTT bias must be zero or more, given was " + rttBias);
        }
        if (!(loss >= 0 && loss <= 1)) {
            throw new IllegalArgumentException(
                    "the loss is a part of the over-subscription, 0 to 1, given was " + loss);
        }
    }

    public TransferPhysics withRttBias(double newRttBias) {
        return new TransferPhysics(newRttBias, rampUp, fileCost, loss);
    }

    public TransferPhysics withRampUp(boolean newRampUp) {
        return new TransferPhysics(rttBias, newRampUp, fileCost, loss);
    }

    public TransferPhysics withFileCost(FileCost newFileCost) {
        return new TransferPhysics(rttBias, rampUp, newFileCost, loss);
    }

    public TransferPhysics withLoss(double newLoss) {
        return new TransferPhysics(rttBias, rampUp, fileCost, newLoss);
    }

    /// The weight of one connection.
    ///
    /// @param rttSeconds round trip, 0 where unknown
    public double connectionWeight(double rttSeconds) {
        return rttBias == 0 || !(rttSeconds > 0) ? 1 : Math.pow(REFERENCE_RTT_SECONDS / rttSeconds, rttBias);
    }

    /// The dead time that stands for the slow start of a new connection, in seconds.
    ///
    /// @param rttSeconds round trip, 0 where unknown
    /// @param fullBps what the connection carries when it is fully open, in bit/s
    public double rampUpSeconds(double rttSeconds, double fullBps) {
        double x = fullBps * rttSeconds / (8 * INITIAL_WINDOW_BYTES);
        if (!rampUp || !(x > 1) || Double.isInfinite(x)) {
            return 0;
        }
        return rttSeconds * (Math.log(x) - (1 - 1 / x)) / Math.log(2);
    }

    /// What resources still carry for their demand, in bit/s.
    ///
    /// @param capacityBps what they would carry without loss
    /// @param demandBps the sum of the ceilings of their connections, infinite where there are none
    public double goodputBps(double capacityBps, double demandBps) {
        if (loss == 0 || !(demandBps > capacityBps) || Double.isInfinite(demandBps)) {
            return capacityBps;
        }
        return capacityBps * (1 - lossRatio(capacityBps, demandBps));
    }

    /// The part of what a resource carries that is sent in vain, `loss (1 - C/D)`.
    ///
    /// @param capacityBps what it would carry without loss
    /// @param demandBps the sum of the ceilings of its connections, infinite where there are none
    public double lossRatio(double capacityBps, double demandBps) {
        return demandBps > capacityBps && !Double.isInfinite(demandBps) ? loss * (1 - capacityBps / demandBps) : 0;
    }
}
