// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.trace;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// Finds traces and mappings: files, or those that come with TCN.
public final class TraceFiles {
    private static final Map<String, String> TRACES = Map.of("cms-2018", "/io/tcn/workloads/cms-2018.csv.gz");
    private static final Map<String, String> MAPPINGS = Map.of("cms-2018", "/io/tcn/workloads/cms-2018-esnet6.json");

    private TraceFiles() {}

    /// Names of the traces that come with TCN.
    public static List<String> traces() {
        return List.of("cms-2018");
    }

    /// Names of the mappings that come with TCN.
    public static List<String> mappings() {
        return List.of("cms-2018");
    }

    /// Whether a name is that of a shipped trace, or of a file that can only be a trace.
    public static boolean isTrace(String name) {
        return traces().contains(name) || name.endsWith(".csv") || name.endsWith(".csv.gz");
    }

    /// Opens a trace, unpacked.
    ///
    /// @param folder where a file is looked for
    static InputStream openTrace(String name, Path folder) throws TraceException {
        return open("trace", name, folder, TRACES.get(name), traces());
    }

    /// Opens a mapping.
    ///
    /// @param folder where a file is looked for
    static InputStream openMapping(String name, Path folder) throws TraceException {
        return open("mapping", name, folder, MAPPINGS.get(name), mappings());
    }

    private static InputStream open(String what, String name, Path folder, @Nullable String shipped, List<String> known)
            throws TraceException {
        try {
            Path file = folder.resolve(name);
            InputStream raw = shipped != null && !Files.isRegularFile(file)
                    ? TraceFiles.class.getResourceAsStream(shipped)
                    : Files.newInputStream(file);
            if (raw == null) {
                throw new IllegalStateException(what + " " + name + " is missing on the class path");
            }
            boolean packed = name.endsWith(".gz") || (shipped != null && shipped.endsWith(".gz"));
            return new BufferedInputStream(packed ? new GZIPInputStream(raw) : raw);
        } catch (NoSuchFileException _) {
            throw new TraceException(
                    name,
                    "",
                    "there is no such " + what + " file",
                    "check the path; shipped are " + String.join(", ", known));
        } catch (InvalidPathException noPath) {
            throw new TraceException(
                    name, "", "this is not a name of a file: " + noPath.getReason(), "give a name or a path");
        } catch (IOException broken) {
            throw new TraceException(
                    name, "", "the " + what + " cannot be read: " + broken.getMessage(), "check the file");
        }
    }
}
