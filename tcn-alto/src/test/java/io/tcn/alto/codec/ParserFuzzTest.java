// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.model.AltoFormatException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Feeds every parser with messages that were changed at random places: nothing but its own exception may come out,
/// and it must come to an end.
class ParserFuzzTest {
    private static final int CASES = Integer.getInteger("tcn.fuzz.cases", 2_000);
    private static final List<byte[]> SEEDS = seeds();

    /// Pieces that parsers stumble over.
    private static final List<String> PIECES = List.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\\",
            "\\u0000",
            "\\ud800",
            "null",
            "-1",
            "1e400",
            "1e-400",
            "0",
            "NaN",
            "\n",
            "\r\n",
            "\r\n\r\n",
            "--tcn-7f3a",
            "--tcn-7f3a--",
            "--",
            ";",
            "=",
            "/",
            "~",
            "#",
            "?",
            "..",
            "%",
            "\u0000",
            "ipv4:",
            "ipv6:",
            "::",
            "::ffff:1.2.3.4",
            "/0",
            "/129",
            "priv:",
            ".",
            "@",
            "<",
            ">",
            "data:",
            "event:",
            ": ",
            "retry: 1",
            "multi-cost-types",
            "calendar-response-attributes",
            "cost-type",
            "number-of-intervals",
            "vtags",
            "endpoint-cost-map",
            "property-map",
            "9".repeat(300),
            "[".repeat(70),
            "{\"a\":".repeat(70),
            "\uFEFF",
            "é");

    static Stream<Arguments> targets() {
        return ParserTargets.all().entrySet().stream().map(target -> Arguments.of(target.getKey(), target.getValue()));
    }

    private static List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        for (String name : Fixtures.NAMES) {
            byte[] bytes = Fixtures.bytes(name);
            seeds.add(bytes);
            if (name.endsWith(".http")) {
                seeds.add(Fixtures.message(name).body());
                parts(Fixtures.message(name)).forEach(part -> seeds.add(part.content()));
            }
        }
        ParserTargets.seeds().forEach(text -> seeds.add(Fixtures.utf8(text)));
        return seeds;
    }

    private static List<Multipart.Part> parts(Fixtures.Message message) {
        try {
            return Multipart.split(message.contentType(), message.body()).parts();
        } catch (AltoFormatException notOfParts) {
            return List.of();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("targets")
    @Timeout(60) // a parser that hangs, not one that is slow
    void onlyItsOwnExceptionComesOut(String name, ParserTargets.Target target) {
        int refused = 0;
        int read = 0;
        for (int i = 0; i < CASES; i++) {
            RandomGenerator random =
                    RandomGeneratorFactory.of("L64X128MixRandom").create(31L * name.hashCode() + i);
            byte[] bytes = SEEDS.get(random.nextInt(SEEDS.size())).clone();
            int changes = random.nextInt(6); // none at all is a case too
            for (int change = 0; change < changes; change++) {
                bytes = changed(random, bytes);
            }
            try {
                target.parse(bytes);
                read++;
            } catch (AltoFormatException refusal) {
                assertThat(refusal.getMessage()).hasSizeLessThanOrEqualTo(303);
                refused++;
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError wrong) {
                throw new AssertionError(
                        "case " + i + " of " + name + ", bytes in Base64: "
                                + Base64.getEncoder().encodeToString(bytes),
                        wrong);
            }
        }
        assertThat(Map.of("read", read, "refused", refused)).as(name).doesNotContainEntry("read", 0);
    }

    private static byte[] changed(RandomGenerator random, byte[] bytes) {
        int at = random.nextInt(bytes.length + 1);
        int length = Math.min(random.nextInt(20), bytes.length - at);
        return switch (random.nextInt(7)) {
            case 0 -> Arrays.copyOf(bytes, at);
            case 1 -> replaced(bytes, at, length, new byte[0]);
            case 2 -> replaced(bytes, at, 0, Arrays.copyOfRange(bytes, at, at + length));
            case 3 ->
                replaced(bytes, at, 0, PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8));
            case 4 ->
                replaced(
                        bytes,
                        at,
                        length,
                        PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8));
            case 5 -> replaced(bytes, at, Math.min(1, length), new byte[] {(byte) random.nextInt(256)});
            default -> {
                byte[] other = SEEDS.get(random.nextInt(SEEDS.size()));
                int from = random.nextInt(other.length);
                yield replaced(bytes, at, length, Arrays.copyOfRange(other, from, Math.min(other.length, from + 60)));
            }
        };
    }

    private static byte[] replaced(byte[] bytes, int at, int length, byte[] with) {
        byte[] changed = new byte[bytes.length - length + with.length];
        System.arraycopy(bytes, 0, changed, 0, at);
        System.arraycopy(with, 0, changed, at, with.length);
        System.arraycopy(bytes, at + length, changed, at + with.length, bytes.length - at - length);
        return changed;
    }
}
