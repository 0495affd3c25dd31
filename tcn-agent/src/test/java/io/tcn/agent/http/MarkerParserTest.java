// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarkerParserTest {
    private static final String MARKER = """
        Perf Marker
        Timestamp: 1795225543
        Stripe Index: 0
        Stripe Bytes Transferred: 29081600
        Total Stripe Count: 1
        RemoteConnections: tcp:10.73.0.2:1094
        End
        """;

    @Test
    void aMarkerOfXrootdIsRead() {
        assertThat(parse(MARKER, 1000))
                .containsExactly(new CopyEvent.Marker(1_795_225_543, 0, 29_081_600, 1, "tcp:10.73.0.2:1094"));
    }

    @Test
    void itDoesNotMatterWhereTheBytesAreCut() {
        String text = MARKER + "success: Created";

        for (int size = 1; size < 40; size++) {
            assertThat(parse(text, size)).as("cut every %d bytes", size).hasSize(2);
        }
    }

    @Test
    void theLastLineNeedsNoEnd() {
        assertThat(parse("success: Created", 100)).containsExactly(new CopyEvent.Success("success: Created"));
        assertThat(parse("failure: Transferred a partial file", 100))
                .containsExactly(new CopyEvent.Failure("Transferred a partial file"));
    }

    @Test
    void indentedLinesAndCarriageReturnsAreFine() {
        String text = MARKER.replace("\n", "\r\n").replace("\nStripe", "\n    Stripe") + "Success: done\r\n";

        assertThat(parse(text, 7))
                .containsExactly(
                        new CopyEvent.Marker(1_795_225_543, 0, 29_081_600, 1, "tcp:10.73.0.2:1094"),
                        new CopyEvent.Success("Success: done"));
    }

    @Test
    void missingAndStrangeFieldsAreLeftOut() {
        assertThat(parse("Perf Marker\nTimestamp: soon\nStripe Bytes Transferred: 5.7\nColour: blue\nEnd\n", 100))
                .containsExactly(new CopyEvent.Marker(-1, 0, 5, -1, null));
    }

    @Test
    void everyStripeHasItsOwnMarker() {
        String second = MARKER.replace("Index: 0", "Index: 1");

        assertThat(parse(MARKER + second, 50))
                .extracting(event -> ((CopyEvent.Marker) event).stripe())
                .containsExactly(0, 1);
    }

    @Test
    void anUnfinishedMarkerIsNone() {
        assertThat(parse("Perf Marker\nTimestamp: 1\n", 100)).isEmpty();
        assertThat(parse("End\nnonsense\n", 100)).isEmpty();
    }

    @Test
    void anAbortIsAFailure() {
        assertThat(parse("aborted: by peer\n", 100)).containsExactly(new CopyEvent.Failure("by peer"));
    }

    @Test
    void aMarkerWithoutEndTakesNoMemory() {
        MarkerParser parser = new MarkerParser();
        parser.feed("Perf Marker\n".getBytes(StandardCharsets.UTF_8), 12);
        // 40 MB of other fields, if they were kept.
        String value = "x".repeat(8_000);
        long before = usedBytes();
        int told = 0;
        for (int i = 0; i < 5_000; i++) {
            byte[] field = ("field" + i + ": " + value + "\n").getBytes(StandardCharsets.UTF_8);
            told += parser.feed(field, field.length).size();
        }
        assertThat(told).isZero();
        assertThat(usedBytes() - before).isLessThan(20_000_000);

        byte[] end = "Stripe Index: 3\nEnd\n".getBytes(StandardCharsets.UTF_8);
        assertThat(parser.feed(end, end.length)).containsExactly(new CopyEvent.Marker(-1, 3, -1, -1, null));
    }

    @Test
    void stripesAreCountedUpToALimitAndNeverBeyondTheFile() {
        StripeCount count = new StripeCount(5_000);
        long grown = 0;
        for (int stripe = 0; stripe < 5_000; stripe++) {
            grown += count.add(new CopyEvent.Marker(1, stripe, 2, 5_000, null));
        }

        assertThat(grown).isEqualTo(2 * 1024);
        assertThat(count.add(new CopyEvent.Marker(1, 0, 1, 1, null))).isZero();
        assertThat(count.add(new CopyEvent.Marker(1, 0, 12, 1, null))).isEqualTo(10);
        assertThat(count.add(new CopyEvent.Marker(1, 1, 999_999_999_999_999_999L, 1, null)))
                .isEqualTo(5_000 - 2_058);
        assertThat(count.add(new CopyEvent.Marker(1, 2, 999_999_999_999_999_999L, 1, null)))
                .isZero();
    }

    @Test
    void hugeStripesDoNotOverflow() {
        StripeCount count = new StripeCount(-1);
        for (int stripe = 0; stripe < 100; stripe++) {
            assertThat(count.add(new CopyEvent.Marker(1, stripe, 999_999_999_999_999_999L, 1, null)))
                    .isNotNegative();
        }

        assertThat(count.bytes()).isEqualTo(Long.MAX_VALUE);
    }

    private static List<CopyEvent> parse(String text, int pieceSize) {
        MarkerParser parser = new MarkerParser();
        byte[] all = text.getBytes(StandardCharsets.UTF_8);
        List<CopyEvent> events = new ArrayList<>();
        for (int from = 0; from < all.length; from += pieceSize) {
            int length = Math.min(pieceSize, all.length - from);
            byte[] piece = new byte[pieceSize];
            System.arraycopy(all, from, piece, 0, length);
            events.addAll(parser.feed(piece, length));
        }
        parser.end().ifPresent(events::add);
        return events;
    }

    private static long usedBytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
