// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class H2RetentionTest extends RetentionContract {
    @TempDir
    private static Path folder = Path.of("");

    @Override
    String url() {
        return "jdbc:h2:file:" + folder.resolve("tcn") + ";WRITE_DELAY=0";
    }

    @Test
    void theOldestOfTheArchiveIsDeletedInBlocks() {
        archiveFromNowOn();
        over(newJob(), 7, OLD);
        over(newJob(), 2, OLD.plusSeconds(1));
        over(newJob(), 2, OLD.plusSeconds(2));
        String kept = newJob();
        over(kept, 1, OLD.plusSeconds(60));
        removeAll();
        assertThat(rows("archived_job")).isEqualTo(4);

        ArchiveStore archive = new ArchiveStore(world().jdbc(), 3);
        List<ArchiveStore.Deleted> steps = new ArrayList<>();
        ArchiveStore.Deleted step;
        do {
            step = world().store()
                    .inTurn(() -> archive.deleteNext(OLD.plusSeconds(60)))
                    .join();
            steps.add(step);
        } while (step.more());

        assertThat(steps.stream().mapToInt(ArchiveStore.Deleted::jobs).sum()).isEqualTo(3);
        assertThat(steps.stream().mapToInt(ArchiveStore.Deleted::transfers)).allMatch(count -> count <= 3);
        assertThat(steps.stream().mapToInt(ArchiveStore.Deleted::transfers).sum())
                .isEqualTo(11);
        assertThat(reader().find(kept)).isPresent();
        assertThat(rows("archived_job")).isEqualTo(1);
        assertThat(rows("archived_transfer")).isEqualTo(1);
    }
}
