// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// What a measurement of the store tells: lines for whoever watches, and for the file that `tools/store-costs` prints.
///
/// @param file lines are added to it
record CostReport(Path file) {
    void say(String line) throws IOException {
        System.out.println(line);
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /// How long some work takes each time, in ms, in order of time.
    static double[] millis(int times, Runnable work) {
        double[] millis = new double[times];
        for (int i = 0; i < times; i++) {
            long began = System.nanoTime();
            work.run();
            millis[i] = (System.nanoTime() - began) / 1e6;
        }
        return millis;
    }
}
