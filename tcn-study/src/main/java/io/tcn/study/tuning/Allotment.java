// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

import java.util.List;
import java.util.function.ToDoubleFunction;

/// Shares storages and link out among flows: each storage by threads, the link by streams, max-min within each
/// and in the order read, write, link. What a later one takes from a flow is not given to another at an earlier
/// one: with the few flows of a testbed that loses little, and storages do lose it.
///
/// Loss. While the streams together want no more than the link has, nothing is lost; what a storage at either
/// end does not give or take is not wanted of the link, for receivers close their windows. Else a stream that
/// gets t of the w that it wants loses the part p of its packets for which the sawtooth of its window comes to t
/// in the mean. Where w is far above t that is the square-root law, `p = 3/2 / W^2` with W the packets that t
/// has in a round trip. Above 3/4 of w the teeth are cut off at w, and losses are as rarer as it takes: `p = 8 f
/// (1 - f) / W^2` with f = t / w, which is the same at 3/4 and nothing at 1. The round trip is as long again by
/// the queue before the link, of one bandwidth-delay product and at least [#QUEUE_PACKETS] packets.
final class Allotment {
    private static final double SEGMENT_BITS = 1460 * 8.0;
    private static final double PACKET_BITS = 1500 * 8.0;
    private static final double QUEUE_PACKETS = 50;
    private static final double MOST_LOSS = 0.5;

    /// Mean over peak of a whole sawtooth.
    private static final double WHOLE_TEETH = 0.75;

    private final double[] rateBps;
    private final double lossRatio;

    private Allotment(double[] rateBps, double lossRatio) {
        this.rateBps = rateBps;
        this.lossRatio = lossRatio;
    }

    /// Shares out.
    ///
    /// @param readFactor what the read sides give now, as a part of what they give
    /// @param writeFactor the same of the write sides
    static Allotment of(
            List<Flow> flows,
            List<StorageCurve> sources,
            double readFactor,
            double linkBps,
            double rttSeconds,
            List<StorageCurve> destinations,
            double writeFactor) {
        double[] rate = new double[flows.size()];
        for (int i = 0; i < rate.length; i++) {
            rate[i] = flows.get(i).limitBps();
        }
        for (int s = 0; s < sources.size(); s++) {
            int storage = s;
            storage(flows, rate, sources.get(s), readFactor, flow -> flow.source() == storage ? flow.readThreads() : 0);
        }
        for (int d = 0; d < destinations.size(); d++) {
            int storage = d;
            storage(
                    flows,
                    rate,
                    destinations.get(d),
                    writeFactor,
                    flow -> flow.destination() == storage ? flow.writeThreads() : 0);
        }
        double wanted = 0;
        for (int i = 0; i < rate.length; i++) {
            wanted += flows.get(i).streams() > 0 ? rate[i] : 0;
        }
        fill(flows, rate, linkBps, Flow::streams);
        double loss = wanted > linkBps ? loss(flows, rate, linkBps, wanted, rttSeconds) : 0;
        return new Allotment(rate, loss);
    }

    private static void storage(
            List<Flow> flows, double[] rate, StorageCurve curve, double factor, ToDoubleFunction<Flow> threadsOf) {
        double threads = flows.stream().mapToDouble(threadsOf).sum();
        if (threads == 0) {
            return;
        }
        for (int i = 0; i < rate.length; i++) {
            double own = threadsOf.applyAsDouble(flows.get(i));
            if (own > 0) {
                rate[i] = Math.min(rate[i], own * factor * curve.threadBps(Math.max(1, threads)));
            }
        }
        fill(flows, rate, factor * curve.totalBps(threads), threadsOf);
    }

    /// Max-min by weight: those that want less than their share get it, and the others share what is left.
    private static void fill(List<Flow> flows, double[] rate, double capacityBps, ToDoubleFunction<Flow> weightOf) {
        if (Double.isInfinite(capacityBps)) {
            return;
        }
        boolean[] settled = new boolean[rate.length];
        double left = capacityBps;
        boolean changed = true;
        double share = Double.POSITIVE_INFINITY;
        while (changed) {
            changed = false;
            double weight = 0;
            for (int i = 0; i < rate.length; i++) {
                weight += settled[i] ? 0 : weightOf.applyAsDouble(flows.get(i));
            }
            if (weight == 0) {
                return;
            }
            share = left / weight;
            for (int i = 0; i < rate.length; i++) {
                double own = weightOf.applyAsDouble(flows.get(i));
                if (!settled[i] && own > 0 && rate[i] <= share * own) {
                    settled[i] = true;
                    left -= rate[i];
                    changed = true;
                }
            }
        }
        for (int i = 0; i < rate.length; i++) {
            double own = weightOf.applyAsDouble(flows.get(i));
            if (!settled[i] && own > 0) {
                rate[i] = share * own;
            }
        }
    }

    private static double loss(List<Flow> flows, double[] rate, double linkBps, double wantedBps, double rttSeconds) {
        double streamBps = 0;
        for (int i = 0; i < rate.length; i++) {
            if (flows.get(i).streams() > 0) {
                streamBps = Math.max(streamBps, rate[i] / flows.get(i).streams());
            }
        }
        double queueSeconds = Math.max(rttSeconds, QUEUE_PACKETS * PACKET_BITS / linkBps);
        double segments = SEGMENT_BITS / ((rttSeconds + queueSeconds) * streamBps);
        double part = linkBps / wantedBps;
        double teeth = part < WHOLE_TEETH ? 1.5 : 8 * part * (1 - part);
        return Math.min(MOST_LOSS, teeth * segments * segments);
    }

    /// What the i-th flow got, in bit/s.
    double rateBps(int i) {
        return rateBps[i];
    }

    /// Part of the packets on the link that are lost.
    double lossRatio() {
        return lossRatio;
    }
}
