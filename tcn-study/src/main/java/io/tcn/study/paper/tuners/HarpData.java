// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper.tuners;

import io.tcn.core.optimizer.harp.PastTransfer;
import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.study.tuning.ChannelRate;
import io.tcn.study.tuning.Datasets;
import io.tcn.study.tuning.FileBatch;
import io.tcn.study.tuning.Testbed;
import io.tcn.study.tuning.Testbeds;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// The transfers that HARP's authors collected (section 3.2.1), made anew on the model: on Stampede-Gordon and
/// in DIDCLAB, four sorts of files, three loads, all 216 combinations of 1, 2, 4, 8, 16 and 32 (none ahead for
/// a pipelining of 1), four dates each: 20 736 entries (21 000 in the paper). All of a date see the same load.
///
/// Of its loads the paper says "multiple memory-to-memory transfers", and by what SC fell under the heavy one
/// ([HarpLoads#LOADS]): streams of others on the link, see [Load]. A date's load is off its mean by a fifth, and an
/// entry by the noise of the testbed.
public final class HarpData {
    private static final int[] VALUES = {1, 2, 4, 8, 16, 32};
    private static final int DATES = 4;
    private static final int SORTS = 4;
    private static final double DATE_NOISE = 0.2;

    /// How much else is on the link.
    enum Load {
        /// Nothing.
        LIGHT(0),
        /// As many streams as ten files with two each.
        MEDIUM(20),
        /// Three times that.
        HEAVY(60);

        private final int streams;

        Load(int streams) {
            this.streams = streams;
        }

        int streams() {
            return streams;
        }
    }

    private HarpData() {}

    /// All entries.
    ///
    /// @param seed where chance comes from
    public static List<PastTransfer> collect(long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        List<PastTransfer> entries = new ArrayList<>();
        long period = 0;
        for (Testbed testbed : List.of(Testbeds.STAMPEDE_GORDON, Testbeds.DIDCLAB)) {
            for (int sort = 0; sort < SORTS; sort++) {
                for (Load load : Load.values()) {
                    for (int date = 0; date < DATES; date++) {
                        period++;
                        int others = (int) Math.round(load.streams() * Math.exp(DATE_NOISE * random.nextGaussian()));
                        collect(entries, testbed, Datasets.harpSort(sort), others, period, random);
                    }
                }
            }
        }
        return entries;
    }

    private static void collect(
            List<PastTransfer> entries,
            Testbed testbed,
            FileBatch files,
            int others,
            long period,
            RandomGenerator random) {
        for (int concurrency : VALUES) {
            for (int parallelism : VALUES) {
                for (int pipelining : VALUES) {
                    ClassTuning tuning = new ClassTuning(concurrency, parallelism, pipelining == 1 ? 0 : pipelining);
                    double bps = ChannelRate.steadyBps(testbed, tuning, files.fileBytes(), others)
                            * Math.exp(testbed.noise() * random.nextGaussian());
                    entries.add(
                            new PastTransfer(testbed.path(), files.files(), files.fileBytes(), tuning, bps, period));
                }
            }
        }
    }
}
