// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

class TableTest {
    private record Row(String name, @Nullable Double rate) {}

    private static Table<Row> table(List<Row> rows) {
        return Table.of(
                "t",
                "Rows",
                rows,
                List.of(
                        Column.of("name", "Name", Unit.TEXT, Row::name),
                        Column.of("rate", "Rate", Unit.BPS, Row::rate)));
    }

    private static Asked asked(Map<String, String> query) {
        return new Asked("/ui/x", query);
    }

    private static List<String> names(List<Row> rows) {
        return rows.stream().map(Row::name).toList();
    }

    @Test
    void rowsAreSortedByAnyColumnAndWhatIsUnknownComesLast() {
        Table<Row> table = table(List.of(new Row("b", 2.0), new Row("c", null), new Row("a", 10.0)));
        assertThat(names(table.chosen(asked(Map.of())))).containsExactly("b", "c", "a");
        assertThat(names(table.chosen(asked(Map.of("t.sort", "name"))))).containsExactly("a", "b", "c");
        assertThat(names(table.chosen(asked(Map.of("t.sort", "rate"))))).containsExactly("b", "a", "c");
        assertThat(names(table.chosen(asked(Map.of("t.sort", "-rate"))))).containsExactly("a", "b", "c");
        assertThat(names(table.chosen(asked(Map.of("t.sort", "nothing"))))).containsExactly("b", "c", "a");
        assertThat(names(table.chosen(asked(Map.of("t.q", "C"))))).containsExactly("c");
    }

    @Test
    void aTableComesInPagesAndItsStateIsInItsAddresses() {
        Table<Row> table = table(IntStream.range(0, 120)
                .mapToObj(i -> new Row("n" + i, (double) i))
                .toList());
        Table.Shown second = table.show(asked(Map.of("t.page", "2", "t.sort", "-rate", "live", "off")));
        assertThat(second.rows()).hasSize(50);
        assertThat(second.rows().getFirst().getFirst().text()).isEqualTo("n69");
        assertThat(second.summary()).isEqualTo("120, page 2 of 3");
        assertThat(second.after()).isEqualTo("/ui/x?live=off&t.page=3&t.sort=-rate");
        assertThat(second.first()).isEqualTo("/ui/x?live=off&t.sort=-rate");
        assertThat(second.heads().get(1).href()).isEqualTo("/ui/x?live=off&t.sort=rate");
        assertThat(second.heads().get(1).order()).isEqualTo("descending");
        assertThat(second.csv()).isEqualTo("/ui/x?as=csv&live=off&t.page=2&t.sort=-rate&table=t");
        assertThat(table.show(asked(Map.of("t.page", "99"))).rows()).hasSize(20);
        assertThat(table.show(asked(Map.of("t.page", "x"))).rows()).hasSize(50);
    }

    @Test
    void filesHoldPlainValuesAndNoFormulas() {
        Table<Row> table = table(List.of(new Row("=1+1", 1e9), new Row("a,\"b\"\n", null), new Row("x", Double.NaN)));
        assertThat(table.csv(asked(Map.of()))).isEqualTo("name,rate\r\n'=1+1,1.0E9\r\n\"a,\"\"b\"\"\n\",\r\nx,NaN\r\n");
        StringWriter json = new StringWriter();
        try (JsonGenerator out = JsonMapper.shared().createGenerator(json)) {
            table.json(asked(Map.of()), out);
        }
        assertThat(json.toString())
                .isEqualTo("[{\"name\":\"=1+1\",\"rate\":1.0E9},{\"name\":\"a,\\\"b\\\"\\n\",\"rate\":null},"
                        + "{\"name\":\"x\",\"rate\":null}]");
    }

    @Test
    void valuesAreReadable() {
        assertThat(Unit.BPS.of(1.25e9)).isEqualTo("1.25\u202fGbit/s");
        assertThat(Unit.BPS.of(0.0)).isEqualTo("0\u202fbit/s");
        assertThat(Unit.BYTES.of(64_000_000L)).isEqualTo("64.0\u202fMB");
        assertThat(Unit.COUNT.of(1_234_567)).isEqualTo("1\u202f234\u202f567");
        assertThat(Unit.COUNT.of(2.5)).isEqualTo("2.5");
        assertThat(Unit.SHARE.of(0.123)).isEqualTo("12.3\u202f%");
        assertThat(Unit.TIME.of(Duration.ofMinutes(90))).isEqualTo("1\u202fh");
        assertThat(Unit.MOMENT.of(Instant.parse("2026-03-01T12:00:00Z"))).isEqualTo("2026-03-01 12:00:00");
        assertThat(Unit.TEXT.of(null)).isEqualTo("\u2013");
    }
}
