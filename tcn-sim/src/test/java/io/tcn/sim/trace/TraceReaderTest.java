// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceReaderTest {
    private static final String HEADER = "start_s,end_s,source,destination,bytes\n";

    @TempDir
    private Path folder;

    private String write(String name, String content) throws IOException {
        Files.writeString(folder.resolve(name), content);
        return name;
    }

    private String refusalOf(String name) {
        TraceException refused = catchThrowableOfType(TraceException.class, () -> TraceReader.read(name, folder));
        assertThat(refused).as("the trace should be refused").isNotNull();
        return String.valueOf(refused.getMessage());
    }

    @Test
    void rowsAreOrderedAndTimesCountFromTheFirst() throws Exception {
        Trace trace = TraceReader.read(write("t.csv", HEADER + "1007,2000,A,B,5\n\n1002.5,1010,B,A,6\n"), folder);

        assertThat(trace.rows()).extracting(Trace.Row::startSeconds).containsExactly(0.0, 4.5);
        assertThat(trace.rows()).extracting(Trace.Row::bytes).containsExactly(6L, 5L);
        assertThat(trace.rows().getFirst().place()).isEqualTo("line 4");
    }

    @Test
    void aPackedTraceAndAJsonTraceSayTheSame() throws Exception {
        String rows = HEADER + "0,9,A,B,5\n1,9,B,A,6\n";
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("t.csv.gz")))) {
            out.write(rows.getBytes(StandardCharsets.UTF_8));
        }
        write("t.json", """
                [{"start_s": 0, "source": "A", "destination": "B", "bytes": 5},
                 {"start_s": 1, "source": "B", "destination": "A", "bytes": 6}]
                """);

        Trace packed = TraceReader.read("t.csv.gz", folder);
        Trace json = TraceReader.read("t.json", folder);

        assertThat(packed.rows())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("place")
                .isEqualTo(json.rows());
    }

    @Test
    void theTraceOfCmsIsReadWhole() throws Exception {
        Trace cms = TraceReader.read("cms-2018", folder);
        SiteMapping mapping = SiteMapping.read("cms-2018", folder);

        assertThat(cms.rows()).hasSize(14_026);
        assertThat(cms.rows().stream().mapToLong(Trace.Row::bytes).sum() / 1e12).isBetween(42.4, 42.6);
        assertThat(mapping.siteOf("US_MIT")).contains("bnl");
        assertThat(mapping.siteOf("IT_Rome")).contains("cern");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        0,1,A,B,many   | line 2 | bytes is "many"
        0,1,A,B,-1     | line 2 | bytes is "-1"
        0,1,A,B,NaN    | line 2 | bytes is "NaN"
        x,1,A,B,1      | line 2 | start_s is "x"
        0,1,,B,1       | line 2 | source is empty
        0,1,A,B        | line 2 | 4 cells
        """)
    void aWrongRowIsRefusedWithItsLine(String row, String place, String problem) throws IOException {
        assertThat(refusalOf(write("t.csv", HEADER + row + "\n")))
                .startsWith("t.csv at " + place)
                .contains(problem);
    }

    @Test
    void whatIsNoTraceIsRefused() throws IOException {
        assertThat(refusalOf("missing.csv")).contains("no such trace file").contains("cms-2018");
        assertThat(refusalOf(write("a.csv", ""))).contains("line 1").contains("empty");
        assertThat(refusalOf(write("b.csv", "start_s,source,bytes\n"))).contains("no column destination");
        assertThat(refusalOf(write("c.csv", HEADER))).contains("no transfer");
        assertThat(refusalOf(write("d.json", "{}"))).contains("a list");
        assertThat(refusalOf(write("e.json", "[{\"start_s\": 0}]")))
                .contains("/0")
                .contains("source is missing");
        assertThat(refusalOf(write("f.json", "[{\"start_s\": 0,"))).contains("not JSON");
        assertThat(refusalOf(write("g.csv.gz", "not packed"))).contains("cannot be read");
    }

    @Test
    void theLongestPrefixOfAMappingDecides() throws Exception {
        write("m.json", """
                {"sites": {"US_A": "one"}, "prefixes": {"US_": "two", "US_B": "three"}, "otherwise": "four"}
                """);
        SiteMapping mapping = SiteMapping.read("m.json", folder);

        assertThat(mapping.siteOf("US_A")).contains("one");
        assertThat(mapping.siteOf("US_BC")).contains("three");
        assertThat(mapping.siteOf("US_C")).contains("two");
        assertThat(mapping.siteOf("X")).contains("four");
        assertThat(SiteMapping.SAME.siteOf("X")).contains("X");
        write("n.json", "{\"site\": {}}");
        assertThat(catchThrowableOfType(TraceException.class, () -> SiteMapping.read("n.json", folder)))
                .hasMessageContaining("not a mapping");
    }
}
