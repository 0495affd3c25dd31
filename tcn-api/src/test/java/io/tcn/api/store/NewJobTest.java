// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NewJobTest {
    private static @Nullable Integer streams(@Nullable String internalParams) {
        return new NewJob.Shown(null, 'n', null, null, null, null, internalParams, false).maxStreams();
    }

    @Test
    void theMostStreamsAreThoseOfFtsInternalParameters() {
        assertThat(streams("nostreams:4")).isEqualTo(4);
        assertThat(streams("nostreams:1,timeout:30,strict")).isEqualTo(1);
        assertThat(streams("timeout:30,nostreams:12")).isEqualTo(12);
        for (String none : new String[] {"timeout:30", "nostreams:-2", "nostreams:x", "xnostreams:3", ""}) {
            assertThat(streams(none)).as(none).isNull();
        }
        assertThat(streams(null)).isNull();
    }
}
