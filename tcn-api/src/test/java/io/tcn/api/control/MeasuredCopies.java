// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What measurements on real copies have in common: a decision every 2 s, one file that is copied again and again.
final class MeasuredCopies {
    static final int INTERVAL = 2;

    private MeasuredCopies() {}

    /// A server for a measurement.
    ///
    /// @param askedFor the property by which it was asked for: a server refuses settings under tcn that it does not
    ///     know
    static RunningServer start(String askedFor, Path folder, Map<String, String> settings) throws IOException {
        System.clearProperty(askedFor);
        Map<String, String> all = new TreeMap<>(settings);
        all.put("tcn.control.interval", INTERVAL + "s");
        all.put("tcn.control.seed", "7");
        return RunningServer.start(folder, all);
    }

    /// A request for copies of one file, each under a name of its own.
    static String submission(String user, String source, LoggedStorage to, int files) {
        return IntStream.range(0, files)
                .mapToObj(i -> "{\"source\": \"" + source + "\", \"destination\": \"" + to.url("/f" + i) + "\"}")
                .collect(Collectors.joining(", ", "{\"user\": \"" + user + "\", \"transfers\": [", "]}"));
    }
}
