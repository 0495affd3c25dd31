// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.server.AltoServer;
import io.tcn.alto.server.AltoServerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServeCommandTest {
    @TempDir
    private Path folder;

    private final Terminal terminal = new Terminal();
    private Path file;
    private long seconds = 1_000_000;

    @BeforeEach
    void writeTheFile() throws Exception {
        file = folder.resolve("topology.json");
        write(SmallNetwork.json(100));
    }

    /// With another time of modification each time, whatever the file system can tell apart.
    private void write(String text) throws Exception {
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(seconds++)));
    }

    private Terminal.Background serve(String... more) throws Exception {
        String[] arguments = new String[5 + more.length];
        System.arraycopy(new String[] {"serve", "--topology", file.toString(), "--port", "0"}, 0, arguments, 0, 5);
        System.arraycopy(more, 0, arguments, 5, more.length);
        return terminal.start(arguments);
    }

    private String directory() throws Exception {
        return terminal.await("directory: ").substring("directory: ".length());
    }

    @Test
    void itPublishesATopologyAndSaysHowToAskForIt() throws Exception {
        Terminal.Background background = serve("--names", "plain");
        String url = directory();

        String example = terminal.await("try: ");
        Terminal other = new Terminal();
        assertThat(other.run("path", url, SmallNetwork.CERN, SmallNetwork.BNL))
                .as(other.err())
                .isZero();
        assertThat(other.out()).containsPattern(" link:an:ams-nyc +100 Gbit/s");
        String[] words = example.replaceFirst("try: ./tcn alto ", "").split(" ");
        assertThat(other.run(words)).as(example).isZero();
        assertThat(background.stop()).isZero();
        assertThat(other.run("ird", url)).isEqualTo(1);
    }

    @Test
    void aChangedFileIsPublishedAndPushed() throws Exception {
        Terminal.Background background = serve();
        String url = directory();
        Terminal other = new Terminal();
        Terminal.Background watch = other.start("watch", url, SmallNetwork.CERN, SmallNetwork.BNL);
        other.awaitNote("the update stream is up");

        write(SmallNetwork.json(40));

        other.await("link:an:ams>nyc  100 Gbit/s -> 40 Gbit/s");
        terminal.awaitNote("has changed and is published");
        assertThat(watch.stop()).isZero();
        assertThat(background.stop()).isZero();
    }

    @Test
    void aBrokenFileIsToldOnceAndTheLastGoodOneStays() throws Exception {
        AltoServer server =
                new AltoServer(TopologyFollower.read(file.toString()), AltoServerSettings.DEFAULT, new Random(1));
        TopologyFollower follower = new TopologyFollower(file.toString(), server);
        assertThat(follower.poll()).isEmpty();

        write("{\"nodes\": [");
        assertThat(follower.poll())
                .hasValueSatisfying(told ->
                        assertThat(told).contains("topology.json cannot be read", "what was published before stays"));
        assertThat(follower.poll()).isEmpty();
        assertThat(server.network()).isEqualTo(RunningServer.network(100));

        write(SmallNetwork.json(40));
        assertThat(follower.poll()).hasValueSatisfying(told -> assertThat(told).contains("3 sites, 14 elements"));
        assertThat(server.network()).isEqualTo(RunningServer.network(40));
    }

    @Test
    void aFileThatWasWrittenAgainUnchangedPublishesNothing() throws Exception {
        AltoServer server =
                new AltoServer(TopologyFollower.read(file.toString()), AltoServerSettings.DEFAULT, new Random(1));
        TopologyFollower follower = new TopologyFollower(file.toString(), server);

        write(SmallNetwork.json(100));

        assertThat(follower.poll()).hasValueSatisfying(told -> assertThat(told).contains("nothing in it is different"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        serve --topology nowhere                     | there is no topology nowhere
        serve --port 70000                           | --port must be between 0 and 65535
        serve --port many                            | Invalid value for option '--port'
        serve --names odd                            | --names must be ephemeral or plain
        serve --compat odd                           | --compat knows openalto only
        serve --user me                              | --user and --password-file go together
        serve --tls-cert c.pem                       | --tls-cert and --tls-key go together
        serve --tls-cert c.pem --tls-key k.pem       | give a certificate and its key as PEM files
        serve --host 0.0.0.0                         | other machines can reach 0.0.0.0
        """)
    void wrongArgumentsAreToldInOneLine(String arguments, String complaint) {
        assertThat(terminal.run(arguments.split(" +"))).isEqualTo(2);

        assertThat(terminal.err()).contains(complaint).hasLineCount(1);
    }

    @Test
    void aPortThatIsTakenIsToldInOneLine() throws Exception {
        try (RunningServer running = new RunningServer(null)) {
            String port = running.url().replaceFirst(".*:(\\d+)/.*", "$1");

            assertThat(terminal.run("serve", "--port", port)).isEqualTo(1);
        }
        assertThat(terminal.err()).contains("cannot listen on 127.0.0.1 port").hasLineCount(1);
    }
}
