// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// The tables of settings in the pages: every setting stands in one, with the default that it has.
class SettingsTableTest {
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern EXCEPTION = Pattern.compile("none; ([a-z]+) `([^`]+)`");
    private static final String NONE = "none";

    /// Settings with their defaults, `none` where they have none.
    private static final SortedMap<String, String> DEFAULTS = new TreeMap<>();

    /// The same as the pages tell them, `none` where they have words for it.
    private static final Map<String, String> TOLD = new TreeMap<>();

    @BeforeAll
    static void read() throws IOException {
        DEFAULTS.put("tcn.fts.check-duplicates", NONE);
        for (Class<?> type : new KnownSettings().records()) {
            ConfigurationProperties bound = type.getAnnotation(ConfigurationProperties.class);
            collect(bound.value(), type);
        }
        for (String page : List.of("operations.md", "agents.md")) {
            boolean ofSettings = false;
            for (String line : Files.readAllLines(Path.of("..", "docs", page))) {
                ofSettings = line.startsWith("| setting | default |") || (ofSettings && line.startsWith("|"));
                if (ofSettings && line.startsWith("| `tcn.")) {
                    row(line.substring(2).split(" \\| "));
                }
            }
        }
    }

    private static void collect(String prefix, Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        for (int i = 0; i < components.length; i++) {
            RecordComponent component = components[i];
            String name = prefix + "."
                    + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            Type value = component.getGenericType();
            if (value instanceof ParameterizedType many) {
                value = many.getActualTypeArguments()[many.getActualTypeArguments().length - 1];
            }
            if (value instanceof Class<?> nested && nested.isRecord()) {
                collect(name, nested);
                continue;
            }
            DefaultValue given = canonical(type).getParameters()[i].getAnnotation(DefaultValue.class);
            String text = given == null ? "" : String.join(",", given.value());
            DEFAULTS.put(name, text.isEmpty() ? NONE : text);
        }
    }

    private static Constructor<?> canonical(Class<?> type) {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(types);
        } catch (NoSuchMethodException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static void row(String[] cells) {
        List<String> names = names(cells[0]);
        List<String> defaults = new ArrayList<>();
        Matcher code = CODE.matcher(cells[1]);
        while (code.find()) {
            defaults.add(code.group(1));
        }
        Matcher exception = EXCEPTION.matcher(cells[1]);
        boolean hasException = exception.matches();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            if (hasException) {
                TOLD.put(name, name.endsWith("." + exception.group(1)) ? exception.group(2) : NONE);
            } else {
                TOLD.put(name, i < defaults.size() ? defaults.get(i) : NONE);
            }
        }
    }

    /// As in `tcn.alto.servers[N].auth.type`, `.user`: a short name takes the place of the last part.
    private static List<String> names(String cell) {
        List<String> names = new ArrayList<>();
        Matcher code = CODE.matcher(cell);
        while (code.find()) {
            String name = code.group(1);
            if (name.startsWith("tcn.")) {
                names.add(plain(name));
            } else if (name.startsWith(".")) {
                names.add(plain(names.getFirst().replaceAll("\\.[a-z-]+$", "") + name));
            }
        }
        return names;
    }

    private static String plain(String name) {
        return name.replaceAll("\\[[A-Z]+]|\\.[A-Z]+$", "");
    }

    @Test
    void everySettingStandsInATable() {
        assertThat(new TreeSet<>(DEFAULTS.keySet())).isSubsetOf(TOLD.keySet());
    }

    @Test
    void noTableHasASettingThatIsNotThere() {
        assertThat(TOLD.keySet()).filteredOn(name -> !name.endsWith("*")).isSubsetOf(DEFAULTS.keySet());
    }

    @Test
    void defaultsAreThoseOfTheTables() {
        List<String> wrong = new ArrayList<>();
        DEFAULTS.forEach((name, value) -> {
            String told = TOLD.getOrDefault(name, value);
            // Rights of roles have names of roles as their keys.
            if (!told.equals(value) && !name.equals("tcn.security.roles")) {
                wrong.add(name + " is " + value + ", the page says " + told);
            }
        });
        assertThat(wrong).isEmpty();
        assertThat(DEFAULTS).hasSizeGreaterThan(100);
    }
}
