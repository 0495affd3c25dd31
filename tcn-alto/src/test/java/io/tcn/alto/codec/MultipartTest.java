// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static io.tcn.alto.codec.Fixtures.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.model.InvalidReason;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartTest {
    private static final String BOUNDARY = "b0und'ary";

    private static final String LAST = "--" + BOUNDARY + "--\r\n";

    /// What may be different without changing the parts.
    private static final Map<String, UnaryOperator<String>> FORMS = Map.of(
            "as written", body -> body,
            "last half", body -> withoutLast(body) + "--" + BOUNDARY + "\r\n",
            "last missing", MultipartTest::withoutLast,
            "last cut", body -> body.substring(0, body.length() - LAST.length() - 2),
            "spaces", body -> body.replaceAll("(?<![^\n])--" + BOUNDARY + "\r\n", "--" + BOUNDARY + " \t \r\n"),
            "preamble", body -> "hello\r\n--" + BOUNDARY + "x\r\n" + body,
            "epilogue", body -> body + "--" + BOUNDARY + "\r\n\r\nmore",
            "folded", body -> body.replace("Content-Type: ", "Content-Type:\r\n\t"),
            "lower case", body -> body.replace("Content-ID", "content-id").replace("Content-Type", "content-type"));

    @Test
    void joinedPartsAreSplitAgainInEveryForm() throws Exception {
        for (int seed = 0; seed < 200; seed++) {
            RandomGenerator random =
                    RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
            List<MultipartWriter.Part> parts = new ArrayList<>();
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                parts.add(new MultipartWriter.Part("<p" + i + "@d>", "a/b" + i, content(random)));
            }
            String written = new String(MultipartWriter.write(BOUNDARY, parts), StandardCharsets.ISO_8859_1);
            for (Map.Entry<String, UnaryOperator<String>> form : FORMS.entrySet()) {
                byte[] body = form.getValue().apply(written).getBytes(StandardCharsets.ISO_8859_1);
                Multipart split = Multipart.split("multipart/related; boundary=\"" + BOUNDARY + "\"", body);
                assertSame(split, parts, "seed " + seed + " " + form.getKey());
            }
        }
    }

    @Test
    void joinedPartsAreSplitAgainWithLineFeedsAlone() throws Exception {
        for (int seed = 0; seed < 200; seed++) {
            RandomGenerator random =
                    RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
            byte[] content = new String(content(random), StandardCharsets.ISO_8859_1)
                    .replace("\r", "")
                    .getBytes(StandardCharsets.ISO_8859_1);
            List<MultipartWriter.Part> parts = List.of(
                    new MultipartWriter.Part("<one@d>", "a/b", content),
                    new MultipartWriter.Part("<two@d>", "a/c", content));
            String written = new String(MultipartWriter.write(BOUNDARY, parts), StandardCharsets.ISO_8859_1)
                    .replace("\r\n", "\n");
            for (String last : List.of("--\n", "\n", "--")) {
                byte[] body = (written.substring(0, written.length() - "--\n".length()) + last)
                        .getBytes(StandardCharsets.ISO_8859_1);
                assertSame(Multipart.split("multipart/related;boundary=" + BOUNDARY, body), parts, "seed " + seed);
            }
        }
    }

    private static String withoutLast(String body) {
        assertThat(body).endsWith(LAST);
        return body.substring(0, body.length() - LAST.length());
    }

    private static void assertSame(Multipart split, List<MultipartWriter.Part> parts, String what) {
        assertThat(split.parts()).as(what).hasSameSizeAs(parts);
        for (int i = 0; i < parts.size(); i++) {
            Multipart.Part part = split.parts().get(i);
            assertThat(part.content()).as(what).isEqualTo(parts.get(i).content());
            assertThat(part.type()).hasToString(parts.get(i).contentType());
            assertThat("<" + part.contentId() + ">").isEqualTo(parts.get(i).contentId());
        }
    }

    /// Bytes of all kinds and what looks like delimiters, but never one at the start of a line; no line end at
    /// the end, which could not be told from the one before a delimiter that is missing.
    private static byte[] content(RandomGenerator random) {
        StringBuilder text = new StringBuilder("x");
        String[] pieces = {
            "\r\n", "\n", "\r", "--", "--b0und'ar", "\r\n--", "\r\n-", "\n--b0und'ar", BOUNDARY, "é", "{}"
        };
        for (int i = random.nextInt(40); i > 0; i--) {
            text.append(
                    random.nextBoolean() ? pieces[random.nextInt(pieces.length)] : (char) (random.nextInt(255) + 1));
        }
        String safe = text.append('x').toString();
        while (safe.contains("\n--" + BOUNDARY)) {
            safe = safe.replace("\n--" + BOUNDARY, "\n-");
        }
        return safe.getBytes(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/related",
                "multipart/related; boundary=",
                "multipart/related; boundary=\"\"",
                "multipart/related; boundary=\"a\u0001b\""
            })
    void aMessageWithoutAUsableBoundaryIsRefused(String type) {
        assertRefused(InvalidReason.MULTIPART, () -> Multipart.split(type, Fixtures.utf8("--a\r\n\r\nx\r\n--a--")));
    }

    @Test
    void otherMessagesAreRefused() {
        assertRefused(
                InvalidReason.MEDIA_TYPE,
                () -> Multipart.split("multipart/mixed; boundary=a", Fixtures.utf8("--a\r\n\r\nx\r\n--a--")));
        assertRefused(InvalidReason.MEDIA_TYPE, () -> Multipart.split("application/alto-directory+json", new byte[0]));
        assertRefused(InvalidReason.MULTIPART, () -> Multipart.split("multipart/related; boundary=a", new byte[0]));
        assertRefused(
                InvalidReason.MULTIPART,
                () -> Multipart.split("multipart/related; boundary=a", Fixtures.utf8("no delimiter at all")));
    }

    @Test
    void partsWithinPartsAreContent() throws Exception {
        byte[] body = Fixtures.utf8("""
                --a
                Content-Type: multipart/mixed; boundary=b

                --b

                inner
                --b--
                --a
                Content-Type: message/rfc822

                Content-Type: text/plain

                mail
                --a--
                """);
        Multipart message = Multipart.split("multipart/related; boundary=a", body);
        assertThat(message.parts()).hasSize(2);
        assertThat(message.parts().getFirst().content()).isEqualTo(Fixtures.utf8("--b\n\ninner\n--b--"));
        assertThat(message.parts().getLast().content()).isEqualTo(Fixtures.utf8("Content-Type: text/plain\n\nmail"));
    }

    @Test
    void partsAndHeadersAreBounded() {
        String type = "multipart/related; boundary=a";
        assertRefused(
                InvalidReason.MULTIPART, () -> Multipart.split(type, Fixtures.utf8("--a\r\n\r\nx\r\n".repeat(100))));
        assertRefused(
                InvalidReason.MULTIPART,
                () -> Multipart.split(type, Fixtures.utf8("--a\r\n" + "X: y\r\n".repeat(200) + "\r\nx\r\n--a--")));
        assertRefused(
                InvalidReason.MULTIPART,
                () -> Multipart.split(type, Fixtures.utf8("--a\r\nX: " + "y".repeat(20_000) + "\r\n\r\nx\r\n--a--")));
    }
}
