// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import io.tcn.agent.FileFacts;
import io.tcn.agent.SafeText;
import io.tcn.agent.Side;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Everything that reads text of storages, under a name, fed with bytes of anybody. Nothing may come out but what is
/// promised, and that keeps to its bounds.
public final class ForeignTextTargets {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    /// What is fed.
    @FunctionalInterface
    public interface Target {
        /// Reads. Whatever it throws is a defect.
        void read(byte[] bytes);
    }

    private ForeignTextTargets() {}

    /// All of them.
    public static Map<String, Target> all() {
        Map<String, Target> targets = new LinkedHashMap<>();
        targets.put("markers", ForeignTextTargets::markers);
        targets.put("properties", bytes -> LookAnswer.withProperties(new FileFacts(1, null), text(bytes)));
        targets.put("digest", bytes -> DigestHeader.adler32(List.of(text(bytes).split("\n", -1))));
        targets.put("failure text", ForeignTextTargets::failureText);
        targets.put("safe text", bytes -> hold(SafeText.of(text(bytes))));
        targets.put("safe url", ForeignTextTargets::safeUrl);
        targets.put("retry after", ForeignTextTargets::retryAfter);
        return targets;
    }

    /// What cases begin with.
    public static List<String> seeds() {
        return List.of(
                """
                Perf Marker
                Timestamp: 1537788010
                Stripe Index: 0
                Stripe Bytes Transferred: 238745
                Total Stripe Count: 1
                RemoteConnections: tcp:129.93.3.4:1234,tcp:[2600::6d3]:1234
                End
                success: Created\
                """,
                "Perf Marker\r\n  Timestamp: 1.5\r\n Stripe Index: 3\r\nEnd\r\nfailure: Remote side failed with status"
                        + " code 404; error message: \"no such file\"",
                "aborted: the disk says no space left on device (code=28)",
                "failure: rejected GET: 403 Forbidden https://user:secret@a.example.org/f?authz=Bearer%20abc.def",
                "Authorization: Bearer eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln",
                "adler32=25065c85,md5=Jf/1",
                "ADLER32=00000001\nsha-256=x",
                "120",
                "Sun, 06 Nov 2044 08:49:37 GMT",
                "https://a.example.org:1094/store/f?authz=x#y",
                "davs://[2001:db8::1]/%2e%2e/f",
                "<?xml version=\"1.0\"?><D:multistatus xmlns:D=\"DAV:\"><D:response><D:propstat><D:prop>"
                        + "<D:getlastmodified>Sun, 06 Nov 1994 08:49:37 GMT</D:getlastmodified>"
                        + "<lp1:getetag a=\"b\">\"1-2-3\"</lp1:getetag><D:resourcetype><D:collection/></D:resourcetype>"
                        + "</D:prop></D:propstat></D:response></D:multistatus>",
                "\u202Eevil\u0000text\u2028with\u200Bmarks \uD83D\uDE00");
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void markers(byte[] bytes) {
        MarkerParser whole = new MarkerParser();
        List<CopyEvent> atOnce = new ArrayList<>(whole.feed(bytes, bytes.length));
        whole.end().ifPresent(atOnce::add);
        MarkerParser cut = new MarkerParser();
        List<CopyEvent> inPieces = new ArrayList<>();
        for (byte each : bytes) {
            inPieces.addAll(cut.feed(new byte[] {each}, 1));
        }
        cut.end().ifPresent(inPieces::add);
        if (!atOnce.equals(inPieces)) {
            throw new IllegalStateException("cut elsewhere, it says something else");
        }
        StripeCount count = new StripeCount(1_000_000);
        for (CopyEvent event : atOnce) {
            if (event instanceof CopyEvent.Marker marker && count.add(marker) < 0) {
                throw new IllegalStateException("bytes went back");
            }
        }
    }

    private static void failureText(byte[] bytes) {
        String text = text(bytes);
        for (Side side : Side.values()) {
            TpcFailureText.judge(side, text);
            for (int status : new int[] {400, 404, 409, 412, 500, 503}) {
                TpcFailureText.judgeStatus(side, status, text);
                TpcFailureText.isMissingFolder(status, text);
            }
        }
    }

    private static void safeUrl(byte[] bytes) {
        URI url;
        try {
            url = new URI(text(bytes));
        } catch (java.net.URISyntaxException refused) {
            return;
        }
        SafeText.of(url);
        if (HttpAddress.isHttp(url)) {
            URI wire = HttpAddress.toWire(url);
            if (wire.getRawUserInfo() != null
                    || wire.getRawFragment() != null
                    || !url.getHost().equals(wire.getHost())) {
                throw new IllegalStateException("another place: " + wire);
            }
            HttpAddress.isPrivate(wire);
        }
    }

    private static void retryAfter(byte[] bytes) {
        RetryAfter.parse(text(bytes).strip(), NOW).ifPresent(wait -> {
            if (wait.isNegative() || wait.compareTo(Duration.ofHours(1)) > 0) {
                throw new IllegalStateException("waits for " + wait);
            }
        });
    }

    /// What goes into messages and logs.
    private static void hold(String clean) {
        if (clean.length() > 403 || clean.chars().anyMatch(c -> c < ' ' || c == 0x7F)) {
            throw new IllegalStateException("not fit for a log: " + clean);
        }
    }
}
