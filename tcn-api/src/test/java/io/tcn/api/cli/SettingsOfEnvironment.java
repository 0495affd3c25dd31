// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/// What a start would say of variables of the environment, for tests of files that set them.
public final class SettingsOfEnvironment {
    private SettingsOfEnvironment() {}

    /// @param variables by name, alone: what the test itself runs in does not count
    public static List<String> complaints(Map<String, Object> variables) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().remove(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
        ConfigurationPropertySources.attach(environment);
        return new SettingsCheck().complaints(environment);
    }
}
