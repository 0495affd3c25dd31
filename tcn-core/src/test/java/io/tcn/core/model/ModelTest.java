// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The small nouns: what they accept, how they are written, and what they say when they refuse.
class ModelTest {
    @ParameterizedTest
    @CsvSource({"1, 00000001", "0a1b2c3d, 0a1b2c3d", "ABCDEF, 00abcdef", "00000000, 00000000"})
    void anAdler32ChecksumHasEightLowerCaseDigits(String given, String written) {
        assertThat(new Checksum("adler32", given)).hasToString("ADLER32:" + written);
    }

    @Test
    void anAdler32ChecksumMayComeAsANumber() {
        assertThat(Checksum.adler32(0x1L)).isEqualTo(new Checksum("ADLER32", "1"));
        // The upper half of a long is not part of it.
        assertThat(Checksum.adler32(0xffff_ffff_8000_0001L).value()).isEqualTo("80000001");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "xyz", "123456789", "-1", "0x12"})
    void whatIsNoAdler32IsRefused(String value) {
        refused(() -> new Checksum("ADLER32", value), "an ADLER32 checksum has 1 to 8 hex digits");
    }

    @Test
    void otherChecksumsKeepTheirDigits() {
        assertThat(new Checksum("md5", "00FF")).hasToString("MD5:00ff");
    }

    @Test
    void limitsClampToTheNearestAllowedNumber() {
        PipeLimits limits = new PipeLimits(2, 5);
        assertThat(List.of(limits.clamp(-1), limits.clamp(2), limits.clamp(4), limits.clamp(5), limits.clamp(1L << 40)))
                .containsExactly(2, 2, 4, 5, 5);
        refused(() -> new PipeLimits(0, 0), "0 <= min <= max and 1 <= max, given were min 0, max 0");
        refused(() -> new PipeLimits(6, 5), "given were min 6, max 5");
    }

    @ParameterizedTest
    @CsvSource({
        "link:a, link:a, true",
        "link:a, link:ab, false",
        "link:*, link:a, true",
        "link:*, xlink:a, false",
        "*, link:a, true",
        "*:a, link:a, true",
        "*:a, link:ab, false",
        "l*k:*b, link:ab, true",
        "l*k:*b, link:b, true",
        "a*a, a, false",
        "a*a, aa, true",
        "ab*ba, aba, false",
        "a*b*a, aba, true",
        "a*bb*a, aba, false",
        "a**b, ab, true",
        "link:*:x, link:a:b:x, true",
        "link:a.b, link:axb, false",
        "link:[*], link:[x], true",
        "link:+, link:k, false",
        "'link:(*', link:x, false",
        "'\\Q*\\E', link:x, false",
        "'a\\E*', a\\Eb, true",
        // A storage is found under either spelling of its address.
        "read:davs://h, read:https://h, true",
        "read:davs://h*, read:https://h:8443, true",
        "write:dav://h:8080, write:http://h:8080, true",
        "read:https://h, read:davs://h, true",
        "read:davs://h, write:https://h, false",
        "read:davs://h., read:https://h, true",
        "read:https://H:443, read:https://h, true",
        "write:DAV://h.:80, write:http://h, true",
        "read:https://[2001:DB8:0:0::1], read:https://[2001:db8::1], true",
        "read:https://h.:8443, read:https://h, false",
        "read:https://h:80, read:https://h, false",
        "read:http://h, read:https://h, false",
        "read:https://hh, read:https://h, false",
        "read:https://h/f, read:https://h, false",
        "read:https://h.*, read:https://h, false",
        "write:https://h., read:https://h, false",
        "read:dav://h, read:https://h, false",
        "link:davs://h, link:https://h, false",
        "read:site, read:site, true",
    })
    void aPatternIsTextInWhichOnlyTheStarIsSpecial(String pattern, String resource, boolean matches) {
        ResourceSet set = new ResourceSet(ResourceSetName.of("set"), List.of("nothing", pattern));
        // A resource cannot have such a name, but the pattern may: it must not be taken for a regular expression.
        if (resource.contains("\\")) {
            refused(() -> ResourceId.of(resource), "a resource name has");
        } else {
            assertThat(set.contains(ResourceId.of(resource))).isEqualTo(matches);
        }
    }

    /// Against the regular expression that says the same.
    @Test
    void patternsMatchAsTheRegularExpressionWould() {
        Random random = new Random(1);
        int matched = 0;
        for (int i = 0; i < 20_000; i++) {
            String pattern = word(random, "ab*", 1 + random.nextInt(6));
            String text = word(random, "ab", 1 + random.nextInt(8));
            boolean expected = Pattern.matches(pattern.replace("*", ".*"), text);
            matched += expected ? 1 : 0;
            assertThat(new ResourceSet(ResourceSetName.of("set"), List.of(pattern)).contains(ResourceId.of(text)))
                    .as("%s against %s", pattern, text)
                    .isEqualTo(expected);
        }
        assertThat(matched).isBetween(2_000, 18_000);
    }

    @Test
    void theStandingSetsHoldLinksAndStorages() {
        assertThat(ResourceSet.ALL_LINKS.contains(ResourceId.of("link:a:b>c"))).isTrue();
        assertThat(ResourceSet.ALL_LINKS.contains(ResourceId.of("read:a"))).isFalse();
        Resource named = new Resource(
                ResourceId.of("alto:esnet:anes.ane:a-b"),
                Resource.Kind.LINK,
                null,
                null,
                null,
                new ResourceDescription("link:trunk:a>b", "esnet", new TreeMap<>(Map.of("priv:owner", "geant"))));
        assertThat(ResourceSet.ALL_LINKS.contains(named)).isTrue();
        assertThat(ResourceSet.ALL_STORAGES.contains(named)).isFalse();
        for (String fits : List.of("link:trunk:*", "alto:esnet:*", "label=*a>b", "source=esnet", "priv:owner=g*")) {
            assertThat(new ResourceSet(ResourceSetName.of("s"), List.of(fits)).contains(named))
                    .as(fits)
                    .isTrue();
        }
        for (String not : List.of("link:trunk", "kind=storage-read", "label=trunk", "priv:other=*", "owner=geant")) {
            assertThat(new ResourceSet(ResourceSetName.of("s"), List.of(not)).contains(named))
                    .as(not)
                    .isFalse();
        }
        assertThat(ResourceSet.ALL_STORAGES.contains(ResourceId.of("read:a"))).isTrue();
        assertThat(ResourceSet.ALL_STORAGES.contains(ResourceId.of("write:a"))).isTrue();
        refused(() -> new ResourceSet(ResourceSetName.of("none"), List.of()), "needs at least one pattern");
    }

    @Test
    void aPipeThatNobodyNamedIsCalledAfterItsUserAndEnds() {
        assertThat(key("cms", "https://a", "davs://b:8443").toPipeId()).hasToString("cms:https://a>davs://b:8443");
    }

    @Test
    void aLongPipeNameIsCutAndStaysUnique() {
        String host = "storage-element-with-a-very-long-name.and-a-domain-of-its-own.example.org";
        PipeId one = key("cms", "https://" + host, "https://" + host + ":8443").toPipeId();
        PipeId other =
                key("cms", "https://" + host, "https://" + host + ":8444").toPipeId();
        assertThat(one.value())
                .hasSizeLessThanOrEqualTo(255)
                .startsWith("cms:https://storage-element")
                .contains("~");
        assertThat(one).isNotEqualTo(other);
        assertThat(key("cms", "https://" + host, "https://" + host + ":8443").toPipeId())
                .isEqualTo(one);
    }

    @Test
    void pipesBetweenAddressesHaveNamesToo() {
        assertThat(key("cms", "https://[::1]:8443", "file:///x").toPipeId())
                .hasToString("cms:https://[::1]:8443>file://");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a\nb", "a\"b", "a;b", "a\\b", "a\u0000"})
    void aNameWithBlanksOrUnprintableCharactersIsRefused(String name) {
        refused(() -> PipeId.of(name), "a pipe name has 1 to 255");
        refused(() -> UserId.of(name), "a user name has 1 to 255");
        refused(() -> ResourceId.of(name), "a resource name has 1 to 255");
        refused(() -> ResourceSetName.of(name), "name has 1 to 255");
    }

    @Test
    void anOverlongNameIsRefusedInAShortMessage() {
        assertThat(UserId.of("x".repeat(255)).value()).hasSize(255);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UserId.of("x".repeat(100_000)))
                .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(300));
    }

    @Test
    void aFailureIsWrittenInOneLineInFtsForm() {
        TransferFailure failure = new TransferFailure(
                ErrorCode.SOURCE_NOT_FOUND, " gone\r\n\tfrom\u0007 https://a/f\u0085for\u2028good\n");
        assertThat(failure.message()).isEqualTo("gone from  https://a/f for good");
        assertThat(failure.toReason()).isEqualTo("SOURCE [2] gone from  https://a/f for good");
        // CSI in one character: a terminal would show what follows in red.
        assertThat(new TransferFailure(ErrorCode.SOURCE_NOT_FOUND, "gone\u009b31m").message())
                .isEqualTo("gone 31m");
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void everyErrorHasANumberAndWhatTheUserDidWrongIsNotTriedAgain(ErrorCode code) {
        assertThat(code.errno()).isPositive();
        if (code.type() == ErrorCode.Type.USER) {
            assertThat(code.isRetryable()).isFalse();
        }
    }

    @Test
    void aTransferKeepsItsPredecessorsInOrderAndCannotBeChanged() {
        Transfer transfer = transfer(10, 3, Set.of(TransferId.of(9), TransferId.of(2)));
        assertThat(transfer.after()).containsExactly(TransferId.of(2), TransferId.of(9));
        Collection<TransferId> after = transfer.after();
        assertThat(catchThrowable(() -> after.add(TransferId.of(1)))).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aTransferIsWrittenWithoutTheQueriesOfItsUrls() {
        Transfer transfer = new Transfer(
                TransferId.of(1),
                PipeId.of("p"),
                URI.create("davs://a.example.org/f?authz=hush"),
                URI.create("davs://b.example.org/f#token=hush"),
                10,
                3,
                Set.of(),
                TransferOptions.DEFAULT);

        assertThat(transfer.toString())
                .contains("source=davs://a.example.org/f, destination=davs://b.example.org/f, sizeBytes=10")
                .doesNotContain("hush");
    }

    @Test
    void nonsenseIsRefusedInWords() {
        refused(() -> TransferId.of(0), "a transfer id is positive, given was 0");
        refused(() -> new AttemptId(TransferId.of(1), 0), "attempts count from 1, given was 0");
        refused(() -> transfer(-2, 3, Set.of()), "zero or more bytes, or -1 for unknown, given was -2");
        refused(() -> transfer(1, 0, Set.of()), "must be 1 to 5, given was 0");
        refused(() -> transfer(1, 6, Set.of()), "must be 1 to 5, given was 6");
        refused(() -> new Bound.Rate(0), "more than 0 bit/s, given was 0");
        refused(() -> new Bound.Rate(Double.NaN), "given was NaN");
        refused(() -> new Bound.Rate(Double.POSITIVE_INFINITY), "given was Infinity");
        refused(() -> new Bound.CapacityShare(1.01), "above 0 and at most 1, given was 1.01");
        refused(() -> new RelativeWeight(UserId.of("cms"), ResourceSet.ALL_LINKS.name(), 0), "must be between");
        refused(() -> new User(UserId.of("cms"), -1), "weight of user cms must be between");
        // Products of weights that only just fit into a number are not numbers any more.
        refused(() -> new User(UserId.of("cms"), 1e200), "weight of user cms must be between");
        refused(() -> new User(UserId.of("cms"), Double.NaN), "weight of user cms must be between");
        refused(() -> new Resource(ResourceId.of("link:x"), Resource.Kind.LINK, -1.0), "zero or more bit/s");
        refused(() -> options(-1, Duration.ZERO, null), "retries must be zero or more, given were -1");
        refused(() -> options(0, Duration.ofSeconds(-1), null), "must not be negative, given was PT-1S");
        refused(() -> options(0, Duration.ZERO, Duration.ZERO), "a timeout must be positive, given was PT0S");
        refused(() -> PipeTuning.of(-1), "given were connections -1");
        refused(() -> new PipeTuning(1, 0, 1, 0, 0, 0), "streams and pipelining >= 1");
    }

    @Test
    void theThreeEndStatesAreFinal() {
        assertThat(Set.of(TransferState.values()).stream()
                        .filter(TransferState::isTerminal)
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(TransferState.FINISHED, TransferState.FAILED, TransferState.CANCELED);
    }

    private static void refused(ThrowingCallable attempt, String complaint) {
        assertThatIllegalArgumentException().isThrownBy(attempt).withMessageContaining(complaint);
    }

    private static PipeKey key(String user, String source, String destination) {
        return new PipeKey(Endpoint.parse(source), Endpoint.parse(destination), UserId.of(user));
    }

    private static Transfer transfer(long sizeBytes, int priority, Set<TransferId> after) {
        return new Transfer(
                TransferId.of(10),
                PipeId.of("p"),
                URI.create("https://a/f"),
                URI.create("https://b/f"),
                sizeBytes,
                priority,
                after,
                TransferOptions.DEFAULT);
    }

    private static TransferOptions options(int retries, Duration delay, @Nullable Duration timeout) {
        return new TransferOptions(false, null, ChecksumMode.WHEN_OBTAINABLE, retries, delay, timeout);
    }

    private static String word(Random random, String letters, int length) {
        return random.ints(length, 0, letters.length())
                .mapToObj(i -> letters.substring(i, i + 1))
                .collect(Collectors.joining());
    }
}
