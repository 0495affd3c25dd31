// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The figures as JSON; the form is described in docs/benchmarks/README.md.
public final class ResultJson {
    private ResultJson() {}

    /// The content of the file.
    public static byte[] of(
            String bench, String commit, Machine machine, List<Figure> figures, Map<String, Object> details) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("bench", bench);
        root.put("commit", commit);
        root.put("machine", machine(machine));
        List<Map<String, @Nullable Object>> list = new ArrayList<>();
        for (Figure figure : figures) {
            Aim aim = figure.aim();
            Map<String, @Nullable Object> entry = new LinkedHashMap<>();
            entry.put("name", figure.name());
            entry.put("value", figure.value());
            entry.put("unit", figure.unit());
            entry.put("aim", aim == null ? null : aim.toString());
            entry.put("met", figure.met());
            list.add(entry);
        }
        root.put("figures", list);
        root.putAll(details);
        return JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValueAsBytes(root);
    }

    private static Map<String, Object> machine(Machine machine) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("cores", machine.cores());
        entry.put("memoryBytes", machine.memoryBytes());
        entry.put("jvm", machine.jvm());
        entry.put("os", machine.os());
        return entry;
    }
}
