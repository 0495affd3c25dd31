// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.jmh;

import io.tcn.bench.BenchException;
import io.tcn.bench.Scratch;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/// While it is open, `java.class.path` is one that any JVM understands: benchmarks give it to the JVMs that they
/// start. Where we run from the executable jar, whose nested jars only its own launcher can read, they lie
/// unpacked in a folder for the time being.
public final class PlainClassPath implements AutoCloseable {
    private static final String PROPERTY = "java.class.path";
    private static final String CLASSES = "BOOT-INF/classes/";
    private static final String JARS = "BOOT-INF/lib/";

    private static final long NEEDED_BYTES = 64L << 20;

    private final String before;
    private final @Nullable Scratch scratch;

    private PlainClassPath(String before, @Nullable Scratch scratch) {
        this.before = before;
        this.scratch = scratch;
    }

    /// Opens it.
    ///
    /// @param folder where a folder for the unpacked jars may be made
    public static PlainClassPath open(Path folder) throws BenchException {
        String before = System.getProperty(PROPERTY);
        if (ClassLoader.getSystemClassLoader().equals(PlainClassPath.class.getClassLoader())) {
            return new PlainClassPath(before, null);
        }
        Scratch scratch = Scratch.in(folder, NEEDED_BYTES);
        PlainClassPath open = new PlainClassPath(before, scratch);
        try {
            System.setProperty(PROPERTY, unpack(Path.of(before), scratch.newFolder("unpacked")));
            return open;
        } catch (IOException e) {
            open.close();
            throw new BenchException("the jars of the benchmarks cannot be unpacked to " + folder + " (" + e + ")", e);
        }
    }

    private static String unpack(Path jar, Path folder) throws IOException {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        List<String> classPath = new ArrayList<>(List.of(classes.toString()));
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry :
                    file.stream().filter(each -> !each.isDirectory()).toList()) {
                Optional<Path> target = target(entry.getName(), folder);
                if (target.isPresent()) {
                    Files.createDirectories(
                            Optional.ofNullable(target.get().getParent()).orElse(folder));
                    try (InputStream in = file.getInputStream(entry)) {
                        Files.copy(in, target.get());
                    }
                    if (entry.getName().startsWith(JARS)) {
                        classPath.add(target.get().toString());
                    }
                }
            }
        }
        return String.join(File.pathSeparator, classPath);
    }

    private static Optional<Path> target(String name, Path folder) {
        if (name.startsWith(CLASSES)) {
            return Optional.of(folder.resolve("classes").resolve(name.substring(CLASSES.length())));
        }
        return name.startsWith(JARS) ? Optional.of(folder.resolve(name.substring(JARS.length()))) : Optional.empty();
    }

    @Override
    public void close() {
        System.setProperty(PROPERTY, before);
        Scratch folder = scratch;
        if (folder != null) {
            folder.close();
        }
    }
}
