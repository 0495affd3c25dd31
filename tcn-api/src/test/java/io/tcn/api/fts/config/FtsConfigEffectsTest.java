// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.agent.storage.StorageEvent;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.policy.GlobalSettings;
import io.tcn.api.policy.Holds;
import io.tcn.api.policy.StorageElements;
import io.tcn.api.policy.VoSettings;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.Directory;
import io.tcn.api.runtime.DirectoryChange;
import io.tcn.api.runtime.HostName;
import io.tcn.api.security.BannedCallers;
import io.tcn.api.security.Grants;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.AuditEntry;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.PairLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeKey;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.state.StateSnapshot;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;

/// What the configuration does to pipes, limits, the map and transfers, at once and after a restart.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FtsConfigEffectsTest {
    private static final AuditEntry ENTRY = new AuditEntry(Instant.EPOCH, "/CN=x", "declare", "it");

    private static final UserId CMS = UserId.of("cms");
    private static final UserId ATLAS = UserId.of("atlas");

    @TempDir
    private static Path folder = Path.of("");

    private @Nullable RunningServer running;
    private @Nullable LoggedStorage source;
    private @Nullable LoggedStorage target;
    private @Nullable LoggedStorage slow;

    @BeforeAll
    void startAll() throws IOException {
        running = RunningServer.start(folder, Map.of());
        source = LoggedStorage.start(folder.resolve("from"));
        target = LoggedStorage.start(folder.resolve("to"));
        // 1 MiB takes 16 s.
        slow = LoggedStorage.start(folder.resolve("slow"), builder -> builder.connectionBps(1 << 19));
        directory().declare(DirectoryChange.put(List.of(User.of(CMS), User.of(ATLAS)), Set.of()), List.of());
    }

    @AfterAll
    void stopAll() {
        for (AutoCloseable part : new AutoCloseable[] {running, source, target, slow}) {
            close(part);
        }
    }

    private static void close(@Nullable AutoCloseable part) {
        try {
            if (part != null) {
                part.close();
            }
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    private static <T> T made(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("not started");
        }
        return part;
    }

    private Client demo() {
        return made(running).demo();
    }

    private <T> T bean(Class<T> type) {
        return made(running).server().bean(type);
    }

    private Directory directory() {
        return bean(Directory.class);
    }

    private StateSnapshot state() {
        return bean(ControlPlane.class).state().snapshot();
    }

    private static void until(String what, Callable<Boolean> condition) {
        await().alias(what)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(50))
                .until(condition);
    }

    private Answer set(String path, String body) {
        Answer answer = demo().post(path, body);
        assertThat(answer.status()).as(answer.body()).isIn(200, 201);
        return answer;
    }

    private void unset(String path) {
        assertThat(demo().delete(path).status()).isEqualTo(204);
    }

    private void drain(boolean on) {
        set("/config/drain", "{\"hostname\": \"" + bean(HostName.class).value() + "\", \"drain\": " + on + "}");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String file(URI from, URI to, String more) {
        return "{\"sources\": [\"" + from + "\"], \"destinations\": [\"" + to + "\"]" + more + "}";
    }

    private String submit(Client client, String... files) {
        return client.submit("{\"files\": [" + String.join(",", files) + "]}");
    }

    private String stateOf(Client client, String job) {
        return client.get("/jobs/" + job).text("job_state");
    }

    private String storageOf(LoggedStorage storage) {
        return StorageElements.of(Endpoint.of(storage.url("/x")));
    }

    private Pipe declare(String from, String to, UserId user) {
        PipeKey key = new PipeKey(Endpoint.parse(from), Endpoint.parse(to), user);
        Pipe pipe = new Pipe(key.toPipeId(), key.source(), key.destination(), user, new PipeLimits(1, 64));
        directory().declare(DirectoryChange.put(List.of(), List.of(pipe)), List.of(ENTRY));
        return pipe;
    }

    private Pipe effective(Pipe pipe) {
        Pipe found = state().pipes().get(pipe.id());
        return found == null ? pipe : found;
    }

    private void awaitLimits(Pipe pipe, int min, int max) {
        until(
                pipe.id() + " has " + min + " to " + max,
                () -> effective(pipe).limits().equals(new PipeLimits(min, max)));
    }

    // --- bans

    @Test
    @DisplayName("7.2 Ban with wait: nothing starts until the unban")
    void waitHolds() throws IOException {
        URI from = made(source).put("/held", 1000);
        String storage = storageOf(made(source));
        set("/ban/se", "{\"storage\": \"" + storage + "\", \"status\": \"wait\", \"allow_submit\": true}");
        String job = submit(demo(), file(from, made(target).url("/held"), ""));
        PipeId pipe = directory().pipes().stream()
                .filter(known -> known.source().equals(Endpoint.of(from)))
                .filter(known -> known.user().value().equals("demo"))
                .findFirst()
                .orElseThrow()
                .id();
        assertThat(bean(Holds.class).isHeld(pipe)).isTrue();
        // Banned again, the answer names the job that waits.
        JsonNode again = set("/ban/se", "{\"storage\": \"" + storage + "\", \"status\": \"wait\"}")
                .json();
        assertThat(again.toString()).contains(job);
        assertThat(stateOf(demo(), job)).isEqualTo("SUBMITTED");
        assertThat(made(target).has("/held")).isFalse();

        unset("/ban/se?storage=" + encoded(storage));
        assertThat(bean(Holds.class).isHeld(pipe)).isFalse();
        assertThat(made(running).awaitEnd(demo(), job).path("job_state").stringValue())
                .isEqualTo("FINISHED");
    }

    @Test
    @DisplayName("7.2 Ban with cancel: what is open is CANCELED with the reason, the answer names the jobs")
    void cancelCancels() throws IOException {
        URI from = made(source).put("/banned", 1000);
        String storage = storageOf(made(source));
        drain(true);
        String job = submit(demo(), file(from, made(target).url("/banned"), ""));
        JsonNode jobs = set("/ban/se", "{\"storage\": \"" + storage + "\"}").json();
        assertThat(jobs.toString()).contains(job);
        JsonNode ended = made(running).awaitEnd(demo(), job);
        assertThat(ended.path("job_state").stringValue()).isEqualTo("CANCELED");
        assertThat(ended.path("files").get(0).path("reason").stringValue()).isEqualTo("Storage banned");
        unset("/ban/se?storage=" + encoded(storage));
        drain(false);
    }

    @Test
    @DisplayName("4.5 DELETE of a multihop job that a ban of a later hop has ended stops the hop that runs")
    void deleteStopsTheHopOfAnEndedJob() throws IOException {
        URI middle = made(target).url("/hop");
        String later = "davs://later.example.org";
        String job = demo().submit("{\"files\": [" + file(made(slow).put("/hop", 1 << 20), middle, "") + ","
                + file(middle, URI.create(later + "/hop"), "") + "], \"params\": {\"multihop\": true}}");
        until("the first hop runs", () -> firstOf(job).equals("ACTIVE"));
        set("/ban/se", "{\"storage\": \"" + later + "\"}");
        assertThat(stateOf(demo(), job)).isEqualTo("CANCELED");
        assertThat(firstOf(job)).isEqualTo("ACTIVE");
        assertThat(demo().delete("/jobs/" + job).text("http_status")).isEqualTo("304 Not Modified");
        until("it is stopped", () -> firstOf(job).equals("CANCELED"));
        unset("/ban/se?storage=" + encoded(later));
    }

    private String firstOf(String job) {
        return demo().get("/jobs/" + job + "/files")
                .json()
                .path(0)
                .path("file_state")
                .stringValue();
    }

    @Test
    @DisplayName("7.2 Ban of a name: all its jobs are CANCELED, and it counts as banned")
    void nameBanCancels() throws IOException {
        URI from = made(source).put("/alices", 1000);
        Client alice = made(running).alice();
        String dn = alice.get("/whoami").text("user_dn");
        drain(true);
        String job = submit(alice, file(from, made(target).url("/alices"), ""));
        assertThat(set("/ban/dn", "{\"user_dn\": \"" + dn + "\"}").json().toString())
                .contains(job);
        assertThat(bean(BannedCallers.class).isBanned(dn)).isTrue();
        JsonNode ended = made(running).awaitEnd(demo(), job);
        assertThat(ended.path("job_state").stringValue()).isEqualTo("CANCELED");
        assertThat(ended.path("files").get(0).path("reason").stringValue()).isEqualTo("User banned");
        unset("/ban/dn?user_dn=" + encoded(dn));
        assertThat(bean(BannedCallers.class).isBanned(dn)).isFalse();
        drain(false);
    }

    // --- links

    @Test
    @DisplayName("7.4 Links: the most specific sets the limits of pipes, later ones too, and its end restores them")
    void linksLimitPipes() {
        Pipe pipe = declare("https://l1.example.org:8443", "https://l2.example.org", CMS);
        awaitLimits(pipe, 1, 64);
        link("any-to-l2", "*", "https://l2.example.org", 2, 20);
        awaitLimits(pipe, 2, 20);
        link("from-l1", "https://l1.example.org", "*", 3, 30);
        awaitLimits(pipe, 3, 30);
        link("l1-l2", "https://l1.example.org", "https://l2.example.org", 4, 9);
        awaitLimits(pipe, 4, 9);
        Pipe later = declare("https://l1.example.org", "https://l2.example.org", ATLAS);
        awaitLimits(later, 4, 9);
        // What was declared stays declared.
        assertThat(directory().findPipe(pipe.id()).orElseThrow().limits()).isEqualTo(new PipeLimits(1, 64));

        unset("/config/links/l1-l2");
        awaitLimits(pipe, 3, 30);
        unset("/config/links/from-l1");
        awaitLimits(pipe, 2, 20);
        unset("/config/links/any-to-l2");
        awaitLimits(pipe, 1, 64);
        awaitLimits(later, 1, 64);
    }

    private void link(String name, String from, String to, int min, int max) {
        set(
                "/config/links",
                "{\"symbolicname\": \"" + name + "\", \"source\": \"" + from + "\", \"destination\": \"" + to
                        + "\", \"min_active\": " + min + ", \"max_active\": " + max + "}");
    }

    @Test
    @DisplayName("7.4 Links: max_active is for all VOs of a pair together")
    void linksLimitPairs() {
        Pipe first = declare("https://p1.example.org", "https://p2.example.org", CMS);
        EndpointPair pair = EndpointPair.of(first);
        link("p1-p2", "https://p1.example.org", "https://p2.example.org", 2, 12);
        awaitLimits(first, 2, 12);
        assertThat(state().pairLimits()).doesNotContainKey(pair);
        declare("https://p1.example.org", "https://p2.example.org", ATLAS);
        until(
                "the pair is limited",
                () -> new PairLimit(pair, 12).equals(state().pairLimits().get(pair)));
        unset("/config/links/p1-p2");
        until("the pair is free", () -> !state().pairLimits().containsKey(pair));
    }

    @Test
    @DisplayName("7.5 POST /optimizer/current fixes a pair until 0 or a change of its link")
    void pins() {
        Pipe pipe = declare("https://f1.example.org", "https://f2.example.org", CMS);
        String ends = "\"source_se\": \"https://f1.example.org\", \"dest_se\": \"https://f2.example.org\"";
        set("/optimizer/current", "{" + ends + ", \"active\": 5}");
        awaitLimits(pipe, 5, 5);
        until(
                "5 connections are decided",
                () -> state().control().tuningOf(pipe).connections() == 5);
        set("/optimizer/current", "{" + ends + ", \"active\": 0}");
        awaitLimits(pipe, 1, 64);
        set("/optimizer/current", "{" + ends + ", \"active\": 7}");
        awaitLimits(pipe, 7, 7);
        link("f", "https://f1.example.org", "https://f2.example.org", 2, 8);
        awaitLimits(pipe, 2, 8);
        unset("/config/links/f");
        awaitLimits(pipe, 1, 64);
    }

    @Test
    @DisplayName("7.4 Shares: weights of the pair's pipes around their mean; public for who is not listed")
    void sharesWeigh() {
        Pipe cms = declare("https://s1.example.org", "https://s2.example.org", CMS);
        Pipe atlas = declare("https://s1.example.org", "https://s2.example.org", ATLAS);
        share("cms", 80);
        share("public", 20);
        until("the weight of cms is 1.6", () -> effective(cms).weight() == 1.6);
        until("the weight of atlas is 0.4", () -> effective(atlas).weight() == 0.4);
        String query = "?source=https://s1.example.org&destination=https://s2.example.org&vo=";
        unset("/config/shares" + query + "public");
        until("atlas has its own", () -> effective(atlas).weight() == 1);
        unset("/config/shares" + query + "cms");
        until("cms has its own", () -> effective(cms).weight() == 1);
    }

    private void share(String vo, int share) {
        set(
                "/config/shares",
                "{\"source\": \"https://s1.example.org\", \"destination\": \"https://s2.example.org\", \"vo\": \"" + vo
                        + "\", \"share\": " + share + "}");
    }

    // --- storages

    @Test
    @DisplayName("7.4 SE limits: every endpoint of the storage element; * for others; the lesser of two; restored")
    void storagesLimitEndpoints() {
        Endpoint one = Endpoint.parse("https://e1.example.org:8443");
        Endpoint two = Endpoint.parse("https://e2.example.org");
        declare(one.toString(), two.toString(), CMS);
        directory().declare(DirectoryChange.put(new EndpointLimit(one, 50, 5)), List.of(ENTRY));
        set(
                "/config/se",
                "{\"https://e1.example.org\": {\"se_info\": {\"inbound_max_active\": 10, \"outbound_max_active\": 20}},"
                        + " \"*\": {\"se_info\": {\"inbound_max_active\": 33}}}");
        awaitLimit(one, new EndpointLimit(one, 20, 5));
        awaitLimit(two, new EndpointLimit(two, EndpointLimit.UNLIMITED, 33));
        Endpoint three = Endpoint.parse("https://e3.example.org");
        Pipe third = declare(three.toString(), two.toString(), CMS);
        awaitLimit(three, new EndpointLimit(three, EndpointLimit.UNLIMITED, 33));
        assertThat(directory().remove(third, List.of(ENTRY))).isTrue();
        until(
                "no limit of e3, where no pipe is",
                () -> !state().endpointLimits().containsKey(three));
        awaitLimit(two, new EndpointLimit(two, EndpointLimit.UNLIMITED, 33));
        unset("/config/se?se=https://e1.example.org");
        unset("/config/se?se=*");
        awaitLimit(one, new EndpointLimit(one, 50, 5));
        until("no limit of e2", () -> !state().endpointLimits().containsKey(two));
        directory().removeEndpointLimit(one, ENTRY);
        until("no limit of e1", () -> !state().endpointLimits().containsKey(one));
    }

    private void awaitLimit(Endpoint endpoint, EndpointLimit limit) {
        until("limit " + limit, () -> limit.equals(state().endpointLimits().get(endpoint)));
    }

    @Test
    @DisplayName("7.4 SE throughputs: capacities of the storage's sides in the network map")
    void storagesCapTheMap() {
        Pipe pipe = declare("https://t1.example.org:8443", "https://t2.example.org", CMS);
        set(
                "/config/se",
                "{\"https://t1.example.org\": {\"se_info\": {\"outbound_max_throughput\": 10}},"
                        + " \"https://t2.example.org\": {\"se_info\": {\"inbound_max_throughput\": 20}}}");
        ResourceId read = ResourceId.of("read:https://t1.example.org");
        ResourceId write = ResourceId.of("write:https://t2.example.org");
        until(
                "the map has both",
                () -> capacity(read) == 10 * 8.0 * 1024 * 1024 && capacity(write) == 20 * 8.0 * 1024 * 1024);
        assertThat(state().map().pipeResources().get(pipe.id()))
                .containsExactly(read, ResourceId.of("read:https://t1.example.org:8443"), write);
        unset("/config/se?se=https://t1.example.org");
        unset("/config/se?se=https://t2.example.org");
        until("the map has none", () -> capacity(read) < 0 && capacity(write) < 0);
    }

    private double capacity(ResourceId id) {
        Resource resource = state().map().resources().get(id);
        return resource == null ? -1 : resource.knownCapacityBps().orElse(-1);
    }

    // --- dispatch

    @Test
    @DisplayName("7.4 Drain: nothing starts, and it goes on afterwards")
    void drainPauses() throws IOException {
        URI from = made(source).put("/drained", 1000);
        drain(true);
        String job = submit(demo(), file(from, made(target).url("/drained"), ""));
        // The next one is decided on a later event than the submission.
        until("two intervals have passed", new Callable<>() {
            private final long first = state().control().interval();

            @Override
            public Boolean call() {
                return state().control().interval() >= first + 2;
            }
        });
        assertThat(stateOf(demo(), job)).isEqualTo("SUBMITTED");
        drain(false);
        assertThat(made(running).awaitEnd(demo(), job).path("job_state").stringValue())
                .isEqualTo("FINISHED");
    }

    @Test
    @DisplayName("7.4 Activity shares: a late activity does not wait for the whole queue of another")
    void activitiesShare() throws IOException {
        String vo = demo().get("/whoami").json().path("vos").get(0).stringValue();
        set(
                "/config/activity_shares",
                "{\"vo\": \"" + vo + "\", \"share\": {\"bulk\": 1, \"user\": 1}, \"active\": true}");
        set("/optimizer/current", pin(storageOf(made(source)), storageOf(made(target)), 1));
        drain(true);
        List<String> files = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            String activity = i < 7 ? "bulk" : "user";
            String path = "/" + activity + i;
            files.add(
                    file(made(source).put(path, 1000), made(target).url(path), ", \"activity\": \"" + activity + "\""));
        }
        String job = submit(demo(), files.toArray(String[]::new));
        drain(false);
        assertThat(made(running).awaitEnd(demo(), job).path("job_state").stringValue())
                .isEqualTo("FINISHED");
        List<String> written = made(target).events().stream()
                .filter(event -> event.kind() == StorageEvent.Kind.WRITING)
                .map(StorageEvent::path)
                .filter(path -> path.startsWith("/bulk") || path.startsWith("/user"))
                .toList();
        // One after the other in turns: the three of the second activity are among the first seven.
        assertThat(written.subList(0, 7).stream().filter(path -> path.startsWith("/user")))
                .as(written.toString())
                .hasSize(3);
        unset("/config/activity_shares/" + vo);
        set("/optimizer/current", pin(storageOf(made(source)), storageOf(made(target)), 0));
    }

    private static String pin(String from, String to, int active) {
        return "{\"source_se\": \"" + from + "\", \"dest_se\": \"" + to + "\", \"active\": " + active + "}";
    }

    @Test
    @DisplayName("7.6 Force start: a queued file runs beyond n; 7.3 and /snapshot and 7.5 show what runs")
    void forceStarts() throws IOException {
        made(slow).put("/force1", 1 << 20);
        made(slow).put("/force2", 1 << 20);
        set("/optimizer/current", pin(storageOf(made(slow)), storageOf(made(target)), 1));
        String job = submit(
                demo(),
                file(made(slow).url("/force1"), made(target).url("/force1"), ""),
                file(made(slow).url("/force2"), made(target).url("/force2"), ""));
        until("one runs", () -> demo().get("/status/hosts").body().contains("active"));
        JsonNode files = demo().get("/jobs/" + job + "/files").json();
        long second = files.get(1).path("file_id").longValue();
        assertThat(files.get(1).path("file_state").stringValue()).isEqualTo("SUBMITTED");
        assertThat(set("/admin/force-start", "[" + second + "]").json()).isEmpty();
        until(
                "two run",
                () -> demo().get("/status/hosts")
                                .json()
                                .path(bean(HostName.class).value())
                                .path("active")
                                .intValue()
                        == 2);
        JsonNode snapshot =
                demo().get("/snapshot?source_se=" + storageOf(made(slow))).json();
        assertThat(snapshot.toString()).contains("\"active\":2");
        until(
                "the optimizer has seen it",
                () -> demo().get("/optimizer/evolution").body().contains(storageOf(made(slow))));
        assertThat(set("/admin/force-start", "[" + second + "]")
                        .json()
                        .get(0)
                        .path("error")
                        .stringValue())
                .contains("ACTIVE");
        assertThat(made(running).awaitEnd(demo(), job).path("job_state").stringValue())
                .isEqualTo("FINISHED");
        set("/optimizer/current", pin(storageOf(made(slow)), storageOf(made(target)), 0));
    }

    // --- settings

    @Test
    @DisplayName("7.4 Global settings of a VO, else those of all, else the defaults; rights of names")
    void settings() {
        GlobalSettings settings = bean(GlobalSettings.class);
        assertThat(settings.of(CMS)).isEqualTo(new VoSettings(0, null, null, null, false, false));
        set("/config/global", "{\"retry\": 2, \"max_time_queue\": 48}");
        set("/config/global", "{\"vo_name\": \"cms\", \"retry\": 5, \"sec_per_mb\": 3}");
        assertThat(settings.of(CMS)).isEqualTo(new VoSettings(5, 48, null, 3, false, false));
        assertThat(settings.of(ATLAS).retry()).isEqualTo(2);
        set("/config/global", "{\"retry\": null, \"max_time_queue\": null}");
        unset("/config/global?vo_name=cms");
        assertThat(settings.of(CMS).retry()).isZero();

        set("/config/authorize", "{\"dn\": \"/CN=Op\", \"operation\": \"config\"}");
        assertThat(bean(Grants.class).of("/CN=Op")).containsExactly(Operation.CONFIG);
        unset("/config/authorize?dn=/CN=Op");
        assertThat(bean(Grants.class).of("/CN=Op")).isEmpty();
    }

    @Test
    @DisplayName("7.4 sec_per_mb: more time for each MiB of a known size, unless the job says its timeout")
    void timeBySize() {
        String vo = demo().get("/whoami").json().path("vos").get(0).stringValue();
        drain(true);
        set("/config/global", "{\"vo_name\": \"" + vo + "\", \"sec_per_mb\": 3}");
        URI from = made(source).url("/by-size");
        URI to = made(target).url("/by-size");
        String ten = ", \"filesize\": " + (10 << 20);
        assertThat(timeouts(
                        submit(demo(), file(from, to, ten), file(from, to, ", \"filesize\": 1"), file(from, to, ""))))
                .containsExactly(630_000L, 601_000L, null);
        set("/config/global", "{\"vo_name\": \"" + vo + "\", \"global_timeout\": 100}");
        assertThat(timeouts(submit(demo(), file(from, to, ten), file(from, to, ""))))
                .containsExactly(130_000L, 100_000L);
        assertThat(timeouts(demo().submit("{\"files\": [" + file(from, to, ten) + "], \"params\": {\"timeout\": 7}}")))
                .containsExactly(7_000L);
        Answer added = demo().post(
                        "/tcn/v1/transfers",
                        "{\"transfers\": [{\"source\": \"" + from + "\", \"destination\": \"" + to
                                + "\", \"sizeBytes\": " + (10 << 20) + "}]}");
        assertThat(bean(JdbcTemplate.class)
                        .queryForObject(
                                "select timeout_ms from transfer where id = ?",
                                Long.class,
                                added.json().at("/transfers/0/id").longValue()))
                .as(added.body())
                .isEqualTo(130_000L);
        unset("/config/global?vo_name=" + vo);
        drain(false);
    }

    private List<Long> timeouts(String job) {
        List<Long> timeouts = bean(JdbcTemplate.class)
                .queryForList("select timeout_ms from transfer where job_id = ? order by id", Long.class, job);
        demo().delete("/jobs/" + job);
        return timeouts;
    }

    @Test
    @DisplayName("7 Everything is in force again after a restart")
    void restart(@TempDir Path own) throws IOException {
        Endpoint from = Endpoint.parse("https://r1.example.org");
        Endpoint to = Endpoint.parse("https://r2.example.org");
        PipeKey key = new PipeKey(from, to, CMS);
        try (RunningServer first = RunningServer.start(own, Map.of())) {
            Client client = first.demo();
            String vo = client.get("/whoami").json().path("vos").get(0).stringValue();
            Pipe ofCms = new Pipe(key.toPipeId(), from, to, CMS, new PipeLimits(1, 64));
            Pipe mine = new Pipe(PipeId.of("mine"), from, to, UserId.of(vo), new PipeLimits(1, 64));
            first.server()
                    .bean(Directory.class)
                    .declare(DirectoryChange.put(List.of(User.of(CMS)), List.of(ofCms, mine)), List.of(ENTRY, ENTRY));
            post(client, "/ban/se", "{\"storage\": \"https://r1.example.org\", \"status\": \"wait\"}");
            post(client, "/ban/dn", "{\"user_dn\": \"/CN=Mallory\"}");
            post(
                    client,
                    "/config/links",
                    "{\"symbolicname\": \"r\", \"source\": \"https://r1.example.org\", \"min_active\": 3,"
                            + " \"max_active\": 4}");
            post(
                    client,
                    "/config/se",
                    "{\"*\": {\"se_info\": {\"inbound_max_active\": 9}, \"operations\": {\"cms\": {\"staging\": 2}}}}");
            post(client, "/config/activity_shares", "{\"vo\": \"cms\", \"share\": {\"a\": 2}}");
            post(client, "/config/authorize", "{\"dn\": \"/CN=Op\", \"operation\": \"config\"}");
            post(client, "/config/global", "{\"vo_name\": \"cms\", \"retry\": 7}");
            post(
                    client,
                    "/config/shares",
                    "{\"source\": \"*\", \"destination\": \"*\", \"vo\": \"cms\", \"share\": 3}");
            post(
                    client,
                    "/config/drain",
                    "{\"hostname\": \"" + first.server().bean(HostName.class).value() + "\", \"drain\": true}");
        }
        try (RunningServer second = RunningServer.start(own, Map.of())) {
            assertThat(second.server().bean(Holds.class).isHeld(PipeId.of("mine")))
                    .isTrue();
            assertThat(second.server().bean(Holds.class).isHeld(key.toPipeId())).isFalse();
            assertThat(second.server().bean(BannedCallers.class).isBanned("/CN=Mallory"))
                    .isTrue();
            assertThat(second.server().bean(GlobalSettings.class).of(CMS).retry())
                    .isEqualTo(7);
            ControlPlane plane = second.server().bean(ControlPlane.class);
            until("limits are back", () -> {
                StateSnapshot snapshot = plane.state().snapshot();
                Pipe pipe = snapshot.pipes().get(key.toPipeId());
                return pipe != null
                        && pipe.limits().equals(new PipeLimits(3, 4))
                        && snapshot.pairLimits().containsKey(new EndpointPair(from, to))
                        && new EndpointLimit(to, EndpointLimit.UNLIMITED, 9)
                                .equals(snapshot.endpointLimits().get(to));
            });
            Client client = second.demo();
            assertThat(client.get("/config").json().get(0).path("drain").booleanValue())
                    .isTrue();
            assertThat(client.get("/config/se")
                            .json()
                            .path("*")
                            .path("operations")
                            .path("cms")
                            .path("staging")
                            .intValue())
                    .isEqualTo(2);
            assertThat(client.get("/config/activity_shares/cms")
                            .json()
                            .path("share")
                            .path("a")
                            .doubleValue())
                    .isEqualTo(2);
            assertThat(client.get("/config/authorize").json()).hasSize(1);
            assertThat(client.get("/config/shares").json().get(0).path("share").intValue())
                    .isEqualTo(3);
            assertThat(client.get("/config/audit").json()).hasSize(12);
        }
    }

    private static void post(Client client, String path, String body) {
        Answer answer = client.post(path, body);
        assertThat(answer.status()).as(path + " " + answer.body()).isIn(200, 201);
    }
}
