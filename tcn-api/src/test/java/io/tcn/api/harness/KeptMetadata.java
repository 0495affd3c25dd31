// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.Resource;
import org.springframework.core.type.classreading.MetadataReader;

/// What Spring has read in class files is kept for the next server or store that starts in this JVM: to look for
/// its parts each of them reads all classes of the server and of the libraries' configurations, a third of a start's
/// CPU time. It is found by `META-INF/spring.factories` of the tests. Class files do not change while tests run.
public final class KeptMetadata implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    private static final Map<Resource, MetadataReader> KEPT = new ConcurrentHashMap<>();

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        if (context instanceof DefaultResourceLoader loader) {
            Map<Resource, MetadataReader> read = loader.getResourceCache(MetadataReader.class);
            read.putAll(KEPT);
            // when all parts are found, and before Spring forgets what it read
            context.addBeanFactoryPostProcessor(_ -> KEPT.putAll(read));
        }
    }
}
