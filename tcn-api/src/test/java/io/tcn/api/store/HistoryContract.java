// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.store.HistorySeries.Kind;
import io.tcn.api.store.HistoryStore.Entry;
import io.tcn.api.store.HistoryStore.Removed;
import io.tcn.api.store.HistoryStore.Resolution;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeKey;
import io.tcn.core.port.PastSetting;
import io.tcn.core.port.PastUse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Rows of the history come back as they were written, page by page, and the oldest go.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HistoryContract {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00.123456Z");
    private static final HistorySeries PIPE = new HistorySeries(Kind.PIPE, "p", "cms");
    private static final HistorySeries OTHER = new HistorySeries(Kind.PIPE, "q>\u05d0\u202e", "atlas");

    private @Nullable StoreWorld world;

    /// JDBC address of an empty database or schema.
    abstract String url() throws Exception;

    @BeforeAll
    void open() throws Exception {
        world = StoreWorld.open(url(), PipeId.of("p"));
    }

    @AfterAll
    void close() throws InterruptedException {
        if (world != null) {
            world.close();
        }
    }

    @BeforeEach
    void empty() {
        List.of("history_series", "history_interval", "history_slot", "history_setting")
                .forEach(table -> world().jdbc().update("delete from " + table));
    }

    private StoreWorld world() {
        if (world == null) {
            throw new IllegalStateException("the store was not opened");
        }
        return world;
    }

    private HistoryStore store() {
        return world().bean(HistoryStore.class);
    }

    private static HistoryRow row(int second) {
        return new HistoryRow(
                START.plusSeconds(second),
                Duration.ofSeconds(1),
                (double) second,
                second / 2.0,
                8e9,
                1,
                2,
                3,
                4,
                1e-12,
                second % 2 == 0 ? null : (Double) 1e9,
                "GRADIENT_STEP",
                "step along the gradient (gradient=0.4)");
    }

    private Map<HistorySeries, Long> write(HistorySeries series, int from, int to, Map<HistorySeries, Long> ids) {
        List<Entry> entries = new ArrayList<>();
        for (int second = from; second < to; second++) {
            entries.add(new Entry(series, row(second)));
        }
        return store().append(Resolution.INTERVAL, entries, ids);
    }

    private List<HistoryRow> rows(HistorySeries series) {
        return store().rows(Resolution.INTERVAL, series, START.minusSeconds(1), START.plusSeconds(1000), 1000);
    }

    @Test
    void rowsComeBackAsTheyWereWritten() {
        Map<HistorySeries, Long> ids = write(PIPE, 0, 3, Map.of());
        assertThat(ids).containsOnlyKeys(PIPE);
        assertThat(write(PIPE, 3, 4, ids)).isEmpty();
        assertThat(write(PIPE, 4, 5, Map.of())).isEqualTo(ids);
        write(OTHER, 0, 2, ids);

        assertThat(rows(PIPE)).containsExactly(row(0), row(1), row(2), row(3), row(4));
        assertThat(rows(OTHER)).containsExactly(row(0), row(1));
        assertThat(store().rows(Resolution.SLOT, PIPE, Instant.EPOCH, START.plusSeconds(9), 9))
                .isEmpty();
        assertThat(store().find(Kind.PIPE, OTHER.name())).contains(OTHER);
        assertThat(store().find(Kind.USER, OTHER.name())).isEmpty();
    }

    @Test
    void whatHasNoConnectionsSaysSoAndLongReasonsAreCut() {
        HistorySeries control = new HistorySeries(Kind.CONTROL, "BOUND cms link:a>b", "cms");
        HistoryRow row = new HistoryRow(
                START, Duration.ofMillis(10_001), null, null, 5, 0, 0, 0, 0, 0.5, 10.0, null, "w".repeat(10_000));
        store().append(Resolution.SLOT, List.of(new Entry(control, row)), Map.of());
        HistoryRow back = store().rows(Resolution.SLOT, control, START.minusSeconds(1), START, 10)
                .getFirst();
        assertThat(back.connections()).isNull();
        assertThat(back.openConnections()).isNull();
        assertThat(back.length()).isEqualTo(Duration.ofMillis(10_001));
        assertThat(back.words()).hasSize(400);
        assertThat(back.reason()).isNull();
    }

    @Test
    void aPageBeginsBehindTheLastOne() {
        write(PIPE, 0, 10, Map.of());
        List<HistoryRow> first = store().rows(Resolution.INTERVAL, PIPE, START.minusSeconds(1), row(7).at(), 5);
        List<HistoryRow> second =
                store().rows(Resolution.INTERVAL, PIPE, first.getLast().at(), row(7).at(), 5);
        assertThat(first).containsExactly(row(0), row(1), row(2), row(3), row(4));
        assertThat(second).containsExactly(row(5), row(6), row(7));
    }

    @Test
    void ofTooManyRowsTheNewestComeInTheOrderOfTime() {
        write(PIPE, 0, 10, Map.of());
        write(OTHER, 0, 10, Map.of());
        assertThat(store().newest(Resolution.INTERVAL, PIPE, row(1).at(), row(8).at(), 3))
                .containsExactly(row(6), row(7), row(8));
        assertThat(store().newest(Resolution.INTERVAL, PIPE, row(6).at(), row(8).at(), 3))
                .containsExactly(row(7), row(8));
        assertThat(store().newest(Resolution.SLOT, PIPE, row(1).at(), row(8).at(), 3))
                .isEmpty();
    }

    @Test
    void theOldestGoByAge() {
        write(PIPE, 0, 10, Map.of());
        Removed first = store().removeOldest(Resolution.INTERVAL, 0, row(4).at(), 1000, 3);
        assertThat(first.rows()).isEqualTo(3);
        Removed second = store().removeOldest(Resolution.INTERVAL, first.last(), row(4).at(), 1000, 3);
        assertThat(second.rows()).isEqualTo(1);
        assertThat(store().removeOldest(Resolution.INTERVAL, second.last(), row(4).at(), 1000, 3)
                        .rows())
                .isZero();
        assertThat(rows(PIPE)).hasSize(6).startsWith(row(4));
        assertThat(store().removeOldest(Resolution.SLOT, 0, START, 1000, 3).rows())
                .isZero();
    }

    @Test
    void theOldestGoByNumber() {
        write(PIPE, 0, 10, Map.of());
        Removed removed = store().removeOldest(Resolution.INTERVAL, 0, Instant.EPOCH, 4, 1000);
        assertThat(removed.rows()).isEqualTo(6);
        assertThat(rows(PIPE)).containsExactly(row(6), row(7), row(8), row(9));
    }

    @Test
    void whatHadNoRowForLongIsForgotten() {
        Map<HistorySeries, Long> ids = write(PIPE, 0, 1, Map.of());
        write(OTHER, 0, 1, Map.of());
        store().used(List.copyOf(ids.values()), START.plusSeconds(100));
        assertThat(store().removeSeries(START.plusSeconds(50), 10)).isEqualTo(1);
        assertThat(store().find(Kind.PIPE, "p")).contains(PIPE);
        assertThat(store().find(Kind.PIPE, OTHER.name())).isEmpty();
        assertThat(store().removeSeries(START.plusSeconds(50), 10)).isZero();
    }

    private static HistoryRow slot(int minute, double open, double throughputBps, double queued) {
        return new HistoryRow(
                START.plusSeconds(60L * minute),
                Duration.ofMinutes(10),
                50.0,
                open,
                throughputBps,
                open,
                queued,
                0,
                0,
                0,
                null,
                "GRADIENT_STEP",
                "");
    }

    /// 20 and 40 connections while files waited: 30. A time without waiting files, one of a day before, a pipe that
    /// nobody knows and rows of other kinds say nothing.
    @Test
    void whatPipesDidLastIsTheMeanOfWhenFilesWaited() {
        HistorySeries user = new HistorySeries(Kind.USER, "cms", "cms");
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry(PIPE, slot(-24 * 60, 99, 99e9, 5)));
        entries.add(new Entry(PIPE, slot(0, 20, 10e9, 5)));
        entries.add(new Entry(PIPE, slot(10, 40, 30e9, 5)));
        entries.add(new Entry(PIPE, slot(20, 1, 1e9, 0)));
        entries.add(new Entry(OTHER, slot(0, 7, 7e9, 5)));
        entries.add(new Entry(user, slot(0, 7, 7e9, 5)));
        Map<HistorySeries, Long> ids = store().append(Resolution.SLOT, entries, Map.of());
        store().used(List.copyOf(ids.values()), START.plusSeconds(1200));

        List<PastUse> uses = store().lastUses(10);

        assertThat(uses).singleElement().satisfies(use -> {
            assertThat(use.connections()).isEqualTo(30);
            assertThat(use.throughputBps()).isEqualTo(20e9);
            assertThat(use.until()).isEqualTo(START.plusSeconds(600));
            assertThat(use.key().toPipeId()).isNotNull();
        });
        assertThat(store().lastUses(0)).isEmpty();
    }

    /// Of pipes that are known; the last row of each counts.
    @Test
    void whatWasDecidedLastIsKnown() {
        Map<HistorySeries, Long> ids = new HashMap<>(write(PIPE, 0, 5, Map.of()));
        write(OTHER, 0, 7, ids);

        assertThat(store().lastDecisions(START, 100)).singleElement().satisfies(last -> {
            assertThat(last.connections()).isEqualTo(4);
            assertThat(last.at()).isEqualTo(row(4).at());
            assertThat(last.key().user()).isEqualTo(StoreWorld.USER);
        });
        assertThat(store().lastDecisions(row(4).at(), 100)).as("long ago").isEmpty();
        assertThat(store().lastDecisions(START, 7))
                .as("beyond the rows looked at")
                .isEmpty();
    }

    private static PastSettingStore.Entry setting(HistorySeries series, int minute, int connections) {
        PipeKey key = new PipeKey(Endpoint.parse("https://a-p"), Endpoint.parse("https://b"), StoreWorld.USER);
        return new PastSettingStore.Entry(
                series,
                new PastSetting(
                        key, START.plusSeconds(60L * minute), connections, 1e9 * connections, 600, 12, 2e9, 10e9));
    }

    /// Of pipes that are known and have a history; the newest, in the order in which they were written.
    @Test
    void settingsComeBackAsTheyWereWritten() {
        PastSettingStore settings = world().bean(PastSettingStore.class);
        Map<HistorySeries, Long> ids = new HashMap<>(write(PIPE, 0, 1, Map.of()));
        ids.putAll(write(OTHER, 0, 1, ids));
        List<PastSettingStore.Entry> entries = List.of(setting(PIPE, 0, 1), setting(PIPE, 10, 2), setting(PIPE, 20, 4));
        settings.append(entries, ids);
        settings.append(List.of(setting(PIPE, 30, 9)), Map.of());

        assertThat(settings.newest(10, START.minusSeconds(1)))
                .containsExactlyElementsOf(
                        entries.stream().map(PastSettingStore.Entry::setting).toList());
        assertThat(settings.newest(2, START.minusSeconds(1)))
                .extracting(PastSetting::connections)
                .containsExactly(2, 4);
        assertThat(settings.newest(10, START.plusSeconds(700)))
                .extracting(PastSetting::connections)
                .containsExactly(4);
        settings.append(List.of(setting(OTHER, 30, 9)), ids);
        assertThat(settings.newest(10, START.minusSeconds(1))).hasSize(3);
        assertThat(settings.newestOf(PipeId.of(PIPE.name()), 100, 2))
                .extracting(tried -> tried.setting().connections())
                .containsExactly(4, 2);
        assertThat(settings.newestOf(null, 100, 10))
                .extracting(tried -> tried.pipe().value())
                .containsOnly(PIPE.name())
                .hasSize(3);
        assertThat(settings.newestOf(PipeId.of("nobody"), 100, 2)).isEmpty();
    }

    @Test
    void theOldestSettingsGoByAgeAndByNumber() {
        PastSettingStore settings = world().bean(PastSettingStore.class);
        Map<HistorySeries, Long> ids = write(PIPE, 0, 1, Map.of());
        for (int k = 1; k <= 10; k++) {
            settings.append(List.of(setting(PIPE, k, k)), ids);
        }
        Removed old = settings.removeOldest(0, START.plusSeconds(60 * 3), 1000, 100);
        assertThat(old.rows()).isEqualTo(2);
        Removed many = settings.removeOldest(old.last(), Instant.EPOCH, 5, 100);
        assertThat(many.rows()).isEqualTo(3);
        assertThat(settings.newest(10, START))
                .extracting(PastSetting::connections)
                .containsExactly(6, 7, 8, 9, 10);
    }
}
