// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceDescription;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.MapFreshness;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeMapping;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotFileTest {
    @TempDir
    private Path folder;

    private Path path() {
        return folder.resolve("alto").resolve("net.json");
    }

    private SnapshotFile file() {
        return new SnapshotFile(path());
    }

    private static ServerMap map(@Nullable Double capacityBps) {
        ResourceId id = ResourceId.of("alto:net:x3");
        SortedMap<ResourceId, Resource> resources = new TreeMap<>();
        resources.put(
                id,
                new Resource(
                        id,
                        Resource.Kind.STORAGE_READ,
                        capacityBps,
                        null,
                        null,
                        new ResourceDescription("read:A", "net", new TreeMap<>(Map.of("a", "b")))));
        SortedMap<AddressPair, PairPath> pairs = new TreeMap<>();
        pairs.put(Answers.pair(1, 2), new PairPath(List.of(id), PipeMapping.MAPPED).omitted());
        pairs.put(Answers.pair(1, 3), PairPath.unmapped("omitted"));
        pairs.put(
                new AddressPair(Answers.address("2001:db8::1"), Answers.address("2001:db8::2")),
                new PairPath(List.of(id), PipeMapping.coarse("private")));
        return new ServerMap(pairs, resources, 4, Instant.parse("2026-06-01T12:00:00.123Z"), false);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1e9, 400_000_000_000.0})
    void whatIsWrittenIsRead(double capacityBps) throws IOException {
        file().save(map(capacityBps));
        assertThat(file().load()).contains(map(capacityBps));
    }

    @Test
    void anUnknownCapacityStaysUnknown() throws IOException {
        file().save(map(null));
        assertThat(file().load()).contains(map(null));
    }

    @Test
    void withoutAFileThereIsNothing() throws IOException {
        assertThat(file().load()).isEmpty();
    }

    @Test
    void aCrashBetweenWritingAndMovingLeavesTheMapBeforeAndTheNextWriteIsGood() throws IOException {
        file().save(map(1e9));
        Path beside = path().resolveSibling("net.json.new");
        Files.writeString(beside, "{\"format\":1,\"confir");
        assertThat(file().load()).contains(map(1e9));
        file().save(map(2e9));
        assertThat(file().load()).contains(map(2e9));
        assertThat(beside).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "{\"format\":1}",
                "{\"format\":2,\"confirmedAt\":\"2026-06-01T12:00:00Z\",\"nextFresh\":0,\"joined\":true,"
                        + "\"resources\":[],\"paths\":[],\"pairs\":[]}",
                "{\"format\":1,\"confirmedAt\":\"yesterday\",\"nextFresh\":0,\"joined\":true,\"resources\":[],"
                        + "\"paths\":[],\"pairs\":[]}",
                "{\"format\":1,\"confirmedAt\":\"2026-06-01T12:00:00Z\",\"nextFresh\":0,\"joined\":true,"
                        + "\"resources\":[null],\"paths\":[null],\"pairs\":[null]}",
                "{\"format\":1,\"confirmedAt\":\"2026-06-01T12:00:00Z\",\"nextFresh\":0,\"joined\":true,"
                        + "\"resources\":[],\"paths\":[[\"a\"]],\"pairs\":[{\"from\":\"192.0.2.1\",\"to\":"
                        + "\"192.0.2.2\",\"path\":0,\"state\":\"MAPPED\",\"reason\":\"\",\"omitted\":false}]}"
            })
    void aFileThatIsNoMapIsRefusedAndNothingElse(String content) throws IOException {
        Files.createDirectories(folder.resolve("alto"));
        Files.writeString(path(), content);
        assertThatExceptionOfType(IOException.class).isThrownBy(file()::load).withMessageContaining("net.json");
    }

    @Test
    void aFileThatIsCutOrDamagedAnywhereIsReadOrRefused() throws IOException {
        file().save(map(1e9));
        byte[] good = Files.readAllBytes(path());
        Random random = new Random(5);
        for (int i = 0; i < 2 * good.length; i++) {
            byte[] bad = i < good.length ? Arrays.copyOf(good, i) : good.clone();
            if (i >= good.length) {
                bad[i - good.length] = (byte) random.nextInt(256);
            }
            Files.write(path(), bad);
            try {
                assertThat(file().load()).isPresent();
            } catch (IOException refused) {
                assertThat(refused).hasMessageContaining("net.json");
            }
        }
    }

    @Test
    void q05AFeedStartsWithoutABrokenFileAndWritesAGoodOne() throws IOException {
        Path broken = folder.resolve("net.json");
        Files.write(broken, "{\"format\":1}".getBytes(StandardCharsets.UTF_8));
        EditedServer server = new EditedServer();
        Trial trial = new Trial(server, EditedServer.DIRECTORY, Trial.Setup.USUAL.keptIn(folder));
        NetworkMapSnapshot good = trial.pipes("192.0.2.1>192.0.2.193");
        trial.after(Duration.ofSeconds(2));

        ScriptedServer dead = new ScriptedServer();
        dead.instead(request -> {
            throw new IOException("connection refused");
        });
        Trial again = new Trial(dead, EditedServer.DIRECTORY, Trial.Setup.USUAL.keptIn(folder));
        assertThat(again.pipes("192.0.2.1>192.0.2.193").hasSameContent(good)).isTrue();
        assertThat(again.status().freshness()).isEqualTo(MapFreshness.STALE);
    }
}
