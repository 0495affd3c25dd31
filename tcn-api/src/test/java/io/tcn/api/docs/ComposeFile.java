// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.docs;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.YamlMapFactoryBean;
import org.springframework.core.io.FileSystemResource;

/// `docker/compose.yaml` as an engine reads it, but for its variables.
final class ComposeFile {
    private final Map<String, Object> all;

    ComposeFile(Path file) {
        YamlMapFactoryBean reader = new YamlMapFactoryBean();
        reader.setResources(new FileSystemResource(file));
        this.all = Objects.requireNonNull(reader.getObject());
    }

    /// Of one service.
    Map<String, Object> service(String name) {
        return map(map(all.get("services")).get(name));
    }

    Set<String> services() {
        return map(all.get("services")).keySet();
    }

    Set<String> volumes() {
        return map(all.get("volumes")).keySet();
    }

    /// Mounts of a service, as `SOURCE:TARGET[:ro]`.
    List<String> mounts(String service) {
        return list(service(service).get("volumes"));
    }

    Map<String, Object> environment(String service) {
        Object environment = service(service).get("environment");
        return environment == null ? Map.of() : map(environment);
    }

    @SuppressWarnings("unchecked") // the form of compose files
    static Map<String, Object> map(@Nullable Object value) {
        return (Map<String, Object>) Objects.requireNonNull(value);
    }

    @SuppressWarnings("unchecked") // the form of compose files
    static List<String> list(@Nullable Object value) {
        return value == null ? List.of() : (List<String>) value;
    }
}
