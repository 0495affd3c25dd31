// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LifeFileTest {
    @Test
    void theLastSignIsThatOfAnyProcessBefore(@TempDir Path folder) {
        assertThat(new LifeFile(folder).last()).isEmpty();
        Instant now = Instant.parse("2026-11-28T10:00:00.123456Z");
        LifeFile before = new LifeFile(folder);
        before.touch(now.minusSeconds(5));
        before.touch(now);
        assertThat(new LifeFile(folder).last()).contains(now);
    }

    @Test
    void whatCannotBeReadOrWrittenStopsNothing(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("last-alive"), "half a");
        assertThat(new LifeFile(folder).last()).isEmpty();
        LifeFile nowhere = new LifeFile(folder.resolve("gone"));
        nowhere.touch(Instant.EPOCH);
        assertThat(nowhere.last()).isEmpty();
    }
}
