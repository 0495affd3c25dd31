// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.util.Arrays;

/// How many files there are of each class of sizes. A class ends where the next one begins, at 1 MiB, 4 MiB, 16 MiB and
/// so on up to 16 GiB; the last one has no end. Immutable.
public final class SizeHistogram {
    /// How many classes there are.
    public static final int CLASSES = 9;

    /// Without files.
    public static final SizeHistogram NONE = new SizeHistogram(new long[CLASSES]);

    private static final int FIRST_EDGE_BITS = 20;
    private static final int BITS_PER_CLASS = 2;

    private final long[] counts;

    private SizeHistogram(long[] counts) {
        this.counts = counts;
    }

    /// @param counts files of each class, zero or more
    /// @throws IllegalArgumentException if there are not as many as classes, or one is negative
    public static SizeHistogram of(long... counts) {
        boolean isWrong = counts.length != CLASSES;
        boolean isEmpty = true;
        for (long count : counts) { // each change of a queue makes one: no streams
            isWrong |= count < 0;
            isEmpty &= count == 0;
        }
        if (isWrong) {
            throw new IllegalArgumentException("a histogram of sizes has " + CLASSES
                    + " counts of zero or more, given were " + Arrays.toString(counts));
        }
        return isEmpty ? NONE : new SizeHistogram(counts.clone());
    }

    /// The class of a size.
    ///
    /// @param bytes zero or more
    public static int classOf(long bytes) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(bytes >> FIRST_EDGE_BITS);
        return Math.min(CLASSES - 1, (bits + BITS_PER_CLASS - 1) / BITS_PER_CLASS);
    }

    /// The least size above a class, in bytes; [Long#MAX_VALUE] for the last one.
    public static long endOf(int sizeClass) {
        return sizeClass == CLASSES - 1 ? Long.MAX_VALUE : 1L << (FIRST_EDGE_BITS + BITS_PER_CLASS * sizeClass);
    }

    /// The same with one file more.
    public SizeHistogram plus(long bytes) {
        long[] more = counts.clone();
        more[classOf(bytes)]++;
        return new SizeHistogram(more);
    }

    /// What has come since an earlier state of the same histogram.
    public SizeHistogram since(SizeHistogram earlier) {
        if (equals(earlier)) {
            return NONE;
        }
        long[] change = new long[CLASSES];
        for (int i = 0; i < CLASSES; i++) {
            change[i] = Math.max(0, counts[i] - earlier.counts[i]);
        }
        return new SizeHistogram(change);
    }

    /// Files of a class.
    public long count(int sizeClass) {
        return counts[sizeClass];
    }

    /// Files of all classes.
    public long total() {
        return Arrays.stream(counts).sum();
    }

    /// Files of the classes that end at a size or below it: those that are surely smaller.
    public long below(long bytes) {
        long sum = 0;
        for (int i = 0; i < CLASSES && endOf(i) <= bytes; i++) {
            sum += counts[i];
        }
        return sum;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SizeHistogram histogram && Arrays.equals(counts, histogram.counts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return Arrays.toString(counts);
    }
}
