// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FileStateTest {
    private static final Instant THEN = Instant.EPOCH;
    private static final Instant LATER = Instant.EPOCH.plusSeconds(1);

    private static FileState state(@Nullable String etag, @Nullable Instant modified) {
        return new FileState(etag, modified, "");
    }

    @Test
    void whatIsNotSaidDoesNotDiffer() {
        assertThat(FileState.UNKNOWN.differsFrom(state("\"a\"", THEN))).isFalse();
        assertThat(state("\"a\"", null).differsFrom(state(null, THEN))).isFalse();
    }

    @Test
    void tagsDifferWhetherWeakOrStrong() {
        assertThat(state("\"a\"", null).differsFrom(state("\"b\"", null))).isTrue();
        assertThat(state("W/\"a\"", null).differsFrom(state("W/\"b\"", null))).isTrue();
        assertThat(state("W/\"a\"", null).differsFrom(state("\"a\"", null))).isFalse();
    }

    @Test
    void timesDecideWhereThereAreNoTags() {
        assertThat(state(null, THEN).differsFrom(state(null, LATER))).isTrue();
        assertThat(state("\"a\"", THEN).differsFrom(state(null, LATER))).isTrue();
        assertThat(state("\"a\"", THEN).differsFrom(state("\"a\"", LATER))).isFalse();
    }

    @Test
    void codedBytesAreOthers() {
        assertThat(new FileState("\"a\"", null, "gzip").differsFrom(state("\"a\"", null)))
                .isTrue();
    }

    @Test
    void whatOneLeavesOpenTheOtherAdds() {
        assertThat(state(null, THEN).orElse(state("\"a\"", LATER))).isEqualTo(state("\"a\"", THEN));
    }
}
