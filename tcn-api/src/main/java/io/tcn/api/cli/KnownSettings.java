// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;

/// The settings that TCN reads: the components of all records that are bound to a prefix, however deep.
final class KnownSettings {
    private static final String PACKAGE = "io.tcn.api";

    /// Of the records that settings are bound to. To read all classes takes a tenth of the first start in a JVM.
    private static final String FILES = "**/*Properties.class";

    /// Read by one class each, so that they stand in no record.
    private static final Map<String, Class<?>> SINGLE = Map.of("tcn.fts.check-duplicates", String.class);

    /// A setting, or all of a list or map.
    ///
    /// @param name as documents write it, with `[N]` and `[NAME]` in lists and maps
    /// @param type of its value
    /// @param pattern of its name in files and options
    /// @param inEnvironment pattern of its name as a variable of the environment, where nobody can write `-`
    record Known(String name, Class<?> type, Pattern pattern, Pattern inEnvironment) {}

    private final Map<String, Class<?>> prefixes = new LinkedHashMap<>();
    private final Map<String, Known> known = new TreeMap<>();

    KnownSettings() {
        var scanner = new ClassPathScanningCandidateComponentProvider(false);
        scanner.setResourcePattern(FILES);
        scanner.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
        scanner.findCandidateComponents(PACKAGE).forEach(found -> {
            Class<?> type = ClassUtils.resolveClassName(String.valueOf(found.getBeanClassName()), null);
            ConfigurationProperties bound = AnnotationUtils.findAnnotation(type, ConfigurationProperties.class);
            if (bound != null && type.isRecord()) {
                prefixes.put(type.getName(), type);
                addAll(bound.value(), regex(bound.value(), ""), regex(bound.value(), "\\.?"), type);
            }
        });
        SINGLE.forEach((name, type) -> add(name, regex(name, ""), regex(name, "\\.?"), type));
    }

    /// The records that settings are bound to.
    Collection<Class<?>> records() {
        return prefixes.values();
    }

    /// Names, as documents write them.
    Collection<String> names() {
        return known.keySet();
    }

    /// The setting that a name means, empty if nothing reads it.
    Optional<Known> find(ConfigurationPropertyName name, boolean inEnvironment) {
        String text = text(name);
        return known.values().stream()
                .filter(setting -> (inEnvironment ? setting.inEnvironment() : setting.pattern())
                        .matcher(text)
                        .matches())
                .findFirst();
    }

    /// The name that is most like this one, if any is like it at all.
    Optional<String> nearest(String name) {
        String given = plain(name);
        String best = null;
        int least = 1 + given.length() / 4;
        for (String candidate : known.keySet()) {
            int distance = distance(given, plain(candidate));
            if (distance < least) {
                least = distance;
                best = candidate;
            }
        }
        return Optional.ofNullable(best);
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("\\[[^]]*]|[-_.]", "");
    }

    private static String text(ConfigurationPropertyName name) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < name.getNumberOfElements(); i++) {
            if (name.isNumericIndex(i)) {
                text.append('[').append(name.getElement(i, Form.ORIGINAL)).append(']');
            } else {
                text.append(i == 0 ? "" : ".").append(name.getElement(i, Form.UNIFORM));
            }
        }
        return text.toString();
    }

    private static String regex(String name, String dash) {
        return name.replace(".", "\\.").replace("-", dash).toLowerCase(Locale.ROOT);
    }

    private void addAll(String prefix, String regex, String inEnvironment, Class<?> type) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name = "." + dashed(component.getName());
            add(
                    prefix + name,
                    regex + regex(name, ""),
                    inEnvironment + regex(name, "\\.?"),
                    component.getGenericType());
        }
    }

    private void add(String name, String regex, String inEnvironment, Type type) {
        if (type instanceof ParameterizedType many) {
            Type value = many.getActualTypeArguments()[many.getActualTypeArguments().length - 1];
            boolean isMap = Map.class.isAssignableFrom((Class<?>) many.getRawType());
            boolean isPlain = value instanceof Class<?> plain && !plain.isRecord();
            // Keys of maps may have dots where nothing follows them.
            String key = !isMap ? "\\[\\d+]" : isPlain ? "(\\[.*]|\\..+)" : "(\\[[^]]*]|\\.[^.]+)";
            if (isPlain && !isMap) {
                key = "(" + key + ")?";
            }
            add(name + (isMap ? "[NAME]" : "[N]"), regex + key, inEnvironment + key, value);
        } else if (type instanceof Class<?> nested && nested.isRecord()) {
            addAll(name, regex, inEnvironment, nested);
        } else if (type instanceof Class<?> plain) {
            known.put(name, new Known(name, plain, Pattern.compile(regex), Pattern.compile(inEnvironment)));
        }
    }

    private static String dashed(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /// Letters to insert, to leave out or to replace.
    private static int distance(String from, String to) {
        List<Integer> row = new ArrayList<>();
        for (int j = 0; j <= to.length(); j++) {
            row.add(j);
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row.getFirst();
            row.set(0, i);
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row.get(j);
                row.set(j, Math.min(replaced, 1 + Math.min(row.get(j), row.get(j - 1))));
            }
        }
        return row.getLast();
    }
}
