// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops.otlp;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells the log once that a collector does not take something, and once that it does again. Nothing waits
/// for it.
final class ToldOnce {
    private static final Logger LOG = LoggerFactory.getLogger(ToldOnce.class);

    private final String what;
    private final String endpoint;
    private final AtomicBoolean away = new AtomicBoolean();

    /// @param what is sent, such as `traces`
    ToldOnce(String what, String endpoint) {
        this.what = what;
        this.endpoint = endpoint;
    }

    void sent() {
        if (away.getAndSet(false)) {
            LOG.info("The collector takes {} again ({})", what, endpoint);
        }
    }

    /// @param why in words
    void failed(String why) {
        if (!away.getAndSet(true)) {
            LOG.warn("The collector does not take {} ({}): {}. They are dropped until it does", what, endpoint, why);
        }
    }
}
