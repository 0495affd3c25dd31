// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What the papers move. A range of sizes is taken as a few sizes at even distances with as many files of each;
/// the papers do not give distributions.
public final class Datasets {
    private static final double KIB = 1024;
    private static final double MIB = KIB * KIB;
    private static final double GIB = KIB * MIB;
    private static final int SIZES = 5;

    private Datasets() {}

    /// Files of 1 GB, more than any run moves.
    public static List<FileBatch> endless() {
        return List.of(new FileBatch(0, 10_000_000, 1e9));
    }

    /// Files of one size.
    public static List<FileBatch> of(long files, double fileBytes) {
        return List.of(new FileBatch(0, files, fileBytes));
    }

    /// Files of a range of sizes.
    ///
    /// @param bytes in all
    public static List<FileBatch> range(double atSeconds, double bytes, double least, double most) {
        List<FileBatch> batches = new ArrayList<>();
        double mean = (least + most) / 2;
        for (int k = 0; k < SIZES; k++) {
            double size = least + (most - least) * (k + 0.5) / SIZES;
            batches.add(new FileBatch(atSeconds, Math.max(1, Math.round(bytes / SIZES / mean)), size));
        }
        return batches;
    }

    /// Falcon, section 5.4: 120 GiB in files of 1 KiB to 10 MiB.
    public static List<FileBatch> falconSmall() {
        return range(0, 120 * GIB, KIB, 10 * MIB);
    }

    /// Falcon, section 5.4: 1 TiB in files of 100 MiB to 10 GiB.
    public static List<FileBatch> falconLarge() {
        return range(0, 1024 * GIB, 100 * MIB, 10 * GIB);
    }

    /// Falcon, section 5.4: both.
    public static List<FileBatch> falconMixed() {
        return Stream.concat(falconSmall().stream(), falconLarge().stream()).toList();
    }

    /// FStream++, table 1: six batches 30 s apart. How many files come is not said: [#BATCH_BYTES] each time.
    ///
    /// @param number 1 to 4
    public static List<FileBatch> workload(int number) {
        String order = switch (number) {
            case 1 -> "SLSLSL";
            case 2 -> "LSLSLS";
            case 3 -> "TXLLLL";
            case 4 -> "BBBBBB";
            default -> throw new IllegalArgumentException("there are workloads 1 to 4, asked for was " + number);
        };
        List<FileBatch> batches = new ArrayList<>();
        for (int k = 0; k < order.length(); k++) {
            batches.addAll(batch(30.0 * k, order.charAt(k)));
        }
        return batches;
    }

    private static final double BATCH_BYTES = 100e9;

    private static List<FileBatch> batch(double at, char kind) {
        return switch (kind) {
            case 'T' -> range(at, BATCH_BYTES, 1e6, 10e6);
            case 'S' -> range(at, BATCH_BYTES, 10e6, 100e6);
            case 'L' -> range(at, BATCH_BYTES, 100e6, 2e9);
            case 'X' -> range(at, BATCH_BYTES, 2e9, 10e9);
            default -> {
                List<FileBatch> both = new ArrayList<>(range(at, BATCH_BYTES / 2, 10e6, 100e6));
                both.addAll(range(at, BATCH_BYTES / 2, 100e6, 2e9));
                yield both;
            }
        };
    }

    /// HARP, section 3.2.1: one of its four sorts of files, all of one size in the middle of the range.
    ///
    /// @param chunk 0 tiny (1-5 MB, 10 GB), 1 small (15-30 MB, 20 GB), 2 medium (50-200 MB, 40 GB), 3 large
    ///     (1-5 GB, 98 GB)
    public static FileBatch harpSort(int chunk) {
        double[] sizes = {2.5e6, 22e6, 100e6, 2.5e9};
        double[] bytes = {10e9, 20e9, 40e9, 98e9};
        return new FileBatch(0, Math.round(bytes[chunk] / sizes[chunk]), sizes[chunk]);
    }

    /// HARP, section 4: 130 GB, or a multiple, of all four sorts. The parts are those of the collected data.
    public static List<FileBatch> harpMixed(double bytes) {
        List<FileBatch> batches = new ArrayList<>();
        double all = 0;
        for (int chunk = 0; chunk < 4; chunk++) {
            FileBatch sort = harpSort(chunk);
            all += sort.files() * sort.fileBytes();
        }
        for (int chunk = 0; chunk < 4; chunk++) {
            FileBatch sort = harpSort(chunk);
            batches.add(new FileBatch(0, Math.max(1, Math.round(sort.files() * bytes / all)), sort.fileBytes()));
        }
        return batches;
    }
}
