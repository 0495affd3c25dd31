// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.contract.DataPlaneContract;
import io.tcn.core.port.DataPlane;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class LocalPlaneTest extends DataPlaneContract {
    private final Path folder;
    private final AgentDataPlane plane;

    LocalPlaneTest(@TempDir Path folder) {
        this.folder = folder;
        this.plane = new AgentDataPlane(
                AgentSettings.builder().fileRoots(List.of(folder)).build());
    }

    @AfterEach
    void closePlane() {
        plane.close();
    }

    @Override
    protected DataPlane plane() {
        return plane;
    }

    @Override
    protected URI source(String name, byte[] content) throws IOException {
        return Files.write(folder.resolve(name), content).toUri();
    }

    @Override
    protected URI destination(String name) {
        return folder.resolve("to").resolve(name).toUri();
    }

    @Override
    protected void putAtDestination(String name, byte[] content) throws IOException {
        Files.createDirectories(folder.resolve("to"));
        Files.write(folder.resolve("to").resolve(name), content);
    }

    @Override
    protected Optional<byte[]> atDestination(String name) throws IOException {
        Path path = folder.resolve("to").resolve(name);
        return Files.exists(path) ? Optional.of(Files.readAllBytes(path)) : Optional.empty();
    }
}
