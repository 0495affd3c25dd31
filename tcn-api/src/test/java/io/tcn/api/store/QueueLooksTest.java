// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.PipeId;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What is looked up step by step in a long queue, on H2: each step reads a row or two, not the queue.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueueLooksTest {
    private static final PipeId PIPE = PipeId.of("long");
    private static final int QUEUED = 3_000;
    private static final int MOST_READ = 4;
    private static final Pattern READ = Pattern.compile("scanCount: (\\d+)");

    @TempDir
    private static Path folder = Path.of("");

    private @Nullable StoreWorld world;

    @BeforeAll
    void fill() {
        StoreWorld opened = StoreWorld.open("jdbc:h2:file:" + folder.resolve("tcn"), PIPE);
        world = opened;
        opened.submit(StoreWorld.job(
                UUID.randomUUID().toString(),
                IntStream.range(0, QUEUED).mapToObj(QueueLooksTest::file).toList()));
    }

    @AfterAll
    void close() throws InterruptedException {
        if (world != null) {
            world.close();
        }
    }

    static Stream<Arguments> looks() {
        String pipe = PIPE.value();
        return Stream.of(
                Arguments.of(QueueReader.HEAD_FROM, List.of(pipe, 1L)),
                Arguments.of(QueueReader.PRIORITY_UP_TO, List.of(pipe, 0L, 2)),
                Arguments.of(ActivityQueues.ACTIVITY_FROM, List.of(pipe, "default" + ActivityQueues.JUST_AFTER)),
                Arguments.of(QueueRanges.GROUP_FROM, List.of(pipe, "QUEUED", false, 1L)));
    }

    @ParameterizedTest
    @MethodSource("looks")
    void aStepReadsAFewRows(String query, List<Object> values) {
        String plan = Objects.requireNonNull(world)
                .jdbc()
                .queryForObject("explain analyze " + query, String.class, values.toArray());
        assertThat(plan).isNotNull();
        Matcher read = READ.matcher(plan);
        assertThat(read.find()).as("H2 tells what it read: %s", plan).isTrue();
        assertThat(Integer.parseInt(read.group(1))).as(plan).isLessThanOrEqualTo(MOST_READ);
    }

    private static NewTransfer file(int number) {
        return StoreWorld.file(number, PIPE, "davs://b.example.org/g" + number, 1, false, List.of(), Set.of());
    }
}
