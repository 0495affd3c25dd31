// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tcn.agent.AgentClock;
import io.tcn.agent.FileFacts;
import io.tcn.agent.Footprint;
import io.tcn.agent.Side;
import io.tcn.agent.TransferException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A file is removed only as what it was when it was judged, where the storage can tell (RFC 9110, section 13.1.1).
class ConditionalRemovalTest {
    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final LoopbackCalls loopback = new LoopbackCalls(InetAddress::getAllByName);
    private final List<String> deletes = new ArrayList<>();
    /// What the storage calls the state of the file; null: it has no names for states.
    private @Nullable String etag = "\"one\"";
    /// Whether it refuses every precondition.
    private boolean refusesAll;

    private boolean there = true;
    private String modified = "Mon, 02 Nov 2026 10:00:00 GMT";
    /// What happens when a removal is asked for that is not carried out; null: it is.
    private @Nullable Runnable insteadOfRemoving;

    /// What a PROPFIND is answered with.
    private @Nullable String properties;

    private boolean mayTouch = true;
    private final Footprint ours = new Footprint(false, AgentClock.SYSTEM, () -> {}, () -> mayTouch);

    ConditionalRemovalTest() throws IOException {}

    @BeforeEach
    void start() {
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        loopback.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (etag != null) {
                exchange.getResponseHeaders().set("ETag", etag);
            }
            exchange.getResponseHeaders().set("Last-Modified", modified);
            int status = there ? 200 : 404;
            if (properties != null && exchange.getRequestMethod().equals("PROPFIND")) {
                byte[] xml = properties.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(207, xml.length);
                exchange.getResponseBody().write(xml);
                return;
            }
            if (exchange.getRequestMethod().equals("DELETE")) {
                String wanted = exchange.getRequestHeaders().getFirst("If-Match");
                deletes.add(String.valueOf(wanted));
                if (wanted != null && (refusesAll || !wanted.equals(etag))) {
                    status = 412;
                } else if (insteadOfRemoving != null) {
                    insteadOfRemoving.run();
                    insteadOfRemoving = null;
                    status = 503;
                } else {
                    there = false;
                    status = 204;
                }
            }
            exchange.sendResponseHeaders(status, -1);
        }
    }

    private HttpFile file() {
        return new HttpFile(
                loopback.calls(),
                Side.DESTINATION,
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/f"),
                Optional.empty());
    }

    private FileFacts look() throws Exception {
        return file().inspect().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<D:collection/>",
                "<collection />",
                "<D:collection xmlns:D=\"DAV:\"/>",
                "<c:collection\n></c:collection>"
            })
    void aFolderStaysHoweverItIsWritten(String type) throws Exception {
        properties = "<D:resourcetype>" + type + "</D:resourcetype>";
        assertThat(file().remove(look(), ours)).isFalse();
        assertThat(deletes).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<D:collections/>", "<D:collection-of-links/>"})
    void whatIsNoFolderIsRemoved(String type) throws Exception {
        properties = "<D:resourcetype>" + type + "</D:resourcetype>";
        assertThat(file().remove(look(), ours)).isTrue();
    }

    @Test
    void whatWasLookedAtIsRemoved() throws Exception {
        file().remove(look(), ours);
        assertThat(deletes).containsExactly("\"one\"");
        assertThat(there).isFalse();
    }

    @Test
    void whatWasReplacedMeanwhileStays() throws Exception {
        FileFacts seen = look();
        etag = "\"two\"";
        assertThatThrownBy(() -> file().remove(seen, ours))
                .isInstanceOf(TransferException.class)
                .hasMessageContaining("was replaced");
        assertThat(there).isTrue();
    }

    @Test
    void aStorageWithoutNamesForStatesOrWithWeakOnesIsAskedPlainly() throws Exception {
        etag = "W/\"one\"";
        file().remove(look(), ours);
        there = true;
        etag = null;
        file().remove(look(), ours);
        assertThat(deletes).containsExactly("null", "null");
    }

    /// As a property it may have any letters.
    @Test
    void aNameThatNoHeaderCanHaveIsNotSaid() throws Exception {
        etag = null;
        file().remove(new FileFacts(0, null, null, "\"\u4e2d\"", null), ours);
        assertThat(deletes).containsExactly("null");
    }

    @Test
    void aStorageThatRefusesItsOwnNamesIsAskedPlainlyThen() throws Exception {
        refusesAll = true;
        file().remove(look(), ours);
        assertThat(deletes).containsExactly("\"one\"", "null");
        assertThat(there).isFalse();
    }

    /// The storage has removed it without an answer, and somebody has put another one there since.
    @Test
    void whatIsAnotherFileByTheNextTryStays() throws Exception {
        etag = null;
        insteadOfRemoving = () -> modified = "Mon, 02 Nov 2026 10:00:07 GMT";
        assertThat(file().remove(look(), ours)).as("another's file is there").isFalse();
        assertThat(deletes).hasSize(1);
        assertThat(there).isTrue();
    }

    @Test
    void whatIsGoneByTheNextTryIsNotAskedForAgain() throws Exception {
        insteadOfRemoving = () -> there = false;
        file().remove(look(), ours);
        assertThat(deletes).hasSize(1);
    }

    @Test
    void whatIsStillThereByTheNextTryIsRemoved() throws Exception {
        insteadOfRemoving = () -> {};
        file().remove(look(), ours);
        assertThat(deletes).hasSize(2);
        assertThat(there).isFalse();
    }

    /// Between two tries another agent was given the transfer.
    @Test
    void whoHasLostTheRightAsksNoMore() throws Exception {
        insteadOfRemoving = () -> mayTouch = false;
        FileFacts seen = look();
        assertThatThrownBy(() -> file().remove(seen, ours))
                .isInstanceOf(TransferException.class)
                .hasMessageContaining("another may have the transfer");
        assertThat(deletes).hasSize(1);
        assertThat(there).isTrue();
    }
}
