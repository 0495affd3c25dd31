// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// The suite of the port on H2.
class H2PortTest extends JpaPortContract {
    @TempDir
    private static Path folder = Path.of("");

    @Override
    String url() {
        return "jdbc:h2:file:" + folder.resolve("tcn") + ";WRITE_DELAY=0";
    }
}
