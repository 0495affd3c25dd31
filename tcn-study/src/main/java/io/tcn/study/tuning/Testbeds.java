// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

import io.tcn.core.optimizer.job.PathFacts;
import io.tcn.study.tuning.StorageCurve.Contended;
import io.tcn.study.tuning.StorageCurve.Saturating;
import io.tcn.study.tuning.StorageCurve.Throttled;
import java.util.List;

/// The testbeds of the four papers. Bandwidth, round trip and buffer are from their tables, storages from what
/// the texts say of one thread and of many. No paper gives the noise, the cost of a file or of a new channel:
/// those are ours, the same for all testbeds of a kind (see the constants), and no row of a table has values of
/// its own.
public final class Testbeds {
    private static final double G = 1e9;
    private static final double M = 1e6;
    private static final double MIB = 1 << 20;

    /// Where a paper names no buffer it is no limit: large enough for the bandwidth.
    private static final double AMPLE_BYTES = 1e9;

    /// Sockets between processes that run already (Falcon, Marlin).
    private static final double SOCKET_SECONDS = 0.3;

    /// GridFTP: "a couple of seconds" (HARP, section 4.2).
    private static final double GRIDFTP_SECONDS = 2;

    private static final double LOCAL_FILE_SECONDS = 0.002;

    /// Of files of 1 to 5 MB never more than 4 Gbit/s came from Stampede, with up to 32 at a time (HARP, section
    /// 4.1).
    private static final double PARALLEL_FILE_SECONDS = 0.14;

    private static final double ISOLATED_NOISE = 0.01;
    private static final double PRODUCTION_NOISE = 0.05;

    /// Falcon, table 1 and section 5.1: 1 Gbit/s, 30 ms, reading held to 20 Mbit/s for each process.
    public static final Testbed EMULAB = new Testbed(
            "Emulab",
            new PathFacts(1 * G, 0.030, AMPLE_BYTES),
            new Throttled(20 * M, 1.2 * G),
            StorageCurve.UNLIMITED,
            Double.POSITIVE_INFINITY,
            SOCKET_SECONDS,
            LOCAL_FILE_SECONDS,
            ISOLATED_NOISE);

    /// Falcon, table 1: 40 Gbit/s, 0.1 ms, limited by writing; 7.9 Gbit/s with one thread, 27.5 found by tuning
    /// (section 5.6), from ten threads on 26 of 32 left at thirty (figure 3b).
    public static final Testbed HPCLAB = new Testbed(
            "HPCLab",
            new PathFacts(40 * G, 0.0001, AMPLE_BYTES),
            StorageCurve.UNLIMITED,
            new Contended(Saturating.through(7.9 * G, 28 * G), 10, (1 - 26.0 / 32) / 20),
            Double.POSITIVE_INFINITY,
            SOCKET_SECONDS,
            LOCAL_FILE_SECONDS,
            ISOLATED_NOISE);

    /// Falcon, table 1: 100 Gbit/s, 89 ms, limited by writing; 16.5 Gbit/s with one thread, 84 found by tuning
    /// (section 5.6).
    public static final Testbed ESNET = new Testbed(
            "ESnet",
            new PathFacts(100 * G, 0.089, AMPLE_BYTES),
            StorageCurve.UNLIMITED,
            Saturating.through(16.5 * G, 84 * G),
            Double.POSITIVE_INFINITY,
            SOCKET_SECONDS,
            LOCAL_FILE_SECONDS,
            ISOLATED_NOISE);

    /// Falcon, table 1 and section 5.1, XSEDE (Bridges2 to Expanse): 10 Gbit/s, 58 ms, limited by reading; 7.5
    /// Gbit/s with 24 threads, 10 with 49, which is a curve with s = 24 / ln 3; windows of 5.8 MiB (Marlin,
    /// section 4.4).
    public static final Testbed XSEDE = new Testbed(
            "XSEDE",
            new PathFacts(10 * G, 0.058, 5.8 * MIB),
            new Saturating(11.25 * G, 24 / Math.log(3)),
            StorageCurve.UNLIMITED,
            Double.POSITIVE_INFINITY,
            SOCKET_SECONDS,
            PARALLEL_FILE_SECONDS,
            PRODUCTION_NOISE);

    /// FStream++, section 4: 40 Gbit/s, 38 ms; more than 36 Gbit/s at best (figure 1), 5 to 6 with one large
    /// file at a time over several streams and 10 to 11 with two (section 4.2), which is a curve: 5.5 and 10.2.
    /// Windows of 8 MiB at Expanse (Marlin, section 4.4), so that one stream carries 1.8, the "less than 2
    /// Gbit/s" of figure 1 with one of everything.
    public static final Testbed STAMPEDE2_EXPANSE =
            production("Stampede2-Expanse", 40 * G, 0.038, 8 * MIB, 5.5 * G, 36 * G);

    /// FStream++, section 4: 32 ms. Its storages are not described; those of Stampede2-Expanse stand for them,
    /// with less to get at OSG.
    public static final Testbed OSG_STAMPEDE2 = production("OSG-Stampede2", 40 * G, 0.032, 8 * MIB, 5.5 * G, 25 * G);

    /// FStream++, section 4: 58 ms; storages as of OSG-Stampede2.
    public static final Testbed OSG_EXPANSE = production("OSG-Expanse", 40 * G, 0.058, 8 * MIB, 5.5 * G, 25 * G);

    /// Marlin, table 1: 1 Gbit/s, 2 ms; link, reading, writing and connections are held to a case's rates.
    public static final Testbed MARLIN_EMULAB = new Testbed(
            "Emulab (Marlin)",
            new PathFacts(300 * M, 0.002, AMPLE_BYTES),
            new Throttled(1 * G, 1 * G),
            new Throttled(1 * G, 1 * G),
            Double.POSITIVE_INFINITY,
            SOCKET_SECONDS,
            LOCAL_FILE_SECONDS,
            ISOLATED_NOISE);

    /// Marlin, table 1 and section 4.5: 20 Gbit/s, 0.1 ms; all stages want about five threads (figure 9),
    /// reading gives 30 Gbit/s; a connection carries 18 (section 1).
    public static final Testbed MARLIN_HPCLAB = new Testbed(
            "HPCLab (Marlin)",
            new PathFacts(20 * G, 0.0001, AMPLE_BYTES),
            new Throttled(5 * G, 30 * G),
            new Throttled(5 * G, 30 * G),
            18 * G,
            SOCKET_SECONDS,
            LOCAL_FILE_SECONDS,
            ISOLATED_NOISE);

    /// Marlin, table 1 and section 4.4: Bridges2 to Expanse, 10 Gbit/s, 58 ms, windows of 5.8 MiB; three to
    /// five threads read and write at 8 Gbit/s.
    public static final Testbed BRIDGES2_EXPANSE = new Testbed(
            "Bridges2-Expanse",
            new PathFacts(10 * G, 0.058, 5.8 * MIB),
            new Throttled(2 * G, 8 * G),
            new Throttled(2 * G, 8 * G),
            Double.POSITIVE_INFINITY,
            SOCKET_SECONDS,
            PARALLEL_FILE_SECONDS,
            PRODUCTION_NOISE);

    /// Marlin, table 1 and section 4.4: HPCLab to Expanse, 10 Gbit/s, 15 ms, windows of 8 MiB; six threads for
    /// nearly 8 Gbit/s of writing, reading "slightly" fewer.
    public static final Testbed HPCLAB_EXPANSE = new Testbed(
            "HPCLab-Expanse",
            new PathFacts(10 * G, 0.015, 8 * MIB),
            new Throttled(1.6 * G, 10 * G),
            new Throttled(1.33 * G, 8 * G),
            Double.POSITIVE_INFINITY,
            SOCKET_SECONDS,
            PARALLEL_FILE_SECONDS,
            PRODUCTION_NOISE);

    /// HARP, table I: Stampede to Gordon, 10 Gbit/s, 40 ms, buffers of 32 MB, storages of 1200 MB/s. What one
    /// thread gets is not said; a tenth of the whole, for ten to thirteen files were best (section 4).
    public static final Testbed STAMPEDE_GORDON = gridFtp("Stampede-Gordon", 10 * G, 0.040, 32 * M, 9.6 * G, 0.1);

    /// HARP, table I: WS1 to WS2 in DIDCLAB, 1 Gbit/s, 0.2 ms, buffers of 4 MB, NFS of 90 MB/s, which loses by
    /// more threads (section 4: "disk I/O throughput decreases as the number of active threads increases"), by
    /// how much is not said; as in Falcon's figure 3b.
    public static final Testbed DIDCLAB = new Testbed(
            "DIDCLAB",
            new PathFacts(1 * G, 0.0002, 4 * M),
            new Contended(new Throttled(0.36 * G, 0.72 * G), 2, (1 - 26.0 / 32) / 20),
            new Contended(new Throttled(0.36 * G, 0.72 * G), 2, (1 - 26.0 / 32) / 20),
            Double.POSITIVE_INFINITY,
            GRIDFTP_SECONDS,
            LOCAL_FILE_SECONDS,
            ISOLATED_NOISE);

    /// HARP, table I: two instances of EC2, 10 Gbit/s, 100 ms, buffers of 60 MB, storages of 320 MB/s.
    public static final Testbed EC2 = gridFtp("EC2", 10 * G, 0.100, 60 * M, 2.56 * G, 0.1);

    /// Those for which one job is tuned alone, in the order of the papers.
    public static final List<Testbed> ALL = List.of(
            EMULAB,
            XSEDE,
            HPCLAB,
            ESNET,
            MARLIN_HPCLAB,
            BRIDGES2_EXPANSE,
            HPCLAB_EXPANSE,
            STAMPEDE2_EXPANSE,
            OSG_STAMPEDE2,
            OSG_EXPANSE,
            STAMPEDE_GORDON,
            DIDCLAB,
            EC2);

    private Testbeds() {}

    private static Testbed production(
            String name, double bandwidthBps, double rttSeconds, double bufferBytes, double oneBps, double capBps) {
        return new Testbed(
                name,
                new PathFacts(bandwidthBps, rttSeconds, bufferBytes),
                Saturating.through(oneBps, capBps),
                StorageCurve.UNLIMITED,
                Double.POSITIVE_INFINITY,
                GRIDFTP_SECONDS,
                PARALLEL_FILE_SECONDS,
                PRODUCTION_NOISE);
    }

    private static Testbed gridFtp(
            String name, double bandwidthBps, double rttSeconds, double bufferBytes, double capBps, double oneOfAll) {
        return new Testbed(
                name,
                new PathFacts(bandwidthBps, rttSeconds, bufferBytes),
                new Throttled(oneOfAll * capBps, capBps),
                new Throttled(oneOfAll * capBps, capBps),
                Double.POSITIVE_INFINITY,
                GRIDFTP_SECONDS,
                PARALLEL_FILE_SECONDS,
                PRODUCTION_NOISE);
    }
}
