// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.storage;

import io.tcn.agent.transfer.TpcPolicy;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class ThirdPartyStoragePlaneTest extends StoragePlaneContract {
    ThirdPartyStoragePlaneTest(@TempDir Path folder) throws IOException {
        super(folder, TpcPolicy.PREFER);
    }
}
