// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.storage;

import io.tcn.agent.transfer.TpcPolicy;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class StreamedStoragePlaneTest extends StoragePlaneContract {
    StreamedStoragePlaneTest(@TempDir Path folder) throws IOException {
        super(folder, TpcPolicy.OFF);
    }
}
