// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.cli;

import io.tcn.core.optimizer.OptimizerProvider;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where optimizers from outside come from: folders of classes and jars, which the environment names.
public final class OptimizerPath {
    /// The variable of the environment: folders and jars, separated as in a class path.
    public static final String VARIABLE = "TCN_OPTIMIZER_PATH";

    private OptimizerPath() {}

    /// Lets this thread, and those that it starts, find the optimizers that the environment names.
    ///
    /// @throws IllegalArgumentException if something of the path is not there
    public static void use() {
        use(System.getenv(VARIABLE));
    }

    /// @param path as in the environment; null or empty: nothing is changed
    static void use(@Nullable String path) {
        if (path == null || path.isBlank()) {
            return;
        }
        List<URL> places = new ArrayList<>();
        for (String part : path.split(File.pathSeparator)) {
            if (!part.isBlank()) {
                places.add(place(part));
            }
        }
        Thread thread = Thread.currentThread();
        ClassLoader parent = thread.getContextClassLoader();
        thread.setContextClassLoader(new URLClassLoader(
                "optimizers",
                places.toArray(URL[]::new),
                parent == null ? OptimizerProvider.class.getClassLoader() : parent));
    }

    private static URL place(String part) {
        Path file = Path.of(part).toAbsolutePath();
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException(VARIABLE + " names " + part
                    + ", which is not there or cannot be read: give folders of classes or jars");
        }
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(VARIABLE + " names " + part + ": " + e.getMessage(), e);
        }
    }
}
