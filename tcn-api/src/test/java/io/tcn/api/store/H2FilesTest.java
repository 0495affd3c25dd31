// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class H2FilesTest extends FilesContract {
    private static final Pattern READ = Pattern.compile("scanCount: (\\d+)");
    private static final int MOST_READ = 10;

    @TempDir
    private static Path folder = Path.of("");

    @Override
    String url() {
        return "jdbc:h2:file:" + folder.resolve("tcn") + ";WRITE_DELAY=0";
    }

    @Test
    void whatWasOverBeforeIsNotLookedAt() {
        JobReader.Of everybody = new JobReader.Of(null, null, null);
        List<String> open = OldestJobs.open(world().jdbc(), everybody).after(null, 10).stream()
                .map(OldestJobs.Job::id)
                .toList();
        Conditions files = FileReader.question(filter(null, null, 1000)).andIn("job_id", open);

        assertThat(read(OldestJobs.open(everybody))).isLessThanOrEqualTo(MOST_READ);
        assertThat(read(files)).isLessThanOrEqualTo(MOST_READ);
    }

    private int read(Conditions query) {
        String plan = world().jdbc().queryForObject("explain analyze " + query.sql(), String.class, query.arguments());
        assertThat(plan).isNotNull();
        Matcher read = READ.matcher(plan);
        assertThat(read.find()).as("H2 tells what it read: %s", plan).isTrue();
        return Integer.parseInt(read.group(1));
    }
}
