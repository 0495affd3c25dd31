// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import java.util.ArrayList;
import java.util.List;

/// A family of worlds: what is the same for all seeds.
sealed interface Family permits ToldFamily, RealFamily {
    /// Stands for all families of real networks where names are asked for.
    String REAL = "real";

    /// Stands for all families of [ToldFamily].
    String TOLD = "told";

    /// Its name.
    String name();

    /// What it is about, in a few words.
    String describes();

    /// What decides the optima of a seed, together with the phase of the run: families with equal keys share them.
    Object optimumKey();

    /// Whether users have bounds.
    boolean isBounded();

    /// Whether the busy pipes change all the time.
    boolean hasManyOptima();

    /// After how many intervals everything changes, once; 0 for never.
    int changeAfter();

    /// What busy pipes have to move.
    ///
    /// @param needsQueue whether the optimizer looks at queues
    Backlog backlog(boolean needsQueue);

    /// The member of this family for a seed.
    ///
    /// @param intervals how long what changes is scripted for
    World world(long seed, int intervals);

    /// All families: those of real networks first.
    static List<Family> all() {
        List<Family> all = new ArrayList<>(RealFamily.ALL);
        all.addAll(ToldFamily.ALL);
        return all;
    }
}
