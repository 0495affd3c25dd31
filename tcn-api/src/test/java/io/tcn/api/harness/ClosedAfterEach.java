// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// What a test has opened: closed after it, the last first.
public final class ClosedAfterEach implements AfterEachCallback {
    private final List<AutoCloseable> open = new ArrayList<>();

    /// Notes what was opened, and gives it back.
    public <T extends AutoCloseable> T add(T one) {
        open.add(one);
        return one;
    }

    /// Closes something now.
    public void close(AutoCloseable one) throws Exception {
        open.remove(one);
        one.close();
    }

    /// Somebody else has closed it.
    public void forget(AutoCloseable one) {
        open.remove(one);
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        try {
            for (AutoCloseable each : open.reversed()) {
                each.close();
            }
        } finally {
            open.clear();
        }
    }
}
