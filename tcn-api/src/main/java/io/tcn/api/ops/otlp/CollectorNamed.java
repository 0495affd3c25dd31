// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops.otlp;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/// Whether the settings name a collector.
final class CollectorNamed implements Condition {
    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return StringUtils.hasText(context.getEnvironment().getProperty("tcn.otlp.collector"));
    }
}
