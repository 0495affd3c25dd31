// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class H2AgentOrdersTest extends AgentOrdersContract {
    @TempDir
    private static Path folder = Path.of("");

    @Override
    String url() {
        return "jdbc:h2:file:" + folder.resolve("tcn") + ";WRITE_DELAY=0";
    }
}
