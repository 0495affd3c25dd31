// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.sweep;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One of the parts into which the runs of a sweep are dealt out, run by run like cards, so that each part has
/// its share of the expensive ones.
///
/// @param number 1 to `of`
/// @param of how many parts there are
public record Shard(int number, int of) {
    /// All of it.
    public static final Shard WHOLE = new Shard(1, 1);

    private static final int MOST = 100_000;
    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,6})/([0-9]{1,6})");

    public Shard {
        if (of < 1 || of > MOST || number < 1 || number > of) {
            throw new IllegalArgumentException("a shard is written as 3/8, from 1/8 to 8/8, of at most " + MOST
                    + ", given was " + number + "/" + of);
        }
    }

    /// Reads `3/8`.
    ///
    /// @throws IllegalArgumentException if it is something else
    public static Shard parse(String text) {
        Matcher written = WRITTEN.matcher(text.strip());
        if (!written.matches()) {
            throw new IllegalArgumentException("a shard is written as 3/8, given was \"" + text + "\"");
        }
        return new Shard(Integer.parseInt(written.group(1)), Integer.parseInt(written.group(2)));
    }

    /// Whether a run is in it.
    ///
    /// @param index of the run among all of the sweep, from 0
    boolean has(int index) {
        return index % of == number - 1;
    }

    /// Name of the file of its runs, so that all parts may write into one folder.
    String journal() {
        return of == 1 ? Sweep.JOURNAL : "runs-" + number + "-of-" + of + ".jsonl";
    }

    @Override
    public String toString() {
        return number + "/" + of;
    }
}
