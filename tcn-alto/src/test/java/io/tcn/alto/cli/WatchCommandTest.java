// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.HttpFields;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchCommandTest {
    private final Terminal terminal = new Terminal();
    private RunningServer running;

    @BeforeEach
    void start() throws Exception {
        running = new RunningServer(null);
    }

    @AfterEach
    void stop() {
        running.close();
    }

    @Test
    void aChangeOfACapacityIsPushedAndTold() throws Exception {
        Terminal.Background watch = terminal.start("watch", running.url(), SmallNetwork.CERN, SmallNetwork.BNL);
        terminal.awaitNote("the update stream is up");

        running.server.update(RunningServer.network(40));

        assertThat(terminal.await(" -> 40 Gbit/s")).contains("Z  link:an:ams>nyc  100 Gbit/s -> 40 Gbit/s");
        assertThat(watch.stop()).isZero();
        assertThat(terminal.out()).contains("192.0.2.1 -> 192.0.2.65  (5 elements, at most 100 Gbit/s)");
    }

    @Test
    void changesCanBeHadAsJsonALineEach() throws Exception {
        Terminal.Background watch = terminal.start("watch", running.url(), "pid-cern", "pid-bnl", "--json");
        terminal.awaitNote("the update stream is up");

        running.server.update(running.server.network().withCapacity("link:an:ams>nyc", 0.0));

        assertThat(terminal.await("\"to\":\"closed\""))
                .contains("\"what\":\"link:an:ams>nyc\"", "\"from\":\"100 Gbit/s\"");
        assertThat(watch.stop()).isZero();
    }

    @Test
    void whileNoStreamIsUpTheServerIsAsked() throws Exception {
        running.server.faults().answer("updates", new AltoResponse(500, HttpFields.NONE, new byte[0]));
        Terminal.Background watch =
                terminal.start("watch", running.url(), SmallNetwork.CERN, SmallNetwork.BNL, "--period", "0.05");
        terminal.awaitNote("answered 500");

        running.server.update(RunningServer.network(40));

        assertThat(terminal.await(" -> 40 Gbit/s")).contains("link:an:ams>nyc  100 Gbit/s");
        assertThat(watch.stop()).isZero();
    }

    @Test
    void whereThereIsNoStreamTheCommandSaysThatItAsks() throws Exception {
        String directory = new String(directory(running.url()), StandardCharsets.UTF_8)
                .replace("text/event-stream", "application/nothing");
        running.server
                .faults()
                .answer(
                        "ird",
                        new AltoResponse(
                                200,
                                HttpFields.NONE.with("Content-Type", "application/alto-directory+json"),
                                directory.getBytes(StandardCharsets.UTF_8)));
        Terminal.Background watch =
                terminal.start("watch", running.url(), SmallNetwork.CERN, SmallNetwork.BNL, "--period", "0.05");
        terminal.awaitNote("no update stream for ecs-pv: asking every 0.05 s");

        running.server.update(RunningServer.network(40));

        terminal.await("-> 40 Gbit/s");
        assertThat(watch.stop()).isZero();
    }

    @Test
    void aWatchEndsAfterItsTime() {
        assertThat(terminal.run("watch", running.url(), "pid-cern", "pid-bnl", "--for", "0.2"))
                .as(terminal.err())
                .isZero();
    }

    private static byte[] directory(String url) throws Exception {
        try (InputStream in = URI.create(url).toURL().openStream()) {
            return in.readAllBytes();
        }
    }
}
