// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.ApplicationListener;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.unit.DataSize;

/// Looks at all settings under `tcn.` before anything is started: names that nobody reads, values that cannot be read,
/// values that contradict each other. All complaints come at once.
final class SettingsCheck implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {
    private static final ConfigurationPropertyName TCN = ConfigurationPropertyName.of("tcn");
    private static final Pattern NUMBER = Pattern.compile("-?\\d+");

    /// Looked for once in a JVM: they are what the class path has.
    private static final KnownSettings KNOWN = new KnownSettings();

    /// Variables of the environment that are no settings: of the launcher, the command line, the container files and
    /// the tools.
    private static final Pattern TOOLS = Pattern.compile(
            "(opts|jar|url|context|ca|token|token\\.file|start\\.cache|base|tag|((second|grafana|prometheus)\\.)?port|rucio|optimizer\\.path|kafka(\\.version)?|(db|grafana)\\.password|host\\.names|(agent\\.)?memory|certificates"
                    + "|pg\\.options|fts\\.client|client\\.check"
                    + "|(jdk|maven|test|check|schemathesis|image|fuzz|bench|chaos)\\..*|schemathesis)");

    /// Settings that are refused; the message has all complaints.
    static final class SettingsException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        SettingsException(List<String> complaints) {
            super(String.join("; ", complaints));
        }
    }

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        List<String> complaints = complaints(event.getEnvironment());
        if (!complaints.isEmpty()) {
            throw new SettingsException(complaints);
        }
    }

    /// What is wrong with the settings, in the order of their sources.
    List<String> complaints(ConfigurableEnvironment environment) {
        Set<String> complaints = new LinkedHashSet<>();
        Set<ConfigurationPropertyName> seen = new HashSet<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource all) {
                boolean inEnvironment = source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
                all.stream()
                        .filter(name -> TCN.isAncestorOf(name) && seen.add(name))
                        .forEach(name ->
                                look(name, all.getConfigurationProperty(name), inEnvironment, environment, complaints));
            }
        }
        for (Class<?> type : KNOWN.records()) {
            String refused = bind(type, environment);
            // What cannot be read has been named; what is made of it would be named once more.
            if (refused != null && complaints.stream().noneMatch(told -> isOfOneSetting(told, refused))) {
                complaints.add(refused);
            }
        }
        return List.copyOf(complaints);
    }

    private static boolean isOfOneSetting(String told, String refused) {
        return refused.startsWith("tcn.") && told.startsWith(refused.split(" ", 2)[0] + " ") && !refused.contains("; ");
    }

    private void look(
            ConfigurationPropertyName name,
            @Nullable ConfigurationProperty property,
            boolean inEnvironment,
            ConfigurableEnvironment environment,
            Set<String> complaints) {
        if (inEnvironment
                && TOOLS.matcher(name.toString().substring("tcn.".length())).matches()) {
            return;
        }
        String shown = inEnvironment ? variable(name.toString()) : name.toString();
        KNOWN.find(name, inEnvironment)
                .ifPresentOrElse(
                        setting -> {
                            Object value = property == null ? null : property.getValue();
                            String wrong = value == null
                                    ? null
                                    : wrong(
                                            setting.type(),
                                            environment
                                                    .resolvePlaceholders(value.toString())
                                                    .strip());
                            if (wrong != null) {
                                complaints.add(shown + " " + wrong + ", given was " + value);
                            }
                        },
                        () -> complaints.add("there is no setting " + shown
                                + KNOWN.nearest(name.toString())
                                        .map(nearest ->
                                                "; did you mean " + (inEnvironment ? variable(nearest) : nearest) + "?")
                                        .orElse(", see docs/operations.md")));
    }

    private static String variable(String name) {
        return name.toUpperCase(Locale.ROOT)
                .replace("-", "")
                .replaceAll("\\[([^]]*)]", "_$1_")
                .replace('.', '_')
                .replace("__", "_")
                .replaceAll("_$", "");
    }

    /// What is wrong with a value, null if nothing is.
    private static @Nullable String wrong(Class<?> type, String value) {
        if (value.isEmpty()) {
            return null;
        }
        if (type == Duration.class && NUMBER.matcher(value).matches()) {
            return Long.parseLong(value.length() > 18 ? "1" : value) == 0
                    ? null
                    : "needs a unit, as in 500ms, 5s, 10m or 7d";
        }
        try {
            if (type.isEnum()) {
                return isConstant(type, value) ? null : "must be " + constants(type);
            } else if (type == Duration.class) {
                var _ = DurationStyle.detectAndParse(value);
            } else if (type == DataSize.class) {
                var _ = DataSize.parse(value);
            } else if (type == int.class || type == Integer.class) {
                var _ = Integer.decode(value);
            } else if (type == long.class || type == Long.class) {
                var _ = Long.decode(value);
            } else if (type == double.class || type == Double.class) {
                var _ = Double.parseDouble(value);
            } else if (type == URI.class) {
                var _ = URI.create(value);
            } else if (type == boolean.class || type == Boolean.class) {
                return Set.of("true", "false", "on", "off", "yes", "no", "1", "0")
                                .contains(value.toLowerCase(Locale.ROOT))
                        ? null
                        : "must be true or false";
            }
            return null;
        } catch (IllegalArgumentException unreadable) {
            return "must be " + kind(type);
        }
    }

    private static String kind(Class<?> type) {
        if (type == Duration.class) {
            return "a time, as in 500ms, 5s, 10m or 7d";
        }
        if (type == DataSize.class) {
            return "a size, as in 900KB or 32MB";
        }
        return type == URI.class ? "a URL" : "a number";
    }

    private static boolean isConstant(Class<?> type, String value) {
        return Arrays.stream(type.getEnumConstants())
                .anyMatch(constant -> letters(constant).equals(letters(value)));
    }

    private static String letters(Object text) {
        return text.toString().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    private static String constants(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant ->
                        ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .collect(Collectors.joining(", "));
    }

    /// @return what the record itself refuses; values that cannot be read have been named before
    private static @Nullable String bind(Class<?> type, ConfigurableEnvironment environment) {
        ConfigurationProperties bound = AnnotationUtils.findAnnotation(type, ConfigurationProperties.class);
        try {
            if (bound != null) {
                var _ = Binder.get(environment).bindOrCreate(bound.value(), type);
            }
            return null;
        } catch (RuntimeException failure) {
            List<Throwable> causes = new ArrayList<>();
            for (Throwable at = failure; at != null && causes.size() < 30; at = at.getCause()) {
                causes.add(at);
            }
            return causes.stream()
                            .anyMatch(cause -> cause instanceof ConversionException
                                    || cause instanceof UnboundConfigurationPropertiesException)
                    ? null
                    : String.valueOf(causes.getLast().getMessage());
        }
    }
}
