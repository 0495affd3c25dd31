// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The scenarios that come with TCN, on the class path.
public final class ShippedScenarios {
    private static final List<String> NAMES = List.of(
            "paper-1-single-link",
            "paper-2-esnet-30x2TB",
            "paper-3-esnet-100x500GB",
            "paper-4-esnet-10-backlog",
            "paper-5-esnet-dynamic-50",
            "example-controls",
            "example-faults",
            "example-capacity-halves",
            "example-coflows",
            "example-trace",
            "datasets",
            "testbed-emulab",
            "testbed-xsede",
            "testbed-hpclab",
            "testbed-esnet",
            "testbed-marlin-10-3-3",
            "testbed-marlin-3-10-3",
            "testbed-marlin-3-3-10",
            "testbed-marlin-5-10-1",
            "testbed-marlin-hpclab",
            "testbed-bridges2-expanse",
            "testbed-hpclab-expanse",
            "testbed-stampede2-expanse",
            "testbed-osg-stampede2",
            "testbed-osg-expanse",
            "testbed-stampede-gordon",
            "testbed-didclab",
            "testbed-ec2",
            "testbed-emulab-three",
            "testbed-xsede-three",
            "testbed-hpclab-three",
            "testbed-esnet-three");

    private ShippedScenarios() {}

    /// Names of the scenarios.
    public static List<String> names() {
        return NAMES;
    }

    /// The scenarios whose names begin with a text; only one if the text is a whole name.
    static List<String> matching(String prefix) {
        return NAMES.contains(prefix)
                ? List.of(prefix)
                : NAMES.stream().filter(name -> name.startsWith(prefix)).toList();
    }

    static byte[] scenario(String name) {
        byte[] content = read("/io/tcn/workloads/" + name + ".json");
        if (content == null) {
            throw new IllegalStateException("scenario " + name + " is missing on the class path");
        }
        return content;
    }

    private static byte @Nullable [] read(String path) {
        try (InputStream in = ShippedScenarios.class.getResourceAsStream(path)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
