// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.AgentClock;
import io.tcn.agent.storage.StorageEvent.Kind;
import io.tcn.agent.transfer.AgentDataPlane;
import io.tcn.agent.transfer.AgentSettings;
import io.tcn.agent.transfer.Orders;
import io.tcn.agent.transfer.RecordingListener;
import io.tcn.agent.transfer.RecordingListener.Failed;
import io.tcn.agent.transfer.RecordingListener.Prepared;
import io.tcn.agent.transfer.StorageRules;
import io.tcn.agent.transfer.TpcPolicy;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.port.Attempt;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WebDavStorageTest {
    private final Path folder;
    private final List<StorageEvent> events = new CopyOnWriteArrayList<>();
    private final HttpClient client;
    private final WebDavStorage storage;

    WebDavStorageTest(@TempDir Path folder) throws IOException {
        this.folder = folder;
        this.storage = WebDavStorage.builder(folder).events(events::add).start(0);
        this.client = HttpClient.newHttpClient();
    }

    @AfterEach
    void closeAll() {
        storage.close();
        client.close();
    }

    @Test
    void aFileCanBePutReadInPartAndRemoved() throws Exception {
        assertThat(ask("PUT", "/a/f", "hello", "If-None-Match", "*").statusCode())
                .isEqualTo(201);
        assertThat(ask("GET", "/a/f", "").body()).isEqualTo("hello");
        HttpResponse<String> part = ask("GET", "/a/f", "", "Range", "bytes=1-3");
        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(part.body()).isEqualTo("ell");
        assertThat(ask("PUT", "/a/f", "again", "If-None-Match", "*").statusCode())
                .isEqualTo(412);
        assertThat(ask("DELETE", "/a/f", "").statusCode()).isEqualTo(204);
        assertThat(ask("DELETE", "/a/f", "").statusCode()).isEqualTo(404);
        assertThat(events).extracting(StorageEvent::kind).containsExactly(Kind.WRITING, Kind.WRITTEN, Kind.REMOVED);
    }

    @Test
    void aDigestFollowsTheFile() throws Exception {
        ask("PUT", "/f", "Wikipedia");
        assertThat(ask("HEAD", "/f", "", "Want-Digest", "adler32").headers().firstValue("Digest"))
                .contains("adler32=11e60398");
        ask("PUT", "/f", "");
        assertThat(ask("HEAD", "/f", "", "Want-Digest", "adler32").headers().firstValue("Digest"))
                .contains("adler32=00000001");
    }

    @Test
    void foldersAreMadeAndListed() throws Exception {
        assertThat(ask("MKCOL", "/a/b", "").statusCode()).isEqualTo(409);
        assertThat(ask("MKCOL", "/a/", "").statusCode()).isEqualTo(201);
        assertThat(ask("MKCOL", "/a/", "").statusCode()).isEqualTo(405);
        ask("PUT", "/a/f", "12345");
        HttpResponse<String> listing = ask("PROPFIND", "/a", "", "Depth", "1");
        assertThat(listing.statusCode()).isEqualTo(207);
        assertThat(listing.body())
                .contains("<D:href>/a/</D:href>", "<D:collection/>", "<D:href>/a/f</D:href>")
                .contains("<D:getcontentlength>5</D:getcontentlength>");
    }

    @Test
    void nothingOutsideTheFolderIsServed() throws Exception {
        assertThat(ask("GET", "/%2e%2e/secret", "").statusCode()).isEqualTo(403);
        assertThat(ask("PUT", "/.incoming/x", "x").statusCode()).isEqualTo(403);
    }

    @ParameterizedTest
    @EnumSource(TpcPolicy.class)
    void aFullStorageRefusesAndKeepsNothing(TpcPolicy policy) throws Exception {
        Files.write(folder.resolve("f"), Orders.bytes(300_000));
        Path small = Files.createDirectories(folder.resolve("small"));
        RecordingListener heard = new RecordingListener();
        try (WebDavStorage full = WebDavStorage.builder(small)
                        .quotaBytes(200_000)
                        .events(events::add)
                        .start(0);
                AgentDataPlane plane = new AgentDataPlane(AgentSettings.builder()
                        .storages(StorageRules.HERE)
                        .thirdPartyCopy(policy)
                        .build())) {
            Attempt attempt = Orders.copy(storage.url("/f"), full.url("/g")).build();
            plane.start(attempt, heard);
            heard.next(Prepared.class);
            plane.proceed(attempt.id());

            Failed failed = heard.next(Failed.class);

            assertThat(failed.failure().code()).isEqualTo(ErrorCode.DESTINATION_NO_SPACE);
            assertThat(failed.destinationClean()).isTrue();
            assertThat(small.resolve("g")).doesNotExist();
            assertThat(events).extracting(StorageEvent::kind).containsExactly(Kind.WRITING, Kind.ABANDONED);
        }
    }

    @Test
    void whoTakesPiecesOfTheSameSizeSharesTheRateEvenly() throws InterruptedIOException {
        SteppingClock clock = new SteppingClock();
        // 8 Mbit/s are 1 MB/s: 100 kB take 100 ms.
        TokenBucket bucket = new TokenBucket(8e6, clock);

        bucket.take(100_000);
        bucket.take(100_000);

        assertThat(clock.pauses).containsExactly(Duration.ofMillis(100), Duration.ofMillis(100));
    }

    @Test
    void withoutALimitNobodyWaits() throws InterruptedIOException {
        SteppingClock clock = new SteppingClock();

        new TokenBucket(0, clock).take(Long.MAX_VALUE);

        assertThat(clock.pauses).isEmpty();
    }

    private HttpResponse<String> ask(String method, String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(storage.url(path)).method(method, BodyPublishers.ofString(body));

        return client.send((headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
    }

    /// A clock that stands still but for pauses.
    private static final class SteppingClock implements AgentClock {
        private final List<Duration> pauses = new ArrayList<>();
        private long nanos;

        @Override
        public void pause(Duration duration) {
            pauses.add(duration);
            nanos += duration.toNanos();
        }

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public Instant now() {
            return Instant.EPOCH;
        }
    }
}
