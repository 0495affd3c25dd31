// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import java.util.ArrayList;
import java.util.List;

/// What the demo moves: 66 files of 1 to 64 MiB. One user submits 30 plain files by the FTS face; the other adds
/// 12 chains of three stages each, where every stage reads what the stage before has written.
final class DemoWorkload {
    private static final long MIB = 1L << 20;
    private static final int[] PLAIN_MIB = {
        1, 2, 4, 8, 16, 32, 64, 1, 2, 4, 8, 16, 32, 1, 2, 4, 8, 16, 24, 1, 2, 4, 8, 12, 1, 2, 4, 6, 1, 2
    };
    private static final int[] CHAIN_MIB = {1, 2, 3, 4, 6, 8, 10, 12, 4, 6, 2, 1};

    private DemoWorkload() {}

    /// Files that the first user submits by the FTS face: from storage a to b and to c, in turn.
    static List<DemoFile> plainFiles() {
        List<DemoFile> files = new ArrayList<>();
        for (int i = 0; i < PLAIN_MIB.length; i++) {
            char to = i % 2 == 0 ? 'b' : 'c';
            files.add(new DemoFile(
                    "", 'a', to, "/cms/file-" + i, "/cms/from-a/file-" + i, PLAIN_MIB[i] * MIB, 1000L + i, ""));
        }
        return files;
    }

    /// Files that the second user adds: raw data from a to b, from there to c once they have arrived, and back to
    /// a once that is done.
    static List<DemoFile> chains() {
        List<DemoFile> files = new ArrayList<>();
        for (int i = 0; i < CHAIN_MIB.length; i++) {
            long size = CHAIN_MIB[i] * MIB;
            long seed = 5000L + i;
            String raw = "raw-" + i;
            String copy = "copy-" + i;
            files.add(new DemoFile(raw, 'a', 'b', "/atlas/raw-" + i, "/atlas/stage1/" + raw, size, seed, ""));
            files.add(new DemoFile(copy, 'b', 'c', "/atlas/stage1/" + raw, "/atlas/stage2/" + raw, size, seed, raw));
            files.add(new DemoFile(
                    "back-" + i, 'c', 'a', "/atlas/stage2/" + raw, "/atlas/stage3/" + raw, size, seed, copy));
        }
        return files;
    }
}
