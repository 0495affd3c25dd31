// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.copy;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/// Remembers the most that the heap of this JVM has held. A heap is fullest just before a collection, so that is where
/// it is read, and once more when it is asked for.
public final class HeapWatch {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String PEAK_LINE = "VmHWM:";

    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final Set<String> heapPools = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .collect(Collectors.toUnmodifiableSet());
    private final AtomicLong peakBytes = new AtomicLong();

    /// Begins to watch.
    public void start() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener((notification, handback) -> note(notification), null, null);
            }
        }
    }

    /// The most so far.
    public long peakBytes() {
        return note(memory.getHeapMemoryUsage().getUsed());
    }

    /// The most memory that this process has had, 0 where the system does not tell.
    static long peakMemoryBytes() {
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(PEAK_LINE))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    private void note(Notification notification) {
        if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)
                && notification.getUserData() instanceof CompositeData data) {
            Map<String, MemoryUsage> before =
                    GarbageCollectionNotificationInfo.from(data).getGcInfo().getMemoryUsageBeforeGc();
            long used = before.entrySet().stream()
                    .filter(pool -> heapPools.contains(pool.getKey()))
                    .mapToLong(pool -> pool.getValue().getUsed())
                    .sum();
            note(used);
        }
    }

    private long note(long usedBytes) {
        return peakBytes.accumulateAndGet(usedBytes, Math::max);
    }
}
