// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import io.tcn.agent.StoredFile;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// How many requests read one file that passes through us at once. It begins with one; where its copy is given more
/// connections, its source gives parts and it is large enough, it goes on with as many ([SplitReading]). Safe for
/// several threads.
public final class FileStreams {
    /// Smaller files are through before several requests are worth their while.
    public static final long LEAST_BYTES = 32L << 20;

    // Guarded by this.
    private int most;
    private boolean decides;
    private boolean possible;
    private int wanted = 1;
    private @Nullable Runnable reader;
    private IntSupplier underWay = FileStreams::one;
    private volatile Runnable gaveBack = () -> {};

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
        decides = true;
        possible = most(source, sizeBytes, most) > 1;
    }

    /// The copy has so many connections from now on.
    ///
    /// @return how many of them read
    public int want(int connections) {
        int reads;
        Runnable told;
        synchronized (this) {
            wanted = Math.max(1, connections);
            reads = wanted();
            told = reader;
        }
        if (told != null) {
            told.run();
        }
        return reads;
    }

    /// How many requests are under way: more than are wanted for a while where these have become fewer, for those that
    /// have begun go on to the end of their part.
    public int underWay() {
        IntSupplier counts;
        synchronized (this) {
            counts = underWay;
        }
        return Math.max(1, counts.getAsInt());
    }

    /// Who hears whenever fewer requests may be under way than before.
    public void onGiveBack(Runnable hears) {
        gaveBack = hears;
    }

    /// A request is over.
    void requestIsOver() {
        gaveBack.run();
    }

    private static int one() {
        return 1;
    }

    /// How many shall read now.
    synchronized int wanted() {
        return possible ? Math.min(wanted, most) : 1;
    }

    /// The source takes no more than so many.
    synchronized void atMost(int requests) {
        most = Math.clamp(requests, 1, most);
    }

    /// Whether the connections of the copy are those that read here.
    public synchronized boolean decides() {
        return decides;
    }

    /// Whether the file can be read by several.
    public synchronized boolean isPossible() {
        return possible;
    }

    /// Who is told of every change from now on, and how many requests are under way there.
    synchronized void tell(Runnable changed, IntSupplier counts) {
        reader = changed;
        underWay = counts;
    }

    /// Nothing reads any more.
    synchronized void tellNobody() {
        reader = null;
        underWay = FileStreams::one;
    }

    /// It stays with one, or others say how many read.
    public synchronized void giveUp() {
        decides = true;
        possible = false;
        reader = null;
        underWay = FileStreams::one;
    }
}
