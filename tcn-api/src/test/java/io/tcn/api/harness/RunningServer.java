// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import static org.awaitility.Awaitility.await;

import io.tcn.api.cli.TcnServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// A server in this process, on a free port of the loopback interface, with three people: the demo user, who is an
/// administrator, Alice, who is none, and somebody without a certificate.
public final class RunningServer implements AutoCloseable {
    private static final Map<String, String> QUICK = Map.of(
            "server.address", "127.0.0.1",
            "tcn.agent.allow-own-addresses", "true",
            "tcn.agent.cancel-grace", "2s",
            "tcn.control.interval", "1s");

    private final TcnServer server;
    private final Client demo;
    private final Client alice;
    private final Client nobody;

    private RunningServer(TcnServer server, Client demo, Client alice, Client nobody) {
        this.server = server;
        this.demo = demo;
        this.alice = alice;
        this.nobody = nobody;
    }

    /// Starts one.
    ///
    /// @param folder holds the data folder and the certificates of Alice
    /// @param settings win over the quick ones of tests
    public static RunningServer start(Path folder, Map<String, String> settings) throws IOException {
        Map<String, String> all = new HashMap<>(QUICK);
        all.putAll(settings);
        Path data = folder.resolve("data");
        TestPki.into(data);
        if (!all.containsKey("spring.datasource.url")) {
            MigratedDatabase.into(data);
        }
        TcnServer server = TcnServer.start(data, 0, all);
        return new RunningServer(
                server,
                Client.demo(server.port(), data),
                Client.of(
                        server.port(),
                        data,
                        TestCertificates.issue(data, folder, "DC=org,DC=example,OU=people,CN=Alice Tester")),
                Client.anonymous(server.port(), data));
    }

    public TcnServer server() {
        return server;
    }

    /// The demo user, an administrator.
    public Client demo() {
        return demo;
    }

    /// Somebody with a certificate, no administrator.
    public Client alice() {
        return alice;
    }

    /// Somebody without a certificate.
    public Client nobody() {
        return nobody;
    }

    /// Waits until a job is over and returns it with its files.
    public JsonNode awaitEnd(Client client, String job) {
        await().alias("job " + job + " is over")
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(50))
                .until(() ->
                        !client.get("/jobs/" + job).json().path("job_finished").isNull());
        return client.get("/jobs/" + job + "?files=file_id,file_index,file_state,reason,filesize,finish_time,dest_surl")
                .json();
    }

    @Override
    public void close() {
        demo.close();
        alice.close();
        nobody.close();
        server.close();
    }
}
