// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import static org.awaitility.Awaitility.await;

import com.sun.management.OperatingSystemMXBean;
import io.tcn.agent.storage.WebDavStorage;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestPostgres;
import io.tcn.api.runtime.ControlBoard;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/// How long the pages take on a server that has as much as a large site: each page, each table of it as CSV and JSON,
/// the lists of `/tcn/v1` and a scrape. The server works meanwhile: its control loop decides on all pipes that have
/// work, and transfers run at a storage. No test of the build: run by `tools/page-costs`, which says how much.
@Tag("it")
class PageCosts {
    private static final int TIMES = 5;
    private static final int AIM_MILLIS = 300;
    private static final int SCRAPE_MILLIS = 200;
    private static final String ALICE = "/DC=org/DC=example/OU=people/CN=Alice Tester";
    private static final Pattern FILE = Pattern.compile("href=\"(/ui[^\"]*as=(?:csv|json)[^\"]*)\"");
    private static final String PIPE = "p000005";
    /// Server, client and storage are in this process: what else it did meanwhile is in its time too.
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    @TempDir
    private Path folder = Path.of("");

    private final int pipes = Integer.getInteger("costs.pipes", 500);
    private final long transfers = Long.getLong("costs.transfers", 10_000L);
    private final boolean onPostgres = "postgresql".equals(System.getProperty("costs.database", "h2"));
    private final Path report = Path.of(System.getProperty("costs.report", "target/page-costs.txt"));
    private final List<String> over = new ArrayList<>();

    @Test
    void tell() throws Exception {
        Path files = Files.createDirectories(folder.resolve("storage"));
        Files.write(files.resolve("f"), new byte[20_000]);
        // All of 127/8 is this machine: one storage for all endpoints, at which a file takes some seconds.
        try (WebDavStorage storage = WebDavStorage.builder(files)
                .address(InetAddress.getByName("0.0.0.0"))
                .connectionBps(20_000)
                .start(0)) {
            Map<String, String> settings = settings();
            try (RunningServer first = RunningServer.start(folder, settings)) {
                long began = System.nanoTime();
                new FullSize(jdbc(first), onPostgres, storage.port(), pipes, transfers, Instant.now()).fill(ALICE);
                say(String.format(Locale.ROOT, "filled in %d s", seconds(began)));
            }
            long began = System.nanoTime();
            try (RunningServer server = RunningServer.start(folder, settings)) {
                say(String.format(Locale.ROOT, "started in %d s", seconds(began)));
                await().atMost(Duration.ofMinutes(10))
                        .until(() -> server.server().bean(ControlBoard.class).last().stream()
                                .anyMatch(last -> last.observation().interval() > 1
                                        && last.observation().pipes().size() >= pipes / 3));
                say(String.format(Locale.ROOT, "second decision after %d s", seconds(began)));
                ask(server);
            }
        }
    }

    private Map<String, String> settings() throws SQLException {
        Map<String, String> settings = new HashMap<>(Map.of(
                "tcn.control.interval", "10s",
                "tcn.control.max-connections", "100",
                "tcn.retention.keep-finished", "30d"));
        if (onPostgres) {
            settings.put("spring.datasource.url", TestPostgres.freshSchema("page_costs"));
        }
        return settings;
    }

    private static JdbcTemplate jdbc(RunningServer server) {
        return server.server().bean(JdbcTemplate.class);
    }

    private static long seconds(long sinceNanos) {
        return Duration.ofNanos(System.nanoTime() - sinceNanos).toSeconds();
    }

    // ---- what is asked ----

    private void ask(RunningServer server) throws IOException, InterruptedException {
        say(String.format(
                Locale.ROOT,
                "%s, %,d pipes, %,d transfers, %d users, %d groups, %d processors",
                onPostgres ? "PostgreSQL" : "H2",
                pipes,
                transfers,
                FullSize.USERS,
                FullSize.GROUPS,
                Runtime.getRuntime().availableProcessors()));
        if (!onPostgres) {
            jdbc(server).execute("set query_statistics true");
        }
        say("| as | asked | first, ms | median, ms | worst, ms | least processor time, ms | kB |");
        say("|---|---|---|---|---|---|---|");
        List<String> pages = pages(server.demo());
        for (String page : pages) {
            time("operator", server.demo(), page, AIM_MILLIS);
        }
        Set<String> files = new TreeSet<>();
        for (String page : pages) {
            Matcher found = FILE.matcher(server.demo().get(page).body());
            while (found.find()) {
                files.add(found.group(1).replace("&amp;", "&"));
            }
        }
        for (String file : files) {
            time("operator", server.demo(), file, AIM_MILLIS);
        }
        for (String list : lists()) {
            time("operator", server.demo(), list, AIM_MILLIS);
        }
        for (String page : List.of(
                "/ui", "/ui/pipes", "/ui/jobs", "/ui/jobs?when=week", "/ui/transfers?state=QUEUED", "/ui/groups")) {
            time("user", server.alice(), page, AIM_MILLIS);
        }
        String scrape = time("operator", server.demo(), "/tcn/v1/metrics", SCRAPE_MILLIS);
        Files.writeString(report.resolveSibling(report.getFileName() + ".metrics"), scrape);
        say(String.format(
                Locale.ROOT,
                "series of a scrape: %d",
                scrape.lines().filter(line -> !line.startsWith("#")).count()));
        slowestQueries(server);
        System.gc();
        Runtime memory = Runtime.getRuntime();
        say(String.format(
                Locale.ROOT, "heap in use: %,d MB", (memory.totalMemory() - memory.freeMemory()) / 1_000_000));
        say(String.format(Locale.ROOT, "over the aim: %s", over.isEmpty() ? "none" : String.join(", ", over)));
        look(server);
    }

    /// Has `tools/page-check` look at every page of this server with a browser, if a Python is named that can.
    private void look(RunningServer server) throws IOException, InterruptedException {
        String python = System.getProperty("costs.browser", "");
        if (python.isEmpty()) {
            return;
        }
        Path pki = folder.resolve("data").resolve("pki");
        Process check = new ProcessBuilder(
                        python,
                        "../tools/page-check",
                        "--url",
                        "https://localhost:" + server.server().port(),
                        "--cert",
                        pki.resolve("demo-user.pem").toString(),
                        "--key",
                        pki.resolve("demo-user.key").toString())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader said = check.inputReader()) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                say(line);
            }
        }
        say("page-check ended with " + check.waitFor());
    }

    private List<String> pages(Client demo) {
        String job = demo.get("/tcn/v1/jobs?limit=1").json().at("/0/id").stringValue();
        String resource = demo.get("/ui/map?as=json&table=resources")
                .json()
                .at("/0/resource")
                .stringValue();
        String group = demo.get("/tcn/v1/groups").json().at("/groups/0/id").asString();
        return List.of(
                "/ui",
                "/ui/map",
                "/ui/resource?id=" + java.net.URLEncoder.encode(resource, java.nio.charset.StandardCharsets.UTF_8),
                "/ui/pipes",
                "/ui/pipes?pipes.sort=-throughput&pipes.q=p0001",
                "/ui/pipes?pipes.sort=reason",
                "/ui/pipes?endpoint=http://127.10.7.1",
                "/ui/pipe?id=" + PIPE,
                "/ui/history?pipe=" + PIPE,
                "/ui/plot?what=throughput",
                "/ui/plot?what=connections&pipe=" + PIPE,
                "/ui/users",
                "/ui/user?id=u03",
                "/ui/jobs",
                "/ui/jobs?when=day",
                "/ui/jobs?when=week",
                "/ui/jobs?when=week&user=u03",
                "/ui/jobs?when=week&user=demo",
                "/ui/job?id=" + job,
                "/ui/transfers",
                "/ui/transfers?state=QUEUED",
                "/ui/transfers?state=FAILED",
                "/ui/transfers?state=FINISHED&user=u03",
                "/ui/transfers?state=WAITING&pipe=" + PIPE,
                "/ui/transfer?id=17",
                "/ui/transfer?id=" + (transfers - 1),
                "/ui/groups",
                "/ui/group?id=" + group,
                "/ui/failures",
                "/ui/ban?storage=http://127.10.7.1",
                "/ui/drain?on=yes",
                "/ui/server",
                "/ui/cluster",
                "/ui/settings",
                "/ui/audit");
    }

    private List<String> lists() {
        return List.of(
                "/tcn/v1/pipes",
                "/tcn/v1/pipes?limit=1000",
                "/tcn/v1/pipes/" + PIPE + "?include=why",
                "/tcn/v1/users",
                "/tcn/v1/users/u03",
                "/tcn/v1/jobs?limit=1000",
                "/tcn/v1/jobs?state=SUBMITTED&limit=1000",
                "/tcn/v1/jobs?user=u03&limit=1000",
                "/tcn/v1/transfers?limit=1000",
                "/tcn/v1/transfers?state=QUEUED&limit=1000",
                "/tcn/v1/transfers?user=u03&limit=1000",
                "/tcn/v1/transfers?state=WAITING&limit=1000",
                "/tcn/v1/groups",
                "/tcn/v1/resources",
                "/tcn/v1/endpoints",
                "/tcn/v1/control",
                "/tcn/v1/history",
                "/tcn/v1/history?pipe=" + PIPE + "&format=csv&limit=10000",
                "/tcn/v1/audit",
                "/tcn/v1/bans",
                "/tcn/v1/cluster");
    }

    private String time(String who, Client client, String path, int aimMillis) throws IOException {
        double[] millis = new double[TIMES + 1];
        double leastCpu = Double.POSITIVE_INFINITY;
        Answer last = client.get("/ui/assets/none/none");
        for (int i = 0; i <= TIMES; i++) {
            long cpuBefore = PROCESS.getProcessCpuTime();
            long began = System.nanoTime();
            last = client.get(path);
            millis[i] = (System.nanoTime() - began) / 1e6;
            leastCpu = Math.min(leastCpu, (PROCESS.getProcessCpuTime() - cpuBefore) / 1e6);
            if (last.status() != 200) {
                say(String.format(Locale.ROOT, "| %s | `%s` | answered %d | | | | |", who, path, last.status()));
                return last.body();
            }
        }
        double first = millis[0];
        double[] others = Arrays.copyOfRange(millis, 1, millis.length);
        Arrays.sort(others);
        double median = others[TIMES / 2];
        if (median > aimMillis) {
            over.add(path);
        }
        say(String.format(
                Locale.ROOT,
                "| %s | `%s` | %.0f | %.0f | %.0f | %.0f | %,d |",
                who,
                path.replace("|", "%7C"),
                first,
                median,
                others[TIMES - 1],
                leastCpu,
                last.body().length() / 1000));
        return last.body();
    }

    /// H2 counts what it is asked; of PostgreSQL its own log tells.
    private void slowestQueries(RunningServer server) throws IOException {
        if (onPostgres) {
            return;
        }
        say("slowest statements, mean ms, worst ms, how often:");
        List<String> lines = jdbc(server)
                .query(
                        "select average_execution_time as mean, max_execution_time as worst, execution_count as n,"
                                + " sql_statement as sql from information_schema.query_statistics"
                                + " order by max_execution_time desc limit 12",
                        (row, number) -> String.format(
                                Locale.ROOT,
                                "%8.1f %8.1f %6d  %s",
                                row.getDouble("mean"),
                                row.getDouble("worst"),
                                row.getLong("n"),
                                String.valueOf(row.getString("sql"))
                                        .replaceAll("\\s+", " ")
                                        .replaceAll("\\?(, \\?)+", "?, ...")
                                        .replaceAll("select .{80,} from", "select ... from")));
        for (String line : lines) {
            say(line);
        }
    }

    private void say(String line) throws IOException {
        System.out.println(line);
        Files.writeString(report, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
