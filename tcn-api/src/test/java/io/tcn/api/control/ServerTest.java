// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/// Tests of one server, with the settings that it has by itself and the rights of its demo user.
@Tag("it")
abstract class ServerTest {
    @TempDir
    static Path folder;

    static RunningServer server;
    static Client demo;

    @BeforeAll
    static void start() throws IOException {
        server = RunningServer.start(folder, Map.of());
        demo = server.demo();
    }

    @AfterAll
    static void stop() {
        server.close();
    }
}
