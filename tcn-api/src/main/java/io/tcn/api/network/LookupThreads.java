// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.network;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Where the name service is asked for storages of the map. A look-up blocks the processor's thread that a virtual
/// thread runs on, so a thousand storages at once, or some without an answer, would stop every virtual thread of the
/// server: requests and transfers with them. Here there are a few threads of their own, which end when nothing is
/// asked.
final class LookupThreads {
    static final int MOST = 16;
    private static final long IDLE_SECONDS = 10;

    private LookupThreads() {}

    /// Whoever is asked for first is looked up first; after the end nothing is asked any more.
    static ExecutorService start() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                MOST,
                MOST,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().name("map-names-", 0).daemon().factory(),
                new ThreadPoolExecutor.DiscardPolicy());
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }
}
