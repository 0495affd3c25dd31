// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Feeds everything that reads text of storages with text that was changed at random places: nothing may come out of it
/// but an answer within its bounds.
class ForeignTextTest {
    private static final int CASES = Integer.getInteger("tcn.fuzz.cases", 2_000);
    private static final List<byte[]> SEEDS = ForeignTextTargets.seeds().stream()
            .map(seed -> seed.getBytes(StandardCharsets.UTF_8))
            .toList();

    /// Pieces that readers stumble over.
    private static final List<String> PIECES = List.of(
            "\n",
            "\r\n",
            ":",
            "::",
            "=",
            ",",
            ";",
            "?",
            "&",
            "#",
            "@",
            "//",
            "%",
            "%00",
            "\u0000",
            "\u202E",
            "\u2028",
            "\"",
            "<",
            ">",
            "-1",
            "1e400",
            "status code ",
            "error: 999",
            "Bearer ",
            "authz=",
            "End",
            "Perf Marker",
            "Stripe Index: 99999999999999999999",
            "success",
            "failure",
            "9".repeat(40),
            " ".repeat(3_000),
            "a".repeat(9_000),
            "://".repeat(500),
            "?".repeat(5_000),
            "status ".repeat(700));

    static Stream<Arguments> targets() {
        return ForeignTextTargets.all().entrySet().stream()
                .map(target -> Arguments.of(target.getKey(), target.getValue()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("targets")
    @Timeout(60) // a reader that hangs, not one that is slow
    void whateverAStorageSendsIsReadWithinBounds(String name, ForeignTextTargets.Target target) {
        for (int i = 0; i < CASES; i++) {
            RandomGenerator random =
                    RandomGeneratorFactory.of("L64X128MixRandom").create(31L * name.hashCode() + i);
            byte[] bytes = SEEDS.get(random.nextInt(SEEDS.size()));
            int changes = random.nextInt(6); // none at all is a case too
            for (int change = 0; change < changes; change++) {
                bytes = changed(random, bytes);
            }
            try {
                target.read(bytes);
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError wrong) {
                throw new AssertionError(
                        "case " + i + " of " + name + ", bytes in Base64: "
                                + Base64.getEncoder().encodeToString(bytes),
                        wrong);
            }
        }
    }

    /// Puts a piece, a byte or a part of another seed in the place of up to 20 bytes.
    private static byte[] changed(RandomGenerator random, byte[] bytes) {
        int at = random.nextInt(bytes.length + 1);
        int length = Math.min(random.nextInt(20), bytes.length - at);
        byte[] other = SEEDS.get(random.nextInt(SEEDS.size()));
        ByteArrayOutputStream changed = new ByteArrayOutputStream();
        changed.write(bytes, 0, at);
        switch (random.nextInt(4)) {
            case 0 ->
                changed.writeBytes(PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8));
            case 1 -> changed.write(random.nextInt(256));
            case 2 -> changed.write(other, 0, random.nextInt(other.length));
            default -> {} // the bytes are only left out
        }
        changed.write(bytes, at + length, bytes.length - at - length);
        return changed.toByteArray();
    }
}
