// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.stereotype.Component;

/// The settings of this server as they were read, defaults included, with secrets hidden.
@Component
@Lazy
class SettingsInForce {
    private static final String HIDDEN = "(hidden)";
    private static final int LONGEST = 500;
    private static final Pattern SECRET = Pattern.compile("password|secret|token(?!s\\b)|credential|passphrase|jaas"
            + "|private|\\bkey\\b|\\.users\\b|kafka\\.properties");

    /// Passwords in addresses, as in `jdbc:postgresql://user:password@host` or `?password=...`.
    private static final Pattern IN_ADDRESS =
            Pattern.compile("(://[^/@\\s]*:)[^/@\\s]+@|(?i)((?:password|token)=)[^&;\\s]+");

    private final ApplicationContext context;

    SettingsInForce(ApplicationContext context) {
        this.context = context;
    }

    /// A setting.
    record Setting(String name, String value) {}

    List<Setting> all() {
        List<Setting> settings = new ArrayList<>();
        context.getBeansWithAnnotation(ConfigurationProperties.class).values().forEach(bean -> {
            ConfigurationProperties bound =
                    AnnotationUtils.findAnnotation(bean.getClass(), ConfigurationProperties.class);
            if (bound != null && bean instanceof Record group && bound.value().startsWith("tcn")) {
                add(settings, bound.value(), group);
            }
        });
        for (String name :
                List.of("server.port", "server.address", "server.ssl.certificate", "spring.datasource.url")) {
            settings.add(setting(name, context.getEnvironment().getProperty(name)));
        }
        settings.sort(Comparator.comparing(Setting::name));
        return settings;
    }

    private static void add(List<Setting> settings, String prefix, Record group) {
        for (RecordComponent component : group.getClass().getRecordComponents()) {
            String name = prefix + "." + dashed(component.getName());
            Object value = value(group, component);
            switch (value) {
                case Record nested when isOurs(nested) -> add(settings, name, nested);
                case List<?> many
                when many.stream().anyMatch(one -> one instanceof Record) -> {
                    for (int i = 0; i < many.size(); i++) {
                        if (many.get(i) instanceof Record nested) {
                            add(settings, name + "[" + i + "]", nested);
                        }
                    }
                }
                case Map<?, ?> map
                when !map.isEmpty() -> map.forEach((key, one) -> settings.add(setting(name + "[" + key + "]", one)));
                case null, default -> settings.add(setting(name, value));
            }
        }
    }

    private static boolean isOurs(Record nested) {
        return nested.getClass().getName().startsWith("io.tcn.api.");
    }

    private static @Nullable Object value(Record group, RecordComponent component) {
        try {
            var accessor = component.getAccessor();
            accessor.setAccessible(true);
            return accessor.invoke(group);
        } catch (IllegalAccessException | InvocationTargetException unreadable) {
            return "(unreadable)";
        }
    }

    static Setting setting(String name, @Nullable Object value) {
        String text = value == null ? "" : value.toString();
        if (!text.isEmpty() && SECRET.matcher(name.toLowerCase(Locale.ROOT)).find()) {
            return new Setting(name, HIDDEN);
        }
        String shown = IN_ADDRESS
                .matcher(text)
                .replaceAll(found -> found.group(1) != null
                        ? java.util.regex.Matcher.quoteReplacement(found.group(1) + HIDDEN + "@")
                        : java.util.regex.Matcher.quoteReplacement(found.group(2) + HIDDEN));
        return new Setting(name, shown.length() <= LONGEST ? shown : shown.substring(0, LONGEST) + "\u2026");
    }

    private static String dashed(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
