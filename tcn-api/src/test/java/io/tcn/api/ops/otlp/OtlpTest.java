// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.google.protobuf.ByteString;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.HeaderStorage;
import io.tcn.api.harness.HeaderStorage.Seen;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestCollector;
import io.tcn.api.harness.TestPorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;

/// A running server with a running collector and storages that remember what they were sent.
@Tag("it")
class OtlpTest {
    private static final String CALLERS_TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SECRET = "query-with-a-secret";

    @TempDir
    Path folder;

    private HeaderStorage from;
    private HeaderStorage to;
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger root = (Logger) LoggerFactory.getLogger("io.tcn");

    @BeforeEach
    void start() throws IOException {
        from = HeaderStorage.start();
        to = HeaderStorage.start();
        lines.list = new CopyOnWriteArrayList<>();
        lines.start();
    }

    @AfterEach
    void stop() {
        root.detachAppender(lines);
        from.close();
        to.close();
    }

    private RunningServer server(Map<String, String> settings) throws IOException {
        var all = new java.util.HashMap<>(Map.of("tcn.agent.third-party-copy", "off"));
        all.putAll(settings);
        RunningServer server = RunningServer.start(folder, all);
        // The start of a server sets the log up anew.
        root.addAppender(lines);
        return server;
    }

    private static String submit(RunningServer server, URI source, URI destination, String more) {
        Answer answer = server.demo()
                .send(server.demo()
                        .request("/jobs")
                        .header("Content-Type", "application/json")
                        .header("traceparent", "00-" + CALLERS_TRACE + "-00f067aa0ba902b7-01")
                        .POST(BodyPublishers.ofString("{\"files\": [{\"sources\": [\"" + source
                                + "\"], \"destinations\": [\"" + destination + "\"]}]" + more + "}")));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.text("job_id");
    }

    private static String hex(ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    private static List<Span> named(TestCollector collector, String trace, String name) {
        return collector.spans().stream()
                .filter(span ->
                        span.getName().equals(name) && hex(span.getTraceId()).equals(trace))
                .toList();
    }

    private static Set<String> parents(HeaderStorage storage, String path) {
        List<Seen> seen = storage.seen(path);
        assertThat(seen).isNotEmpty();
        return seen.stream()
                .map(each -> String.valueOf(each.headers().getFirst("traceparent")))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void oneTraceFromTheSubmissionThroughTheAttemptToTheStorages() throws IOException {
        try (TestCollector collector = TestCollector.start();
                RunningServer server =
                        server(Map.of("tcn.otlp.collector", collector.url(), "tcn.agent.third-party-copy", "prefer"))) {
            String job = submit(server, URI.create(from.put("/f", 1000) + "?authz=" + SECRET), to.url("/g"), "");
            assertThat(server.awaitEnd(server.demo(), job).path("job_state").stringValue())
                    .isEqualTo("FINISHED");
            String trace = job.replace("-", "");
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> !named(collector, trace, "attempt").isEmpty());

            Span submission = named(collector, trace, "submission").getFirst();
            Span attempt = named(collector, trace, "attempt").getFirst();
            Span look = named(collector, trace, "look").getFirst();
            Span copy = named(collector, trace, "copy").getFirst();
            assertThat(submission.getParentSpanId()).isEqualTo(ByteString.EMPTY);
            assertThat(submission.getLinksList())
                    .singleElement()
                    .satisfies(link -> assertThat(hex(link.getTraceId())).isEqualTo(CALLERS_TRACE));
            assertThat(attempt.getParentSpanId()).isEqualTo(submission.getSpanId());
            assertThat(List.of(look.getParentSpanId(), copy.getParentSpanId())).containsOnly(attempt.getSpanId());
            assertThat(attempt.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_UNSET);
            assertThat(attempt.getStartTimeUnixNano())
                    .isBetween(submission.getStartTimeUnixNano(), attempt.getEndTimeUnixNano());
            assertThat(parents(from, "/f"))
                    .isSubsetOf(
                            "00-" + trace + "-" + hex(look.getSpanId()) + "-01",
                            "00-" + trace + "-" + hex(copy.getSpanId()) + "-01")
                    .hasSize(2);
            assertThat(parents(to, "/g"))
                    .containsExactlyInAnyOrder(
                            "00-" + trace + "-" + hex(look.getSpanId()) + "-01",
                            "00-" + trace + "-" + hex(copy.getSpanId()) + "-01");
            assertThat(lines.list)
                    .filteredOn(line -> line.getFormattedMessage().contains("does not work, trying another way"))
                    .isNotEmpty()
                    .allSatisfy(line ->
                            assertThat(line.getMDCPropertyMap()).containsEntry("trace", "trace=" + trace + " "));
            assertThat(collector.spans().toString()).doesNotContain(SECRET, "Demo");
            assertThat(collector.services()).anyMatch(service -> service.contains("tcn"));
        }
    }

    @Test
    void eachAttemptIsInTheTraceAndLinesOfItsFailureNameIt() throws IOException {
        try (TestCollector collector = TestCollector.start();
                RunningServer server = server(Map.of("tcn.otlp.collector", collector.url() + "/"))) {
            String job = submit(
                    server,
                    URI.create("http://localhost:1/f?authz=" + SECRET),
                    to.url("/none"),
                    ", \"params\": {\"retry\": 1, \"retry_delay\": 1}");
            long file =
                    server.awaitEnd(server.demo(), job).at("/files/0/file_id").longValue();
            String trace = job.replace("-", "");
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> named(collector, trace, "attempt").size() == 2);

            assertThat(named(collector, trace, "attempt")).allSatisfy(attempt -> {
                assertThat(attempt.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
                assertThat(attempt.getStatus().getMessage()).isNotEmpty().doesNotContain(SECRET);
                assertThat(attempt.getAttributesList().toString()).contains("error.type", "SOURCE_UNAVAILABLE");
            });
            assertThat(named(collector, trace, "copy")).isEmpty();
            assertThat(lines.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .anyMatch(line -> line.startsWith("transfer " + file + " is FAILED")
                            && line.endsWith("(trace " + trace + ")"));
            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(
                                    server.demo().get("/ui/transfer?id=" + file).body())
                            .contains("(trace " + trace + ")"));
        }
    }

    @Test
    void metricsAreSentAgainAndAgain() throws IOException {
        try (TestCollector collector = TestCollector.start();
                RunningServer server =
                        server(Map.of("tcn.otlp.collector", collector.url(), "tcn.otlp.interval", "1s"))) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> collector.metrics().stream()
                                    .filter(metric -> metric.getName().equals("tcn.database.up"))
                                    .count()
                            >= 3);
            Set<String> scraped = server.demo()
                    .get("/tcn/v1/metrics")
                    .body()
                    .lines()
                    .filter(line -> line.startsWith("# TYPE "))
                    .map(line -> line.split(" ")[2].replaceAll("_total$", ""))
                    .collect(Collectors.toCollection(TreeSet::new));
            // Those with names of users are for Prometheus only; of what Micrometer counts each registry makes its own
            // unit, so those of the process are named otherwise.
            scraped.removeIf(name -> name.matches("(tcn_(user|storage|pipe|control)|jvm|process|system)_.*"));
            scraped.remove("tcn_http_requests_seconds");
            // Some are new since the last time that they were sent.
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                Set<String> names = names(collector);
                assertThat(names)
                        .contains("tcn.throughput.bps", "tcn.transfers.running", "tcn.loop.failing", "tcn.leftovers");
                assertThat(names.stream().map(name -> name.replace('.', '_').replaceAll("_total$", "")))
                        .containsAll(scraped);
                assertThat(names).contains("jvm.memory.used");
            });
        }
    }

    private static Set<String> names(TestCollector collector) {
        return collector.metrics().stream().map(Metric::getName).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void aCollectorThatIsAwayCostsALineAndNothingElse() throws IOException {
        int port = TestPorts.one();
        try (RunningServer server =
                server(Map.of("tcn.otlp.collector", "http://localhost:" + port, "tcn.otlp.interval", "1s"))) {
            String job = submit(server, from.put("/f", 1000), to.url("/g"), "");
            assertThat(server.awaitEnd(server.demo(), job).path("job_state").stringValue())
                    .isEqualTo("FINISHED");
            String second = submit(server, from.put("/f2", 1000), to.url("/g2"), "");
            assertThat(server.awaitEnd(server.demo(), second).path("job_state").stringValue())
                    .isEqualTo("FINISHED");
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> told("does not take").size() >= 2);
            try (TestCollector back = TestCollector.startAt(port)) {
                String third = submit(server, from.put("/f3", 1000), to.url("/g3"), "");
                await().atMost(Duration.ofSeconds(30)).until(() -> told("again").size() >= 2);
                assertThat(named(back, third.replace("-", ""), "submission")).isNotEmpty();
            }
            assertThat(told("does not take"))
                    .hasSize(2)
                    .anyMatch(line -> line.contains("traces"))
                    .anyMatch(line -> line.contains("metrics"));
        }
        assertThat(lines.list)
                .filteredOn(line -> line.getLevel().isGreaterOrEqual(Level.ERROR))
                .isEmpty();
    }

    private List<String> told(String words) {
        return List.copyOf(lines.list).stream()
                .filter(line -> line.getLoggerName().equals(ToldOnce.class.getName()))
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains(words))
                .toList();
    }

    @Test
    void withoutACollectorThereIsNothingOfIt() throws IOException {
        try (RunningServer server = server(Map.of("tcn.otlp.collector", ""))) {
            String job = submit(server, from.put("/f", 1000), to.url("/g"), "");
            assertThat(server.awaitEnd(server.demo(), job).path("job_state").stringValue())
                    .isEqualTo("FINISHED");

            assertThat(parents(from, "/f")).containsExactly("null");
            assertThat(parents(to, "/g")).containsExactly("null");
            org.assertj.core.api.Assertions.assertThatThrownBy(
                            () -> server.server().bean(OtlpTraces.class))
                    .isInstanceOf(NoSuchBeanDefinitionException.class);
            // those of the server before may be ending still
            await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.contains("BatchSpan") || name.contains("otlp")));
        }
    }
}
