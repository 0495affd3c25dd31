// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.topology;

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
        refuses("nowhere", "there is no topology nowhere", "path of a JSON, GML or GraphML file");
        refuses("../../secret", "there is no topology");
    }

    @Test
    void graphsOfTheTopologyZooAreReadFromFilesAndByName() throws IOException {
        assertThat(TopologyFile.read("zoo-abilene-2005").nodes()).hasSize(11);
        Path gml = folder.resolve("two.GML");
        Files.writeString(gml, """
            graph [
              node [ id 0 label "Berlin" Longitude 13.4 Latitude 52.5 ]
              node [ id 1 label "Paris" Longitude 2.35 Latitude 48.86 ]
              edge [ source 0 target 1 LinkSpeedRaw 1000000000.0 ]
            ]
            """);
        Topology two = TopologyFile.read(gml.toString());
        assertThat(two.allSites()).extracting(Topology.Site::id).containsExactly("Berlin", "Paris");
        assertThat(two.links()).extracting(Topology.Link::capacityGbps).containsExactly(1.0);
    }

    @Test
    void aBrokenGraphIsRefusedWithItsLine() throws IOException {
        Path gml = folder.resolve("broken.gml");
        Files.writeString(gml, "graph [\n  node [ id 0");
        refuses(gml.toString(), "cannot be read: line ");
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
