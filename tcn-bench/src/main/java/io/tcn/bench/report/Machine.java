// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.report;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/// The class of the machine that figures were measured on; never its name.
///
/// @param cores processors that the JVM may use
/// @param memoryBytes memory of the machine, or of the container if that has less
/// @param jvm name and version of the JVM
/// @param os name and architecture of the operating system
public record Machine(int cores, long memoryBytes, String jvm, String os) {
    /// This machine.
    public static Machine current() {
        long memory =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                memory,
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    }

    /// In one line.
    public String inWords() {
        return String.format(
                Locale.ROOT, "%d cores, %.1f GiB memory, %s, %s", cores, memoryBytes / (double) (1L << 30), jvm, os);
    }
}
