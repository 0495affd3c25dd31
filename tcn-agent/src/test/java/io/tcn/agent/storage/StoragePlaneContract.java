// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.storage;

import io.tcn.agent.contract.DataPlaneContract;
import io.tcn.agent.transfer.AgentDataPlane;
import io.tcn.agent.transfer.AgentSettings;
import io.tcn.agent.transfer.StorageRules;
import io.tcn.agent.transfer.TpcPolicy;
import io.tcn.core.port.DataPlane;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;

/// The contract between two [WebDavStorage]s.
abstract class StoragePlaneContract extends DataPlaneContract {
    private final Path fromFolder;
    private final Path toFolder;
    private final WebDavStorage from;
    private final WebDavStorage to;
    private final AgentDataPlane plane;

    StoragePlaneContract(Path folder, TpcPolicy policy) throws IOException {
        this.fromFolder = Files.createDirectories(folder.resolve("from"));
        this.toFolder = Files.createDirectories(folder.resolve("to"));
        this.from = WebDavStorage.builder(fromFolder).start(0);
        this.to = WebDavStorage.builder(toFolder).start(0);
        this.plane = new AgentDataPlane(AgentSettings.builder()
                .storages(StorageRules.HERE)
                .thirdPartyCopy(policy)
                .tpcCancelGrace(Duration.ofMillis(1))
                .build());
    }

    @AfterEach
    void closeAll() {
        plane.close();
        from.close();
        to.close();
    }

    @Override
    protected DataPlane plane() {
        return plane;
    }

    @Override
    protected URI source(String name, byte[] content) throws IOException {
        Files.write(fromFolder.resolve(name), content);
        return from.url("/" + name);
    }

    @Override
    protected URI destination(String name) {
        return to.url("/new/folder/" + name);
    }

    @Override
    protected void putAtDestination(String name, byte[] content) throws IOException {
        Files.createDirectories(toFolder.resolve("new/folder"));
        Files.write(toFolder.resolve("new/folder").resolve(name), content);
    }

    @Override
    protected Optional<byte[]> atDestination(String name) throws IOException {
        Path path = toFolder.resolve("new/folder").resolve(name);
        return Files.exists(path) ? Optional.of(Files.readAllBytes(path)) : Optional.empty();
    }
}
