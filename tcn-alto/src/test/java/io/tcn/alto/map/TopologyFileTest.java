// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tcn.core.topology.Routes;
import io.tcn.core.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyFileTest {
    @TempDir
    private Path folder;

    @Test
    void theShippedEsnetIsWholeAndConnected() {
        Topology esnet = TopologyFile.read("esnet6-2026");
        assertThat(esnet.nodes()).hasSize(80);
        assertThat(esnet.links()).hasSize(119);
        assertThat(esnet.allSites()).hasSize(27);
        Routes routes = new Routes(esnet);
        for (Topology.Site site : esnet.allSites()) {
            assertThat(routes.find("cern", site.id())).isPresent();
        }
    }

    @Test
    void aNameThatNobodyKnowsIsRefusedWithWhatToDo() {
        refuses("nowhere", "there is no topology nowhere", "path of a JSON file");
        refuses("../../secret", "there is no topology");
    }

    @Test
    void aBrokenFileIsRefusedWithThePlace() throws IOException {
        refuses(file("{\"nodes\": ["), "cannot be read");
        refuses(
                file("{\"nodes\": [{\"id\": \"a\", \"type\": \"site\"}], \"links\": [{\"id\": \"l\", \"a\": \"a\","
                        + " \"b\": \"z\", \"capacityGbps\": -1}]}"),
                "link l ends at node z, which is not there",
                "capacityGbps -1.0, it must be positive");
        refuses(
                file("{\"nodes\": [], \"links\": [{\"id\": \"l\", \"a\": \"a\", \"b\": \"b\","
                        + " \"capacityGbps\": \"wide\"}]}"),
                "capacityGbps");
    }

    private String file(String json) throws IOException {
        Path file = Files.createTempFile(folder, "topology", ".json");
        Files.writeString(file, json);
        return file.toString();
    }

    private static void refuses(String fileOrName, String... words) {
        assertThatExceptionOfType(TopologyException.class)
                .isThrownBy(() -> TopologyFile.read(fileOrName))
                .withMessageContainingAll(words);
    }
}
