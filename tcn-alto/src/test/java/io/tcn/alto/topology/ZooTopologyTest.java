// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.topology.Routes;
import io.tcn.core.topology.Topology;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZooTopologyTest {
    /// Two towns a degree of longitude apart on the equator (111.19 km), a third without place between them and a
    /// fourth, and edges of 1, 3 and unknown Gbit/s.
    private static final String SMALL = """
        # a comment
        graph [
          Network "Small"
          node [ id 0 label "West Town" Longitude 0 Latitude 0.0 Internal 1 ]
          node [ id 1 label "East" Longitude 1.0 Latitude 0 Internal 1 ]
          node [ id 2 label "" Internal 0 graphics [ x 1 y 2 ] ]
          node [ id 3 label "EAST" ]
          edge [ source 0 target 1 id "e1" LinkSpeedRaw 1000000000.0 LinkLabel "a [b] c" ]
          edge [ source 1 target 0 id "e2" LinkSpeedRaw 3000000000 ]
          edge [ source 0 target 2 ]
          edge [ source 2 target 1 ]
          edge [ source 3 target 3 ]
        ]
        """;

    private static String shipped(String name) throws IOException {
        try (InputStream in = Topology.class.getResourceAsStream("/io/tcn/topologies/" + name)) {
            if (in == null) {
                throw new AssertionError(name + " is not shipped");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Topology.Link link(Topology topology, String id) {
        return topology.links().stream()
                .filter(link -> link.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatAMapLeavesOpenIsCompletedByTheRules() throws Exception {
        ZooTopology small = ZooTopology.ofGml(SMALL, "file.gml");
        Topology topology = small.topology();

        assertThat(topology.name()).isEqualTo("Small");
        // "East" and "EAST" collide; the empty one takes its number.
        assertThat(topology.nodes())
                .extracting(Topology.Node::id)
                .containsExactly("West-Town", "East-1", "node-2", "EAST-3");
        // 1 and 3 Gbit/s side by side; the median of the file is 2.
        assertThat(link(topology, "West-Town--East-1").capacityGbps()).isCloseTo(4, within(1e-9));
        assertThat(link(topology, "West-Town--node-2").capacityGbps()).isCloseTo(2, within(1e-9));
        // 111.19 km x 1.4 / 200 km per ms; half of it to the node in the middle.
        assertThat(link(topology, "West-Town--East-1").latencyMs()).isCloseTo(0.778, within(0.001));
        assertThat(link(topology, "West-Town--node-2").latencyMs()).isCloseTo(0.389, within(0.001));
        assertThat(topology.nodes().get(2).lon()).isCloseTo(0.5, within(1e-9));
        assertThat(topology.nodes().get(3).lon()).isNull();
        assertThat(small.completion()).isEqualTo(new Completion(3, 2, 2, true, 1, 1, 4, 1, 1, 1));
        assertThat(small.completion().inWords())
                .contains("2 links without a capacity got 2 Gbit/s, the median of the file");
    }

    @Test
    void everyNodeIsASiteAndOthersGoThroughIt() throws Exception {
        Routes routes = new Routes(ZooTopology.ofGml(
                        SMALL.replace("source 0 target 1", "source 0 target 2")
                                .replace("source 1 target 0", "source 0 target 2"),
                        "x")
                .topology());

        assertThat(routes.find("West-Town", "East-1").orElseThrow().links()).hasSize(2);
        assertThat(routes.find("West-Town", "EAST-3")).isEmpty();
    }

    @Test
    void esnetOf2007IsReadWhole() throws Exception {
        ZooTopology esnet = ZooTopology.ofGml(shipped("zoo-esnet-2007.gml"), "x");

        assertThat(esnet.topology().name()).isEqualTo("ESnet");
        assertThat(esnet.topology().nodes()).hasSize(68).noneMatch(node -> node.lat() == null);
        // 92 edges; 12 pairs of nodes have several, one of them three.
        assertThat(esnet.topology().links()).hasSize(79);
        assertThat(esnet.completion().united()).isEqualTo(13);
        assertThat(esnet.completion().coordinates()).isEqualTo(51);
        assertThat(esnet.completion().external()).isEqualTo(14);
        assertThat(esnet.completion().capacityGbps()).isEqualTo(10);
        assertThat(esnet.topology().links()).allMatch(link -> link.latencyMs() != null && link.latencyMs() >= 0.05);
    }

    @Test
    void abileneIsReadFromGraphMl() throws Exception {
        ZooTopology abilene = ZooTopology.ofGraphMl(shipped("zoo-abilene-2005.graphml"), "x");

        assertThat(abilene.topology().name()).isEqualTo("Abilene");
        assertThat(abilene.topology().nodes()).hasSize(11);
        assertThat(abilene.topology().links()).hasSize(14).allMatch(link -> link.capacityGbps() == 10);
        assertThat(abilene.completion().isMedian()).isFalse();
        assertThat(abilene.topology().allSites()).extracting(Topology.Site::id).contains("New-York", "Washington-DC");
        // New York to Chicago: 1145 km x 1.4 / 200 = 8.0 ms.
        assertThat(link(abilene.topology(), "New-York--Chicago").latencyMs()).isCloseTo(8.0, within(0.1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        graph [ node [ id 0 ] node [ id 0 ] ]                              | there twice
        graph [ node [ id 0 ] edge [ source 0 target 7 ] ]                 | ends at node 7
        graph [ node [ id 0 ] edge [ source 0 ] ]                          | no target
        graph [ node [ label "x" ] ]                                       | no id
        graph [ node [ id 0                                                | cut off
        graph [ node [ id 0 label "x                                       | does not end
        graph [ node [ id 0 Latitude 99 Longitude 1 ] ]                    | Latitude is "99"
        graph [ node [ id 0 ] edge [ source 0 target 0 LinkSpeedRaw -5 ] ] | LinkSpeedRaw is "-5"
        graph [ node [ id 0 ] edge [ source 0 target 0 LinkSpeedRaw 0 ] ]  | more than 0 bit/s
        graph [ node [ id ] ]                                              | has no value
        graph [ ]                                                          | no node
        something else                                                     | no graph
        """)
    void aBrokenGmlIsRefusedWithItsLine(String text, String problem) {
        assertThat(catchThrowableOfType(UnreadableGraphException.class, () -> ZooTopology.ofGml(text, "x")))
                .hasMessageStartingWith("line 1: ")
                .hasMessageContaining(problem);
    }

    @Test
    void aFileThatIsCutOffNamesItsLastLine() throws Exception {
        String gml = shipped("zoo-esnet-2007.gml").substring(0, 3000);
        String graphMl = shipped("zoo-abilene-2005.graphml").substring(0, 7000);

        UnreadableGraphException cutGml =
                catchThrowableOfType(UnreadableGraphException.class, () -> ZooTopology.ofGml(gml, "x"));
        UnreadableGraphException cutGraphMl =
                catchThrowableOfType(UnreadableGraphException.class, () -> ZooTopology.ofGraphMl(graphMl, "x"));

        assertThat(cutGml.line()).isEqualTo(gml.lines().count());
        assertThat(cutGml.remedy()).contains("cut off");
        assertThat(cutGraphMl.line()).isEqualTo(graphMl.lines().count());
        assertThat(cutGraphMl.remedy()).contains("cut off");
    }

    @Test
    void noFileMakesUsReadAnotherOne() {
        String nosy = """
            <!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>
            <graphml><graph><node id="0"><data key="label">&e;</data></node></graph></graphml>
            """;

        assertThat(catchThrowableOfType(UnreadableGraphException.class, () -> ZooTopology.ofGraphMl(nosy, "x")))
                .hasMessageContaining("DOCTYPE");
    }
}
