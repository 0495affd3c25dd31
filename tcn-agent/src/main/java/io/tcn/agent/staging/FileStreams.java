// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import io.tcn.agent.StoredFile;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// How many requests read one file that passes through us at once. It begins with one; where its copy is given more
/// connections, its source gives parts and it is large enough, it goes on with as many ([SplitReading]). Safe for
/// several threads.
public final class FileStreams {
    /// Smaller files are through before several requests are worth their while.
    public static final long LEAST_BYTES = 32L << 20;

    private final int most;

    // Guarded by this.
    private boolean possible;
    private int wanted = 1;
    private @Nullable IntConsumer listener;

    /// @param most at most so many, 1 for never several
    public FileStreams(int most) {
        this.most = most;
    }

    /// How many could read a file of a size at once.
    ///
    /// @param sizeBytes -1 if nobody knows it
    public static int most(StoredFile source, long sizeBytes, int most) {
        return sizeBytes >= LEAST_BYTES && source.givesParts() ? most : 1;
    }

    /// The file passes through us, or will.
    public synchronized void allow(StoredFile source, long sizeBytes) {
        possible = most(source, sizeBytes, most) > 1;
    }

    /// The copy has so many connections from now on.
    ///
    /// @return how many of them read
    public int want(int connections) {
        IntConsumer told;
        int used;
        synchronized (this) {
            if (!possible) {
                return 1;
            }
            wanted = Math.clamp(connections, 1, most);
            used = wanted;
            told = listener;
        }
        if (told != null) {
            told.accept(used);
        }
        return used;
    }

    /// Whether the file can be read by several.
    public synchronized boolean isPossible() {
        return possible;
    }

    /// Who is told of every change; null for nobody any more.
    ///
    /// @return how many read now
    synchronized int tell(@Nullable IntConsumer changed) {
        listener = changed;
        return wanted;
    }

    /// It stays with one, or others say how many read.
    public synchronized void giveUp() {
        possible = false;
        wanted = 1;
        listener = null;
    }
}
