// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.core;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// How much memory this thread has allocated.
final class Allocation {
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    private Allocation() {}

    /// Bytes since the thread began; only differences mean something.
    static long bytesSoFar() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
